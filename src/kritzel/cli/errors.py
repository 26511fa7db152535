"""Bad input: one clear message on stderr, exit code 2, never a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, NoReturn

import click

from kritzel.game import Explained, IllegalMove, SheetError, Text
from kritzel.record import RecordError

STOPPED = Text("Abgebrochen.", "Stopped.")


class Refused(click.ClickException):
    """Something the command cannot do, and why: printed on stderr."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"kritzel: {self.message}", file=file, err=True)


def stopped(lang: str) -> Refused:
    """For Ctrl-C."""
    return Refused(STOPPED.say(lang))


def leave_quietly() -> NoReturn:
    """The reader closed the pipe, as `head` does: no failure, and the rest of the output is dropped."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(0)


def explained(error: Exception, lang: str, where: str = "", names: Sequence[str] = ()) -> str:
    """The message of an error; `where` is the file it was found in, `names` the players."""
    if isinstance(error, SheetError):
        return "\n".join(f"{where or error.name}:{d.line}: {d.text.say(lang)}" for d in error.defects)
    if isinstance(error, RecordError):
        expected = Text("Erwartet", "Expected").say(lang)
        why = error.why.say(lang).removesuffix(".")
        return f"{where}:{error.line}: {why}. {expected}: {error.expected.say(lang)}"
    if isinstance(error, IllegalMove):
        return f"{error.named(names).say(lang)} [{error.clause}]"
    if isinstance(error, Explained):
        return f"{where}: {error.sentence.say(lang)}" if where else error.sentence.say(lang)
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}"
    return f"{where}: {error}" if where else str(error)


def read_text(path: Path, lang: str) -> str:
    """The text of a file. Raises Refused where it is not UTF-8."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        why = Text("kein UTF-8-Text", "not UTF-8 text").say(lang)
        raise Refused(f"{path}:{line}: {why}") from None


def write_text(path: Path, text: str) -> None:
    """Write a file; folders above it are made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
