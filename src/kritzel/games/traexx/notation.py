"""Moves, outcomes and positions as text and back (docs/notation.md). Raises NotationError."""

from __future__ import annotations

from itertools import pairwise

from kritzel.game import NotationError, Outcome, Seat, Text, Touch
from kritzel.games.traexx.rules import settle
from kritzel.games.traexx.sheet import COLOURS, DONE, SEAT_COUNTS, Extend, Move, Sheet, sort_symbols
from kritzel.games.traexx.state import Pad, State, cards_left, growing_ends, outer_ends, symbols_left
from kritzel.mechanics.cells import each, gather
from kritzel.mechanics.dice import read_off
from kritzel.position import Part, table_and_seats

MOVE = Text("ein Zug ist d4-c4 oder done", "a move is d4-c4 or done")
NUMBER = "[1-9][0-9]?"
PHASES = ("draw", "card", "over")
TABLE_WORDS = ("seen=", "draw", "card=", "over")
SEAT_WORDS = ("start=", "line=", "full=", "half=", "new=", "done")
LINE = Text("eine Kette von Feldern wie e5-d5-d4", "a chain of cells like e5-d5-d4")
NUMBERS = Text("Zahlen wie 3,8", "numbers like 3,8")


# Moves and outcomes ---------------------------------------------------------------------------------
def move_text(sheet: Sheet, move: Move) -> str:
    """A move as text: `d4-c4` or `done`."""
    return _chain_text(sheet, (move.end, move.to)) if isinstance(move, Extend) else "done"


def parse_move(sheet: Sheet, text: str) -> Move:
    if text.strip() == "done":
        return DONE
    cells = _parse_chain(sheet, text.strip(), MOVE)
    if len(cells) != 2:
        de, en = MOVE
        raise NotationError(Text(f"{de}, nicht '{text.strip()}'", f"{en}, not '{text.strip()}'"))
    return Extend(*cells)


def touch_text(state: State, seat: Seat, touch: Touch) -> str:
    """A tap as a move: to this cell, from the end in hand or else the closest one."""
    sheet, ends = state.sheet, growing_ends(state.pads[seat])
    to = sheet.named.get(touch.cell, ends[0])
    near = min(ends, key=lambda end: sheet.grid.apart(end, to))
    return touch.kind or f"{touch.start or sheet.names[near]}-{touch.cell}"


def outcome_text(state: State, outcome: Outcome) -> str:
    """The card drawn: `ryyg`."""
    return state.sheet.cards[outcome[0]]


def parse_outcome(state: State, text: str) -> Outcome:
    """A text as card of this board, in the pack or not."""
    return (_parse_card(state.sheet, read_off(text)),)


def _parse_card(sheet: Sheet, text: str) -> int:
    if text and not set(text) - set(COLOURS) and sort_symbols(text) in sheet.cards:
        return sheet.cards.index(sort_symbols(text))
    there = ", ".join(sheet.cards)
    de = f"keine Karte '{text}'; die Karten sind {there}"
    raise NotationError(Text(de, f"no card '{text}'; the cards are {there}"))


def _chain_text(sheet: Sheet, cells: tuple[int, ...]) -> str:
    return "-".join(sheet.names[cell] for cell in cells)


def _parse_chain(sheet: Sheet, text: str, wanted: Text) -> tuple[int, ...]:
    """Cells in a row: `e5-d5-d4`. An error begins with `wanted`."""
    names = text.split("-")
    if unknown := [name for name in names if name not in sheet.named]:
        de = f"{wanted.de}; '{unknown[0]}' ist kein Feld dieses Plans"
        raise NotationError(Text(de, f"{wanted.en}; '{unknown[0]}' is no cell of this board"))
    return tuple(sheet.named[name] for name in names)


# Positions, written -----------------------------------------------------------------------------------
def position_text(state: State) -> str:
    cards = state.sheet.cards
    words = [f"traexx/{state.sheet.id}"]
    if state.seen:
        words.append("seen=" + ",".join(cards[kind] for kind in state.seen))
    waiting = "draw" if len(state.seen) < state.sheet.rounds else "over"
    words.append(waiting if state.card is None else f"card={cards[state.card]}")
    sections = [_pad_text(state.sheet, seat, mine) for seat, mine in enumerate(state.pads)]
    return " | ".join([" ".join(words), *sections])


def _pad_text(sheet: Sheet, seat: int, mine: Pad) -> str:
    words = {
        f"start={mine.start}": mine.start != seat + 1,
        f"line={_chain_text(sheet, mine.line)}": len(mine.line) > 1,
        f"full={_numbers_text(mine.full)}": mine.full,
        f"half={_numbers_text(mine.half)}": mine.half,
        f"new={_chain_text(sheet, mine.new)}": mine.new,
        "done": mine.done,
    }
    return " ".join(word for word, needed in words.items() if needed) or "-"


def _numbers_text(numbers: int) -> str:
    return ",".join(str(number) for number in each(numbers))


# Positions, read ----------------------------------------------------------------------------------
def parse_position(sheet: Sheet, text: str) -> State:
    """The table of a position; a round in which all are done is settled."""
    most = min(SEAT_COUNTS[-1], len(sheet.starts))
    table, seats = table_and_seats(sheet, text, range(1, most + 1), TABLE_WORDS, SEAT_WORDS)
    seen, card = _read_table(sheet, table)
    pads = tuple(_read_pad(sheet, card, nth, seat) for nth, seat in enumerate(seats))
    starts = [mine.start for mine in pads]
    if len(set(starts)) < len(starts):
        de = f"jeder Platz braucht einen anderen Start, gefunden: {starts}"
        raise NotationError(Text(de, f"every seat needs another start, found {starts}"))
    return settle(State(sheet, seen, card, pads))


def _read_table(sheet: Sheet, table: Part) -> tuple[tuple[int, ...], int | None]:
    """T1: the cards seen, and the one of this round."""
    phases = [word for word in PHASES if word in table]
    if len(phases) != 1:
        raise table.wrong(
            "genau eines von draw, card=KARTE, over erwartet", "one of draw, card=CARD, over expected"
        )
    seen = tuple(_parse_card(sheet, card) for card in table["seen"].split(",")) if "seen" in table else ()
    card = _parse_card(sheet, table["card"]) if "card" in table else None
    left = cards_left(sheet, seen if card is None else (*seen, card))
    if min(left) < 0:
        many = sheet.cards[left.index(min(left))]
        raise table.wrong(f"die Karte {many} ist zu oft da", f"the card {many} is there too often")
    if phases == ["draw"] and not any(left):
        de = "draw: alle Karten sind gesehen, also ist es vorbei"
        raise table.wrong(de, "draw: all cards are seen, so the game is over")
    if phases == ["over"] and any(left):
        de = f"over: erst {len(seen)} von {sheet.rounds} Karten sind gesehen"
        raise table.wrong(de, f"over: only {len(seen)} of {sheet.rounds} cards are seen")
    return seen, card


def _read_pad(sheet: Sheet, card: int | None, nth: int, seat: Part) -> Pad:
    """T3: one chain of adjacent cells, none twice, with the start cell in it."""
    number = seat.number("start", 1, len(sheet.starts), nth + 1)
    start = sheet.starts[number - 1]
    full, half = (_read_numbers(seat, key) for key in ("full", "half"))
    line = _read_chain(sheet, seat, "line") or (start,)
    if start not in line:
        de = f"die Linie muss das Startfeld {sheet.names[start]} enthalten"
        raise seat.wrong(de, f"the line must contain the start cell {sheet.names[start]}")
    mine = Pad(number, line, gather(line), full, half)
    _check_numbers(sheet, seat, mine)
    return mine.with_round(_read_new(sheet, card, seat, mine), "done" in seat)


def _read_chain(sheet: Sheet, seat: Part, key: str) -> tuple[int, ...]:
    """Adjacent cells in a row, none twice; empty if the word is missing."""
    if key not in seat:
        return ()
    cells = _parse_chain(sheet, seat.value(key, "[^-]+(?:-[^-]+)*", LINE), LINE)
    for one, other in pairwise(cells):
        if not sheet.around[one] >> other & 1:
            first, second = sheet.names[one], sheet.names[other]
            de = f"{key}: {first} und {second} berühren sich nicht"
            raise seat.wrong(de, f"{key}: {first} and {second} do not touch")
    if len(set(cells)) < len(cells):
        raise seat.wrong(f"{key}: ein Feld steht zweimal da", f"{key}: a cell is there twice")
    return cells


def _read_numbers(seat: Part, key: str) -> int:
    """A list of numbers, each once."""
    texts = seat.value(key, f"{NUMBER}(?:,{NUMBER})*", NUMBERS).split(",") if key in seat else []
    if len(set(texts)) < len(texts):
        raise seat.wrong(f"{key}: eine Zahl steht zweimal da", f"{key}: a number is there twice")
    return gather(int(text) for text in texts)


def _check_numbers(sheet: Sheet, seat: Part, mine: Pad) -> None:
    """T5: every number on the line is scored once, in full or half. Which of them is not checked."""
    start = sheet.starts[mine.start - 1]
    on_line = gather(sheet.numbers[cell] for cell in mine.line if cell in sheet.numbers and cell != start)
    if both := _numbers_text(mine.full & mine.half):
        de = f"die Zahl {both} steht in full= und half="
        raise seat.wrong(de, f"the number {both} is both in full= and half=")
    if missing := _numbers_text(on_line & ~(mine.full | mine.half)):
        de = f"die Linie erreicht {missing}: nenne es in full= oder half="
        raise seat.wrong(de, f"the line reaches {missing}: name it in full= or half=")
    if extra := _numbers_text((mine.full | mine.half) & ~on_line):
        de = f"die Linie erreicht die Zahl {extra} nicht"
        raise seat.wrong(de, f"the line does not reach the number {extra}")


def _read_new(sheet: Sheet, card: int | None, seat: Part, mine: Pad) -> tuple[int, ...]:
    """T2-T4: what is drawn in this round grows from one end and uses each symbol once."""
    if card is None and ("new" in seat or "done" in seat):
        raise seat.wrong(
            "new= und done brauchen eine card=, die daliegt", "new= and done need a card= that lies there"
        )
    if card is None or "new" not in seat:
        return ()
    new = _read_chain(sheet, seat, "new")
    if len(new) < 2 or new[0] not in outer_ends(mine):
        raise seat.wrong(
            "new: beginnt an einem Ende der Linie und geht von dort weiter",
            "new: begins with an end of the line and goes on from there",
        )
    if gather(new[1:]) & mine.covered:
        raise seat.wrong("new: ein Feld liegt schon auf der Linie", "new: a cell is on the line already")
    if len(symbols_left(sheet, sheet.cards[card], new[1:])) + len(new) - 1 > len(sheet.cards[card]):
        de = f"new: die Karte {sheet.cards[card]} hat diese Farben nicht"
        raise seat.wrong(de, f"new: the card {sheet.cards[card]} does not have these colours")
    return new
