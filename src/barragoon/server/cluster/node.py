"""This process among the others."""

from __future__ import annotations

from dataclasses import dataclass, field

from barragoon.server.messages import Id, Milliseconds
from barragoon.server.shared.random_source import random_id
from barragoon.server.store.nodes import NodeKind, NodeRow, NodeState


@dataclass
class Node:
    """What others can know about this process."""

    kind: NodeKind
    version: str
    address: str = ""
    id: Id = field(default_factory=lambda: random_id()[:10])
    state: NodeState = "running"
    started_at: Milliseconds = 0

    def row(self, now: Milliseconds) -> NodeRow:
        """Its row in the database."""
        self.started_at = self.started_at or now
        return NodeRow(self.id, self.kind, self.address, self.version, self.state, self.started_at, now)
