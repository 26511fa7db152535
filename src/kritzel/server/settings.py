"""Settings of a server: environment variables, with defaults that are safe on the own machine."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import NamedTuple

from kritzel.paths import data_folder

MAX_FRAME_BYTES = 8 * 1024
"""Of one message of a page."""
MAX_BODY_BYTES = 16 * 1024
MAX_HEAD_BYTES = 32 * 1024
HELLO_WITHIN_S = 10.0
"""Until the first message of a socket."""
QUEUE_MESSAGES, QUEUE_BYTES = 256, 64 * 1024
"""Answers that may wait for a page that does not read; then it is cut off."""
MIN_SECRET_LENGTH = 16
"""Characters of a secret that the operator chooses."""
SEND_WITHIN_S = 20.0
"""Until a page has read one message."""
HEAD_WITHIN_S, BODY_WITHIN_S = 10.0, 20.0
"""Until the head of a request is here, and then its body."""


class Keep(NamedTuple):
    """After how many unused days something is deleted; 0: never.

    `guests` are those without a table, `devices` what carries a guest, `tables` those without a move.
    """

    guests: int = 30
    devices: int = 400
    tables: int = 1000


DEFAULT_KEEP = Keep()


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, with their defaults."""

    host: str = "127.0.0.1"
    port: int = 8321
    data: Path = Path("kritzel.db")
    database: str = ""
    """Instead of the file: a database of PostgreSQL, which several servers may share."""
    name: str = ""
    """Name of this server among those that share the database."""
    origins: tuple[str, ...] = ()
    """Addresses pages may come from, besides this machine's own: `https://kritzel.example`."""
    network: str = ""
    """This machine's address in its network; empty: detected."""
    pages: Path | None = None
    """The folder of the built pages."""
    rate: float = 5.0
    """Messages per second a player may send, with a burst of four times as many; watching: two fifths."""
    grace: float = 60.0
    """Seconds an absent player's seat is kept before the others may let a bot stand in."""
    bot_workers: int = 1
    bot_pause: float = 0.6
    """Seconds a bot waits before it moves, so that people can follow."""
    warm_bots: bool = False
    """Whether the code of the bots is compiled ahead, in the background, when the server starts."""
    bots: tuple[str, ...] = ()
    """Bots from outside that may sit down, as the owner names them: `package.module:Bot`, `program:./bot`."""
    tables: int = 200
    """How many tables one player may keep."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies whose forwarded addresses are trusted: `127.0.0.1`, `10.0.0.0/8`."""
    metrics: str = ""
    """Who may read `/metrics`: empty for this machine only, `off`, or a secret for callers to send."""
    contact: str = ""
    """Contact for questions and security reports: `mailto:...` or `https://...`."""
    connections: int = 1000
    """Connections from one address, and sockets; at most a quarter of all that the system lets us have."""

    keep: Keep = DEFAULT_KEEP
    """After how many unused days something is deleted."""

    @staticmethod
    def from_environment(env: Mapping[str, str] = os.environ) -> Settings:
        """The settings of `KRITZEL_HOST`, `KRITZEL_PORT`, ... ValueError names the one that is wrong."""
        default = Settings()
        return Settings(
            host=env.get("KRITZEL_HOST", default.host),
            port=int(_number(env, "KRITZEL_PORT", default.port, 65536)),
            data=Path(env.get("KRITZEL_DATA") or data_folder(env) / "tables.db"),
            database=check_database_address(env.get("KRITZEL_DATABASE", ""), "KRITZEL_DATABASE"),
            name=env.get("KRITZEL_NAME", ""),
            origins=_origins(env.get("KRITZEL_ORIGINS", "")),
            network=env.get("KRITZEL_NETWORK", ""),
            pages=Path(env["KRITZEL_PAGES"]) if env.get("KRITZEL_PAGES") else _built(),
            rate=_number(env, "KRITZEL_RATE", default.rate, least=0.01),
            grace=_number(env, "KRITZEL_GRACE", default.grace),
            bot_workers=int(_number(env, "KRITZEL_BOT_WORKERS", default.bot_workers)),
            bot_pause=_number(env, "KRITZEL_BOT_PAUSE", default.bot_pause),
            warm_bots=env.get("KRITZEL_WARM_BOTS", "1") != "0",
            bots=split_list(env.get("KRITZEL_BOTS", "")),
            tables=int(_number(env, "KRITZEL_TABLES", default.tables)),
            proxies=parse_networks(env.get("KRITZEL_PROXIES", ""), "KRITZEL_PROXIES"),
            metrics=_secret(env, "KRITZEL_METRICS"),
            contact=_contact(env.get("KRITZEL_CONTACT", "")),
            connections=int(_number(env, "KRITZEL_CONNECTIONS", default.connections)),
            keep=Keep(**{each: _days(env, each) for each in Keep._fields}),
        )

    @property
    def secure(self) -> bool:
        """Whether people come over https; then cookies are bound to it."""
        return any(origin.startswith("https://") for origin in self.origins)

    @property
    def allowed(self) -> frozenset[str]:
        """Every address a page may come from; compared as a whole, never by its end."""
        own = {f"http://{host}:{self.port}" for host in ("127.0.0.1", "localhost")}
        return frozenset(self.origins if self.secure else {*self.origins, *own})


def _number(
    env: Mapping[str, str], name: str, default: float, below: float = 10**6, least: float = 0.0
) -> float:
    try:
        value = float(env.get(name) or default)
    except ValueError:
        raise ValueError(f"{name}: a number is expected, not {env[name]!r}") from None
    if not least <= value < below:
        raise ValueError(f"{name}: {value:g} is out of range")
    return value


def _contact(text: str) -> str:
    if text and not re.fullmatch(r"(mailto:[^\s@]+@|https://)[^\s@]+", text):
        raise ValueError(f"KRITZEL_CONTACT: {text!r} is no address like mailto:me@example.org or https://...")
    return text


def _secret(env: Mapping[str, str], name: str) -> str:
    found = env.get(name, "")
    if found and found != "off" and len(found) < MIN_SECRET_LENGTH:
        raise ValueError(f"{name}: `off`, or a secret of at least {MIN_SECRET_LENGTH} characters")
    return found


def check_database_address(text: str, called: str) -> str:
    """The address of a database, checked. Raises ValueError with the name of the setting (`called`)."""
    if text and not text.startswith(("postgresql://", "postgres://")):
        raise ValueError(
            f"{called}: {hide_password(text)!r} is no address like postgresql://user@host/database"
        )
    return text


def hide_password(text: str) -> str:
    return re.sub(r"(?<=password=)[^&]*", "", re.sub(r"(://[^/@:]*):[^@]*@", r"\1@", text))


def _days(env: Mapping[str, str], field: str) -> int:
    return int(_number(env, f"KRITZEL_KEEP_{field.upper()}", Keep._field_defaults[field]))


def split_list(text: str) -> tuple[str, ...]:
    return tuple(each.strip() for each in text.split(",") if each.strip())


def parse_networks(text: str, called: str) -> tuple[str, ...]:
    """A comma-separated list of addresses and networks. Raises ValueError."""
    for each in split_list(text):
        try:
            ip_network(each, strict=False)
        except ValueError:
            raise ValueError(
                f"{called}: {each!r} is no address or network like 127.0.0.1 or 10.0.0.0/8"
            ) from None
    return split_list(text)


def _origins(text: str) -> tuple[str, ...]:
    origins = tuple(origin.rstrip("/") for origin in split_list(text))
    for origin in origins:
        if not origin.startswith(("http://", "https://")) or "/" in origin.split("://")[1] or "*" in origin:
            raise ValueError(f"KRITZEL_ORIGINS: {origin!r} is no address like https://kritzel.example")
    return origins


def _built() -> Path | None:
    there = Path(__file__).with_name("pages")
    return there if there.is_dir() else None
