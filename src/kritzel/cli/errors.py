"""Bad input: one clear message on stderr, exit code 2, never a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import IO, Any, NoReturn

import click

from kritzel.cli.language import language_of
from kritzel.game import Explained, IllegalMove, SheetError, Text
from kritzel.record import RecordError

STOPPED = Text("Abgebrochen.", "Stopped.")


class Refused(click.ClickException):
    """Something the command cannot do, and why."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """The message on stderr."""
        click.echo(f"kritzel: {self.message}", file=file, err=True)


def stopped(lang: str) -> Refused:
    """Somebody pressed Ctrl-C."""
    return Refused(STOPPED.say(lang))


class Commands(click.Group):
    """The commands, each loaded when it is asked for; what the floors below refuse is told in words.

    `places` says in which module a command is, and what it is called there.
    """

    def __init__(self, *args: Any, places: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._places = places

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names."""
        return sorted(self._places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name."""
        if cmd_name not in self._places:
            return None
        module, _, name = self._places[cmd_name].partition(":")
        found: click.Command = getattr(import_module(f"kritzel.cli.{module}"), name or cmd_name)
        return found

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            leave_quietly()
        except (ValueError, Explained, OSError, RecursionError) as error:
            raise Refused(explained(error, language_of(ctx))) from None


def leave_quietly() -> NoReturn:
    """Whoever read has heard enough: that is no failure, and what is still in the pipe goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(0)


def explained(error: Exception, lang: str, where: str = "", names: Sequence[str] = ()) -> str:
    """An error of the floors below as a message; `where` is the file it was found in, `names` who plays."""
    if isinstance(error, SheetError):
        return "\n".join(f"{where or error.name}:{d.line}: {d.text.say(lang)}" for d in error.defects)
    if isinstance(error, RecordError):
        expected = Text("Erwartet", "Expected").say(lang)
        return f"{where}:{error.line}: {error.why.say(lang)} {expected}: {error.expected.say(lang)}"
    if isinstance(error, IllegalMove):
        return f"{error.named(names).say(lang)} [{error.clause}]"
    if isinstance(error, Explained):
        return f"{where}: {error.sentence.say(lang)}" if where else error.sentence.say(lang)
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}"
    return f"{where}: {error}" if where else str(error)


def read_text(path: Path, lang: str) -> str:
    """The text of a file; Refused where it is not UTF-8."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        why = Text("kein UTF-8-Text", "not UTF-8 text").say(lang)
        raise Refused(f"{path}:{line}: {why}") from None


def write_text(path: Path, text: str) -> None:
    """Write a file that a person asked for; folders above it are made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
