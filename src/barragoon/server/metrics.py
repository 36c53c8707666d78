"""What the server counts about itself, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """The counters of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        registry = self.registry
        self.sockets = Gauge("barragoon_sockets", "Open sockets", registry=registry)
        self.mailboxes = Gauge("barragoon_mailboxes", "Games in memory", registry=registry)
        self.events = Counter("barragoon_events", "Events written", ["event"], registry=registry)
        self.rejections = Counter("barragoon_refusals", "Commands rejected", ["code"], registry=registry)
        self.requests = Counter("barragoon_requests", "REST requests", ["status"], registry=registry)
        self.acknowledging = Histogram(
            "barragoon_acknowledgement_seconds",
            "From a command's arrival to its answer",
            buckets=_SECONDS,
            registry=registry,
        )
