"""What the server counts about itself, for Prometheus; the files in ``deploy/`` use these names."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, GCCollector, Histogram, ProcessCollector

_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
_COUNTS = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Metrics:
    """The counters of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._count_players()
        self._count_games()
        self._count_the_store()
        self._count_other_nodes()
        self._count_the_process()

    def _count_players(self) -> None:
        registry = self.registry
        self.sockets = Gauge(
            "barragoon_sockets",
            "Open sockets, of players with an identity and of strangers",
            ["kind"],
            registry=registry,
        )
        self.closes = Counter("barragoon_socket_closes", "Closed sockets by close code", ["code"], registry=registry)
        self.throttled = Counter(
            "barragoon_throttled", "What was answered with 429 or closed with 4429", ["cause"], registry=registry
        )
        self.requests = Counter("barragoon_requests", "REST requests", ["status"], registry=registry)

    def _count_games(self) -> None:
        registry = self.registry
        self.mailboxes = Gauge("barragoon_mailboxes", "Games in memory", registry=registry)
        self.games = Gauge(
            "barragoon_games", "Games that are not over, up to 10,000 of them, by status", ["status"], registry=registry
        )
        self.events = Counter("barragoon_events", "Events written", ["event"], registry=registry)
        self.rejections = Counter("barragoon_refusals", "Commands rejected", ["code"], registry=registry)
        self.breaker = Gauge("barragoon_breaker_open", "1 while no flag may fall", registry=registry)
        self.bad_games = Counter("barragoon_bad_games", "Games that could not be looked after", registry=registry)
        self.acknowledging = Histogram(
            "barragoon_acknowledgement_seconds",
            "From a command's arrival to its answer",
            buckets=_SECONDS,
            registry=registry,
        )

    def _count_the_store(self) -> None:
        registry = self.registry
        self.store_queue = Gauge("barragoon_store_queue", "Jobs that wait for the store", registry=registry)
        self.store_batch_size = Histogram(
            "barragoon_store_batch_size", "Jobs in one transaction", buckets=_COUNTS, registry=registry
        )
        self.store_batch_seconds = Histogram(
            "barragoon_store_batch_seconds", "A transaction with its sync", buckets=_SECONDS, registry=registry
        )
        self.store_appends = Counter("barragoon_store_appends", "Events appended", registry=registry)
        self.conflicts = Counter("barragoon_conflicts", "Events that lost to another process", registry=registry)
        self.store_failing = Gauge("barragoon_store_failing", "1 while the store can't write", registry=registry)
        self.store_bytes = Gauge("barragoon_store_file_bytes", "Size of the SQLite file and its WAL", registry=registry)
        self.free_bytes = Gauge("barragoon_free_disk_bytes", "Free bytes where the data folder is", registry=registry)
        self.disk_bytes = Gauge("barragoon_disk_bytes", "All bytes where the data folder is", registry=registry)
        self.bad_rows = Gauge("barragoon_bad_rows", "Stored rows that can't be read and are skipped", registry=registry)
        self.last_backup = Gauge(
            "barragoon_last_backup_timestamp_seconds",
            "When the last backup was finished; 0 if never",
            registry=registry,
        )

    def count_batch(self, jobs: int, seconds: float, waiting: int) -> None:
        """Count a transaction of the store."""
        self.store_batch_size.observe(jobs)
        self.store_batch_seconds.observe(seconds)
        self.store_queue.set(waiting)

    def _count_other_nodes(self) -> None:
        registry = self.registry
        self.healed = Counter(
            "barragoon_healed",
            "Games that had changed without a hint; more than a few mean a broken bus",
            registry=registry,
        )
        self.bus_lag = Histogram(
            "barragoon_bus_lag_seconds", "Until this node heard its own hint", buckets=_SECONDS, registry=registry
        )
        self.clock_offset = Gauge(
            "barragoon_clock_offset_seconds", "The database's clock less this machine's", registry=registry
        )
        self.nodes_alive = Gauge("barragoon_nodes_alive", "Nodes that were alive lately", registry=registry)
        self.lease_age = Gauge("barragoon_lease_age_seconds", "Since a lease was renewed", ["lease"], registry=registry)

    def _count_the_process(self) -> None:
        registry = self.registry
        self.loop_lag = Histogram(
            "barragoon_loop_lag_seconds", "How late the event loop is", buckets=_SECONDS, registry=registry
        )
        self.unhandled = Counter(
            "barragoon_unhandled_exceptions",
            "Exceptions that nothing was prepared for: each is a fault of the server",
            ["where"],
            registry=registry,
        )
        ProcessCollector(registry=registry)
        GCCollector(registry=registry)


class _ErrorCounter(logging.Handler):
    """Counts what uvicorn and asyncio log as errors: exceptions that reached nobody else."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__(logging.ERROR)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self._metrics.unhandled.labels(record.name.partition(".")[0]).inc()


@contextmanager
def count_logged_exceptions(metrics: Metrics) -> Iterator[None]:
    """Count exceptions that only a library's logger hears of, such as "Exception in ASGI application"."""
    counter, loggers = _ErrorCounter(metrics), [logging.getLogger(name) for name in ("uvicorn", "asyncio")]
    for logger in loggers:
        logger.addHandler(counter)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(counter)
