"""Reading positions: from one line of text to a table that could have come about. Raises NotationError."""

from __future__ import annotations

import re
from itertools import pairwise

from kritzel.game import NotationError
from kritzel.games.traexx.lines import outer_ends, symbols_left
from kritzel.games.traexx.material import SEAT_COUNTS, Board
from kritzel.games.traexx.notation import numbers_text, parse_card, parse_chain
from kritzel.games.traexx.rules import fresh_track, settled
from kritzel.games.traexx.state import State, Track, cards_left
from kritzel.mechanics.cells import gather

_NUMBER = re.compile(r"[1-9][0-9]?")
_TABLE_WORDS = ("seen=", "draw", "card=", "over")
_PHASES = ("draw", "card=", "over")
_SEAT_WORDS = ("start=", "line=", "full=", "half=", "new=", "done")


def parse_position(sheet: Board, text: str) -> State:
    """The table from its line; a round in which all are done is settled."""
    table, *sections = text.split("|")
    name, *words = table.split() or [""]
    if name != f"traexx/{sheet.id}":
        raise NotationError(f"the position must begin with traexx/{sheet.id}, not {name!r}")
    seen, card = _parse_table(sheet, _parse_words(words, _TABLE_WORDS, "the table"))
    most = min(SEAT_COUNTS[-1], len(sheet.starts))
    if not 1 <= len(sections) <= most:
        raise NotationError(f"expected 1 to {most} seats, each after a bar |, found {len(sections)}")
    tracks = tuple(_parse_seat(sheet, card, seat, section) for seat, section in enumerate(sections))
    starts = [track.start for track in tracks]
    if len(set(starts)) < len(starts):
        raise NotationError(f"every seat needs another start, found {starts}")
    return settled(State(sheet, seen, card, tracks))


def _parse_words(words: list[str], known: tuple[str, ...], where: str) -> dict[str, str]:
    """The words of a section: `key=` to value, single words to nothing."""
    said: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if key + equals not in known:
            raise NotationError(f"{where}: unknown word {word!r}; known are {' '.join(known)}")
        if key + equals in said:
            raise NotationError(f"{where}: {key + equals!r} is there twice")
        said[key + equals] = value
    return said


def _parse_table(sheet: Board, said: dict[str, str]) -> tuple[tuple[int, ...], int | None]:
    """T1: the cards seen, and the one that lies there now."""
    phases = [word for word in _PHASES if word in said]
    if len(phases) != 1:
        raise NotationError("the table needs one of draw, card=CARD, over")
    seen = tuple(parse_card(sheet, card) for card in said["seen="].split(",")) if "seen=" in said else ()
    card = parse_card(sheet, said["card="]) if "card=" in said else None
    left = cards_left(sheet, seen if card is None else (*seen, card))
    if min(left) < 0:
        raise NotationError(f"the card {sheet.cards[left.index(min(left))]} is there too often")
    if phases == ["draw"] and not any(left):
        raise NotationError("draw: all cards are seen, so the game is over")
    if phases == ["over"] and any(left):
        raise NotationError(f"over: only {len(seen)} of {sheet.rounds} cards are seen")
    return seen, card


def _parse_seat(sheet: Board, card: int | None, seat: int, section: str) -> Track:
    where, words = f"seat {seat}", section.split()
    if not words:
        raise NotationError(f"{where}: an empty section is written -")
    said = _parse_words([] if words == ["-"] else words, _SEAT_WORDS, where)
    try:
        track = _parse_line(sheet, said, fresh_track(sheet, _parse_start(sheet, seat, said)))
        _check_numbers(sheet, track)
        new = _parse_new(sheet, card, said, track)
    except NotationError as error:
        raise NotationError(f"{where}: {error}") from None
    return track.running(new, "done" in said)


def _parse_start(sheet: Board, seat: int, said: dict[str, str]) -> int:
    text = said.get("start=", str(seat + 1))
    if not _NUMBER.fullmatch(text) or int(text) > len(sheet.starts):
        raise NotationError(f"start is a number from 1 to {len(sheet.starts)}, not {text!r}")
    return int(text)


def _parse_line(sheet: Board, said: dict[str, str], fresh: Track) -> Track:
    """T3: one chain of adjacent cells, none twice, with the start cell in it."""
    full, half = (_parse_numbers(said, key) for key in ("full=", "half="))
    line = fresh.line
    if "line=" in said:
        line = parse_chain(sheet, said["line="], "line is a chain of cells like e5-d5-d4")
    if not set(fresh.line) <= set(line):
        raise NotationError(f"the line must contain the start cell {sheet.names[fresh.line[0]]}")
    _check_chain(sheet, line, "line")
    return Track(fresh.start, line, gather(line), full, half)


def _check_chain(sheet: Board, cells: tuple[int, ...], word: str) -> None:
    for one, other in pairwise(cells):
        if not sheet.around[one] >> other & 1:
            raise NotationError(f"{word}: {sheet.names[one]} and {sheet.names[other]} do not touch")
    if len(set(cells)) < len(cells):
        raise NotationError(f"{word}: a cell is there twice")


def _parse_numbers(said: dict[str, str], key: str) -> int:
    texts = said[key].split(",") if key in said else []
    if not all(_NUMBER.fullmatch(text) for text in texts):
        raise NotationError(f"{key} expects numbers like 3,8, not {said[key]!r}")
    if len(set(texts)) < len(texts):
        raise NotationError(f"{key} has a number twice")
    return gather(int(text) for text in texts)


def _check_numbers(sheet: Board, track: Track) -> None:
    """T5: every number on the line is scored once, in full or half; who came first is taken on trust."""
    start = sheet.starts[track.start - 1]
    on_line = gather(sheet.numbers[cell] for cell in track.line if cell in sheet.numbers and cell != start)
    if both := track.full & track.half:
        raise NotationError(f"the number {numbers_text(both)} is both in full= and half=")
    if missing := on_line & ~(track.full | track.half):
        raise NotationError(f"the line reaches {numbers_text(missing)}: name it in full= or half=")
    if extra := (track.full | track.half) & ~on_line:
        raise NotationError(f"the line does not reach the number {numbers_text(extra)}")


def _parse_new(sheet: Board, card: int | None, said: dict[str, str], track: Track) -> tuple[int, ...]:
    """T2-T4: what is drawn in this round grows from one end and uses each symbol once."""
    if card is None and ("new=" in said or "done" in said):
        raise NotationError("new= and done need a card= that lies there")
    if card is None or "new=" not in said:
        return ()
    new = parse_chain(sheet, said["new="], "new is a chain of cells like d4-c4-c5")
    if len(new) < 2 or new[0] not in outer_ends(track):
        raise NotationError("new must begin with an end of the line and go on from there")
    _check_chain(sheet, new, "new")
    if gather(new[1:]) & track.covered:
        raise NotationError("new: a cell is on the line already")
    if len(symbols_left(sheet, sheet.cards[card], new[1:])) + len(new) - 1 > len(sheet.cards[card]):
        raise NotationError(f"new: the card {sheet.cards[card]} does not have these colours")
    return new
