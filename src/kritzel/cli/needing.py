"""What has to be installed besides: told before anything begins."""

from __future__ import annotations

from importlib.util import find_spec

from kritzel.cli.failing import Refused
from kritzel.cli.speaking import here

NEEDED = ("starlette", "msgspec", "uvicorn", "websockets", "apsw")


def expect_everything() -> None:
    """Refused where something of the extra `serve` is missing."""
    missing = ", ".join(name for name in NEEDED if find_spec(name) is None)
    if missing:
        raise Refused(
            here(
                f"Für den Browser fehlt noch {missing}. Installiere es mit: pip install 'kritzel[serve]'",
                f"For the browser {missing} is missing. Install it with: pip install 'kritzel[serve]'",
            )
        )


def expect_psycopg() -> None:
    """Refused where the extra `postgres` is missing."""
    if find_spec("psycopg") is None:
        raise Refused(
            here(
                "Für eine Datenbank fehlt noch psycopg. Installiere es mit: pip install 'kritzel[postgres]'",
                "For a database psycopg is missing. Install it with: pip install 'kritzel[postgres]'",
            )
        )
