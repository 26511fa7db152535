"""`kritzel dice`: whether the dice of a recorded game are the promised ones."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from kritzel.cli.errors import Refused, explained, read_text
from kritzel.cli.language import FILE, command, json_option, lang_option, option
from kritzel.cli.output import say_json
from kritzel.cli.server_access import require_serve
from kritzel.game import Text
from kritzel.record import RecordError

if TYPE_CHECKING:
    from kritzel.server.table.dice_proof import Checked, Proof

TRUE = Text(
    "Alle {draws} Würfe und Karten stimmen ({scheme}).", "All {draws} rolls and cards are true ({scheme})."
)
SEALED = Text(
    "{seals} Geräte haben geöffnet, was sie versiegelt hatten. Gemischt wurde {round}-mal.",
    "{seals} devices opened what they had sealed. Rounds of mixing: {round}.",
)
UNSEALED = Text(
    "Es spielten nur Bots: Wer den Server betrieb, hätte sich die Würfel aussuchen können.",
    "Only bots played: whoever ran the server could have picked the dice.",
)
NAMED = Text("Namen und Plätze sind die der Partie.", "Names and seats are those of the game.")
ERASED = Text(
    "Ein Name wurde nach der Partie gelöscht: Ob die anderen stimmen, lässt sich nicht mehr prüfen.",
    "A name was erased after the game: whether the others are true can no longer be checked.",
)
UNSEEN = Text(
    "Ob es das Versprechen eurer Partie war, sagt --promise. Wer den Server betreibt, kann die Würfe gekannt "
    "haben.",
    "Whether it was the promise of your game is told by --promise. Whoever runs the server may have known "
    "the dice.",
)
KNOWN = Text(
    "Es ist das Versprechen, das ihr gesehen habt. Wer den Server betreibt, kann die Würfe gekannt haben.",
    "It is the promise you saw. Whoever runs the server may have known the dice.",
)
OTHER = Text("Das ist nicht das Versprechen, das ihr gesehen habt.", "That is not the promise you saw.")


@command("Die Würfel einer Mitschrift prüfen (docs/dice.md).", "Check the dice of a record (docs/dice.md).")
@click.argument("file", type=FILE)
@option(
    "--promise", de="Was versprochen war, oder der Anfang davon.", en="What was promised, or its beginning."
)
@json_option
@lang_option
def dice(file: Path, promise: str | None, as_json: bool, lang: str) -> None:
    """Exit code 1 where something is not true."""
    require_serve()
    from kritzel.server.table import dice_proof

    text = read_text(file, lang).replace("\r\n", "\n")
    try:
        proof = dice_proof.proof_of(text)
        _expect_promise(proof, promise, lang)
        found = dice_proof.verify(text)
    except dice_proof.NotProven as error:
        _print_lie(file, error.code, error.words, as_json, lang)
    except RecordError as error:
        raise Refused(explained(error, lang, str(file))) from None
    if as_json:
        say_json("dice", true=True, **found._asdict(), promise=proof.commit)
    else:
        _print(found, bool(promise), lang)


def _expect_promise(proof: Proof, promise: str | None, lang: str) -> None:
    """Raises Refused where it is no promise, NotProven where the record has another one."""
    from kritzel.server.table.dice_proof import NotProven

    if promise is None:
        return
    if len(promise) < 8 or set(promise) - set("0123456789abcdef"):
        why = Text(
            "8 bis 64 Hexziffern, wie sie der Tisch zeigt", "8 to 64 hex digits, as the table shows them"
        )
        raise Refused(f"--promise {promise}: {why.say(lang)}")
    if not proof.commit.startswith(promise):
        raise NotProven("promise", OTHER)


def _print_lie(file: Path, code: str, words: Text, as_json: bool, lang: str) -> NoReturn:
    if as_json:
        say_json("dice", true=False, code=code, words=words.say(lang))
    else:
        click.echo(f"{file}: {words.say(lang)}")
    sys.exit(1)


def _print(found: Checked, known: bool, lang: str) -> None:
    gaps = found._asdict()
    click.echo(TRUE.filled(**gaps).say(lang))
    click.echo((SEALED if found.seals else UNSEALED).filled(**gaps).say(lang))
    click.echo((NAMED if found.names else ERASED).say(lang))
    click.echo((KNOWN if known else UNSEEN).say(lang))
