"""Counters, gauges and histograms of one server, by prometheus-client. Every app has a registry of its own.

`web/api/admin.py` serves them. Nothing in them names a person or a table.
"""

from __future__ import annotations

from functools import partial

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
        self.registry = CollectorRegistry()
        counter = partial(Counter, registry=self.registry)
        gauge = partial(Gauge, registry=self.registry)
        histogram = partial(Histogram, registry=self.registry)
        self.commands = counter("kritzel_commands", "Commands of people and bots, by outcome.", ["outcome"])
        self.refusals = counter("kritzel_refusals", "Refused requests, by code.", ["code"])
        self.bot_moves = counter("kritzel_bot_moves", "Moves of bots, by the bot that moved.", ["bot"])
        self.commit_failures = counter("kritzel_commit_failures", "Commands that could not be written.")
        self.command_seconds = histogram(
            "kritzel_command_seconds", "From hearing a command until it is durable.", buckets=MOVE_SECONDS
        )
        self.commit_seconds = histogram(
            "kritzel_commit_seconds", "One commit of the store.", buckets=MOVE_SECONDS
        )
        self.commit_jobs = histogram(
            "kritzel_commit_jobs", "Commands that shared one commit.", buckets=GROUP_SIZES
        )
        self.bot_seconds = histogram(
            "kritzel_bot_seconds", "From asking for a bot's move until it is there.", buckets=BOT_SECONDS
        )
        self.pending = gauge("kritzel_commands_pending", "Commands that are heard and not durable yet.")
        self.tables = gauge("kritzel_tables", "Tables in memory.")
        self.pages = gauge("kritzel_pages", "Pages that look at a table.")
        self.seats_empty = gauge("kritzel_seats_empty", "Seats kept for people who are away.")
        self.door_waiting = gauge("kritzel_door_waiting", "Pages that wait to be let in.")
        self.bots_asked = gauge("kritzel_bots_asked", "Bots whose move is pending.")
        self.build = Info("kritzel_build", "Version of Kritzel.", registry=self.registry)
        ProcessCollector(registry=self.registry)

    def refuse(self, code: str) -> None:
        self.refusals.labels(code).inc()

    def text(self) -> bytes:
        """All metrics in OpenMetrics (`CONTENT_TYPE`)."""
        text: bytes = generate_latest(self.registry)
        return text
