"""Counters, gauges and histograms of one server, by prometheus-client. Every app has a registry of its own.

`web/api/admin.py` serves them. Nothing in them names a person or a table.
"""

from __future__ import annotations

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.openmetrics.exposition import CONTENT_TYPE_LATEST, generate_latest

CONTENT_TYPE = CONTENT_TYPE_LATEST
MOVE_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
GROUP_SIZES = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
BOT_SECONDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 15.0, 30.0)

disable_created_metrics()  # no sample `..._created` beside each counter and histogram


class Metrics:
    """The metrics of one store and of the app that serves it."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.commands = Counter(
            "kritzel_commands", "Commands of people and bots, by outcome.", ["outcome"], registry=registry
        )
        self.refusals = Counter("kritzel_refusals", "Refused requests, by code.", ["code"], registry=registry)
        self.bot_moves = Counter(
            "kritzel_bot_moves", "Moves of bots, by the bot that moved.", ["bot"], registry=registry
        )
        self.commit_failures = Counter(
            "kritzel_commit_failures", "Commands that could not be written.", registry=registry
        )
        self.command_seconds = self._histogram(
            "kritzel_command_seconds", "From hearing a command until it is durable.", MOVE_SECONDS
        )
        self.commit_seconds = self._histogram(
            "kritzel_commit_seconds", "One commit of the store.", MOVE_SECONDS
        )
        self.commit_jobs = self._histogram(
            "kritzel_commit_jobs", "Commands that shared one commit.", GROUP_SIZES
        )
        self.bot_seconds = self._histogram(
            "kritzel_bot_seconds", "From asking for a bot's move until it is there.", BOT_SECONDS
        )
        self.pending = self._gauge("kritzel_commands_pending", "Commands that are heard and not durable yet.")
        self.tables = self._gauge("kritzel_tables", "Tables in memory.")
        self.pages = self._gauge("kritzel_pages", "Pages that look at a table.")
        self.seats_empty = self._gauge("kritzel_seats_empty", "Seats kept for people who are away.")
        self.door_waiting = self._gauge("kritzel_door_waiting", "Pages that wait to be let in.")
        self.bots_asked = self._gauge("kritzel_bots_asked", "Bots whose move is pending.")
        self.build = Info("kritzel_build", "Version of Kritzel.", registry=registry)
        ProcessCollector(registry=registry)

    def _histogram(self, name: str, words: str, buckets: tuple[float, ...]) -> Histogram:
        return Histogram(name, words, buckets=buckets, registry=self.registry)

    def _gauge(self, name: str, words: str) -> Gauge:
        return Gauge(name, words, registry=self.registry)

    def refuse(self, code: str) -> None:
        self.refusals.labels(code).inc()

    def text(self) -> bytes:
        """All metrics in OpenMetrics (`CONTENT_TYPE`)."""
        text: bytes = generate_latest(self.registry)
        return text
