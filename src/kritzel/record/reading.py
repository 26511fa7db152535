"""From the text of a record to the table it describes. Refuses what is broken: where, what for, why.

Every outcome and every move goes through the rules again, and what the record says about the end is
compared with what the rules say.
"""

from __future__ import annotations

from typing import Any

from kritzel.game import Chance, Decision, IllegalMove, IllegalOutcome, NotationError, Setup, Sheet, Text
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame
from kritzel.record.lines import Entry, RecordError, both, entries, found
from kritzel.record.table import Table
from kritzel.record.writing import end_lines
from kritzel.sheetfile import digest

REQUIRED = ("game", "sheet", "version", "hash", "rules", "seats")
HEAD = (*REQUIRED, "boards", "start")


def read(text: str, sheet: Sheet | None = None) -> Table:
    """The table of a record; `sheet` where it was played on a sheet of one's own. Raises RecordError."""
    said, last = entries(text)
    head, body = _parted(said, last)
    table = _laid(head, sheet)
    while body and not table.over:
        _carry_on(table, body.pop(0))
    if table.over:
        _expect_end(table, body, last)
    return table


def _parted(said: list[Entry], last: int) -> tuple[dict[str, Entry], list[Entry]]:
    """The head by its keys, and everything after it."""
    head: dict[str, Entry] = {}
    while said and said[0].key in HEAD:
        entry = said.pop(0)
        if entry.key in head:
            why = Text(f"`{entry.key}` steht zweimal da.", f"`{entry.key}` stands here twice.")
            raise RecordError(entry.line, Text("jedes Wort einmal", "each word once"), why)
        head[entry.key] = entry
    _expect_complete(head, said[0].line if said else last + 1)
    return head, said


def _expect_complete(head: dict[str, Entry], line: int) -> None:
    missing = [key for key in REQUIRED if key not in head]
    if missing:
        why = Text(f"`{missing[0]}` fehlt im Kopf.", f"`{missing[0]}` is missing in the head.")
        raise RecordError(line, both(f"{missing[0]}: ..."), why)
    if "boards" in head and "start" in head:
        why = Text("Die Stellung nennt die Tafeln schon.", "The position already names the boards.")
        raise RecordError(head["boards"].line, Text("nur `start`", "`start` alone"), why)


# The head --------------------------------------------------------------------------------------
def _laid(head: dict[str, Entry], own: Any) -> Table:
    game = _game(head["game"])
    sheet = _sheet(game, head, own)
    _expect_rules(head["rules"], game)
    names = [name.strip() for name in head["seats"].value.split(",")]
    boards = _numbers(head["boards"]) if "boards" in head else ()
    start = _position(game, sheet, head["start"]) if "start" in head else None
    try:
        if start is None:
            return Table.laid(game, Setup(sheet, len(names), boards), names)
        return Table(game, start, names)
    except ValueError as error:
        line = head.get("boards", head["seats"]).line
        raise RecordError(line, Text("Plätze, die passen", "seats that fit"), both(str(error))) from None


def _game(entry: Entry) -> AnyGame:
    try:
        return catalogue.game(entry.value)
    except catalogue.UnknownName as error:
        raise RecordError(entry.line, both(", ".join(catalogue.GAMES)), error.sentence) from None


def _sheet(game: AnyGame, head: dict[str, Entry], own: Any) -> Any:
    version = _number(head["version"])
    sheet = _kept(game, head["sheet"], version) if own is None else own
    if (sheet.game, sheet.id, sheet.version) != (game.slug, head["sheet"].value, version):
        there = both(f"{sheet.game}/{sheet.id}, version {sheet.version}")
        raise RecordError(
            head["sheet"].line, there, Text("Das ist ein anderes Blatt.", "This is another sheet.")
        )
    if digest(sheet.source) != head["hash"].value:
        why = Text("Das Blatt ist nicht mehr das von damals.", "The sheet is not the one it was played on.")
        raise RecordError(head["hash"].line, both(digest(sheet.source)), why)
    return sheet


def _kept(game: AnyGame, entry: Entry, version: int) -> Any:
    try:
        return catalogue.find(f"{game.slug}/{entry.value}", version)[1]
    except catalogue.UnknownName as error:
        there = Text("ein Blatt, das es gibt", "a sheet that exists")
        raise RecordError(entry.line, there, error.sentence) from None


def _expect_rules(entry: Entry, game: AnyGame) -> None:
    """A record is replayed by the rules it was played by."""
    version = _number(entry)
    if version != game.rules_version:
        de = f"Regelfassung {version} von {game.title.de} kennt dieses Kritzel nicht."
        en = f"This Kritzel does not know rules version {version} of {game.title.en}."
        raise RecordError(entry.line, both(str(game.rules_version)), Text(de, en))


def _position(game: AnyGame, sheet: Sheet, entry: Entry) -> Any:
    try:
        return game.parse_position(sheet, entry.value)
    except NotationError as error:
        raise RecordError(entry.line, Text("eine Stellung", "a position"), error.sentence) from None


def _number(entry: Entry) -> int:
    return _numbers(entry)[0]


def _numbers(entry: Entry) -> tuple[int, ...]:
    words = entry.value.split()
    if not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
        raise RecordError(entry.line, Text("Zahlen", "numbers"), found(entry.value))
    return tuple(int(word) for word in words)


# Outcomes and moves ----------------------------------------------------------------------------
def _carry_on(table: Table, entry: Entry) -> None:
    pending = table.pending
    if isinstance(pending, Chance):
        _reveal(table, pending.purpose, entry)
    else:
        _play(table, entry)


def _reveal(table: Table, purpose: str, entry: Entry) -> None:
    if entry.key != purpose:
        raise RecordError(entry.line, both(f"{purpose}: ..."), _misplaced(entry))
    try:
        table.reveal(entry.value)
    except (NotationError, IllegalOutcome) as error:
        raise RecordError(
            entry.line, Text("ein möglicher Wurf", "a possible outcome"), error.sentence
        ) from None


def _play(table: Table, entry: Entry) -> None:
    wanted = both(" / ".join(f"{seat}: ..." for seat in table.deciding))
    if entry.key not in [str(seat) for seat in table.seats]:
        raise RecordError(entry.line, wanted, _misplaced(entry))
    for text in entry.value.split(","):
        try:
            table.play(int(entry.key), text.strip())
        except IllegalMove as refused:
            de, en = (f"`{text.strip()}`: {words} [{refused.clause}]" for words in refused.sentence)
            raise RecordError(entry.line, _legal(table), Text(de, en)) from None
        except NotationError as error:
            raise RecordError(entry.line, _legal(table), error.sentence) from None


def _legal(table: Table) -> Text:
    """What would have been possible here, a few of it."""
    pending = table.pending
    if not isinstance(pending, Decision):
        return both(f"{pending.purpose}: ..." if isinstance(pending, Chance) else end_lines(table)[0])
    listed = [f"{seat}: {move}" for seat in pending.seats for move in table.moves(seat)]
    return both(" / ".join(listed[:6]) + (" ..." if len(listed) > 6 else ""))


def _misplaced(entry: Entry) -> Text:
    if entry.key in ("score", "result"):
        return Text("Das Spiel ist noch nicht zu Ende.", "The game is not over yet.")
    return found(f"{entry.key}: {entry.value}")


# The end ---------------------------------------------------------------------------------------
def _expect_end(table: Table, body: list[Entry], last: int) -> None:
    for wanted in end_lines(table):
        if not body:
            raise RecordError(last + 1, both(wanted), Text("Der Schluss fehlt.", "The end is missing."))
        entry = body.pop(0)
        if f"{entry.key}: {' '.join(entry.value.split())}" != wanted:
            raise RecordError(entry.line, both(wanted), found(f"{entry.key}: {entry.value}"))
    if body:
        why = Text("Nach dem Ergebnis kommt nichts mehr.", "Nothing comes after the result.")
        raise RecordError(body[0].line, Text("das Ende der Datei", "the end of the file"), why)
