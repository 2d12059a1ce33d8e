"""Figures for Prometheus: how much, how fast, never what or who."""

from __future__ import annotations

from dataclasses import dataclass, field

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from nokosu import __version__
from nokosu.server.core import has_kernel

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
_LAGS = (0.001, 0.0025, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


def _counter(name: str, text: str, *labels: str) -> Counter:
    return Counter(name, text, labels, registry=None)


@dataclass(slots=True)
class Metrics:
    """One set a server; nothing is global, so that tests do not share any."""

    registry: CollectorRegistry = field(default_factory=lambda: CollectorRegistry(auto_describe=True))
    entries: Counter = field(default_factory=lambda: _counter("nokosu_entries", "Entries committed to logs"))
    refusals: Counter = field(default_factory=lambda: _counter("nokosu_refusals", "Commands refused"))
    conflicts: Counter = field(default_factory=lambda: _counter("nokosu_conflicts", "Commits another process won"))
    slow_subscribers: Counter = field(
        default_factory=lambda: _counter("nokosu_slow_subscribers", "Sockets closed as too slow")
    )
    bot_failures: Counter = field(default_factory=lambda: _counter("nokosu_bot_failures", "Bots replaced", "why"))
    unreadable: Counter = field(
        default_factory=lambda: _counter("nokosu_unreadable", "Damaged rows that were skipped", "kind")
    )
    account_events: Counter = field(
        default_factory=lambda: _counter("nokosu_account_events", "Sign-ins, failures, passkeys", "event")
    )
    frames: Counter = field(default_factory=lambda: _counter("nokosu_frames", "Frames sent"))
    sockets: Gauge = field(default_factory=lambda: Gauge("nokosu_sockets", "Open sockets", registry=None))
    tables: Gauge = field(default_factory=lambda: Gauge("nokosu_tables", "Tables in memory", registry=None))
    woken: Counter = field(
        default_factory=lambda: _counter("nokosu_woken_tables", "Tables in play that were loaded after the start")
    )
    commit: Histogram = field(
        default_factory=lambda: Histogram(
            "nokosu_commit_seconds", "From command to durable", buckets=_SECONDS, registry=None
        )
    )
    lag: Histogram = field(
        default_factory=lambda: Histogram("nokosu_loop_lag_seconds", "Event loop lag", buckets=_LAGS, registry=None)
    )

    http: Histogram = field(
        default_factory=lambda: Histogram(
            "nokosu_http_seconds", "From request to answer", ("method", "status"), buckets=_SECONDS, registry=None
        )
    )
    messages: Histogram = field(
        default_factory=lambda: Histogram(
            "nokosu_message_seconds", "From a socket's message to its answer", buckets=_SECONDS, registry=None
        )
    )
    database: Histogram = field(
        default_factory=lambda: Histogram(
            "nokosu_database_seconds",
            "The small write with which a process says that it is up",
            buckets=_SECONDS,
            registry=None,
        )
    )
    bots_waiting: Gauge = field(
        default_factory=lambda: Gauge("nokosu_bots_waiting", "Moves that wait for a bot process", registry=None)
    )
    build: Gauge = field(
        default_factory=lambda: Gauge("nokosu_build_info", "What runs", ("version", "kernel", "store"), registry=None)
    )

    def __post_init__(self) -> None:
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        for each in (
            *(self.http, self.messages, self.database, self.bots_waiting, self.build),
            *(self.entries, self.refusals, self.conflicts, self.slow_subscribers, self.bot_failures),
            *(
                self.unreadable,
                self.account_events,
                self.frames,
                self.sockets,
                self.tables,
                self.woken,
                self.commit,
                self.lag,
            ),
        ):
            self.registry.register(each)

    def describe(self, store: str) -> None:
        """Tell what runs here, and on which kind of database."""
        self.build.labels(__version__, "yes" if has_kernel() else "no", store).set(1)

    def text(self) -> bytes:
        """Return them in Prometheus's text form."""
        return generate_latest(self.registry)
