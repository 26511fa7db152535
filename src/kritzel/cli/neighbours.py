"""Other servers on this machine: whoever has our port or our tables is named, and may be asked to leave."""

from __future__ import annotations

import os
import signal
import sys
import time
import urllib.request
from typing import TYPE_CHECKING

import click
import msgspec

from kritzel.cli.failing import Refused
from kritzel.cli.speaking import here
from kritzel.server.web.api import about
from kritzel.server.wire.answers import About

if TYPE_CHECKING:
    from kritzel.server.settings import Settings

ANSWERS_WITHIN = 2.0
"""Seconds; a neighbour that does not answer is only called less precisely."""
GONE_WITHIN = 30.0
"""Seconds a server may take to finish what it is writing."""


# Whoever has the port --------------------------------------------------------------------------
def who_has(host: str, port: int, error: OSError) -> str:
    """Why this port cannot be had, in a sentence."""
    there = asked(f"http://127.0.0.1:{port}") if port else None
    if there is None:
        why = str(error.strerror).partition(" (")[0]  # what Python adds says it again
        return here(f"{host}:{port} geht nicht: {why}.", f"{host}:{port} cannot be had: {why}.")
    return here(
        f"Auf Port {port} läuft schon ein anderes Kritzel: {described(there)}.",
        f"Another Kritzel is running on port {port}: {described(there)}.",
    )


def asked(address: str) -> About | None:
    """What the server there says of itself; None where no Kritzel answers."""
    try:
        with urllib.request.urlopen(f"{address}/api/about", timeout=ANSWERS_WITHIN) as reply:
            return msgspec.json.decode(reply.read(10_000), type=About)
    except (OSError, ValueError):
        return None


def described(who: About) -> str:
    """Which Kritzel, and which tables."""
    tables = here(f"Tische in {who.data}", f"tables in {who.data}") if who.data else ""
    return ", ".join(part for part in (f"Version {who.version}", who.home, tables) if part)


# Whoever has the tables ------------------------------------------------------------------------
def settle(chosen: Settings, *, show: bool) -> str:
    """The address of the very same server, if one page more is all that is wanted; nothing once another one
    has left. Refused where it stays."""
    there = about.found(chosen.data)
    if there is None:
        raise Refused(_in_use(chosen, here("ein anderes Kritzel", "another Kritzel")))
    if show and there.same(about.of(chosen)):
        click.echo(here("Kritzel läuft hier schon:", "Kritzel is already running here:"), err=True)
        click.echo(there.address)
        return there.address
    click.echo(_in_use(chosen, f"Kritzel, {described(there)}, {there.address}"), err=True)
    if not sys.stdin.isatty() or not click.confirm(_stop_it(), default=True):
        raise Refused(here("Nichts gestartet.", "Nothing was started."))
    _stop(there)
    return ""


def _in_use(chosen: Settings, whom: str) -> str:
    return here(
        f"{chosen.data} benutzt gerade {whom}. Beende es dort mit Strg+C, oder nimm andere Tische: --data.",
        f"{chosen.data} is in use by {whom}. Stop it there with Ctrl+C, or take other tables: --data.",
    )


def _stop_it() -> str:
    return here("Soll ich es beenden und hier weitermachen?", "Shall I stop it and go on here?")


def _stop(there: About) -> None:
    """Ask it to end, and wait until it has. Only the one that answers there is meant, never a process that
    happens to have its number."""
    now = asked(there.address)
    if now is None or now.process != there.process:
        raise Refused(here("Es antwortet nicht.", "It does not answer."))
    os.kill(there.process, signal.SIGTERM)
    end = time.monotonic() + GONE_WITHIN
    while asked(there.address) is not None:
        if time.monotonic() > end:
            raise Refused(here("Es hört nicht auf.", "It does not stop."))
        time.sleep(0.1)
