"""Reading positions: from one line of text to a table that could have come about. Raises NotationError."""

from __future__ import annotations

from itertools import pairwise

from kritzel.game import NotationError, Text
from kritzel.games.traexx.lines import outer_ends, symbols_left
from kritzel.games.traexx.material import SEAT_COUNTS, Sheet
from kritzel.games.traexx.notation import numbers_text, parse_card, parse_chain
from kritzel.games.traexx.rules import fresh_pad, settled
from kritzel.games.traexx.state import Pad, State, cards_left
from kritzel.mechanics.cells import gather
from kritzel.position import Part, table_and_seats

NUMBER = "[1-9][0-9]?"
PHASES = ("draw", "card", "over")
TABLE_WORDS = ("seen=", "draw", "card=", "over")
SEAT_WORDS = ("start=", "line=", "full=", "half=", "new=", "done")
LINE = Text("eine Kette von Feldern wie e5-d5-d4", "a chain of cells like e5-d5-d4")
NUMBERS = Text("Zahlen wie 3,8", "numbers like 3,8")


def parse_position(sheet: Sheet, text: str) -> State:
    """The table from its line; a round in which all are done is settled."""
    most = min(SEAT_COUNTS[-1], len(sheet.starts))
    table, seats = table_and_seats(sheet, text, range(1, most + 1), TABLE_WORDS, SEAT_WORDS)
    seen, card = read_table(sheet, table)
    pads = tuple(read_pad(sheet, card, nth, seat) for nth, seat in enumerate(seats))
    starts = [mine.start for mine in pads]
    if len(set(starts)) < len(starts):
        de = f"jeder Platz braucht einen anderen Start, gefunden: {starts}"
        raise NotationError(Text(de, f"every seat needs another start, found {starts}"))
    return settled(State(sheet, seen, card, pads))


def read_table(sheet: Sheet, table: Part) -> tuple[tuple[int, ...], int | None]:
    """T1: the cards seen, and the one that lies there now."""
    phases = [word for word in PHASES if word in table]
    if len(phases) != 1:
        raise table.wrong(
            "genau eines von draw, card=KARTE, over erwartet", "one of draw, card=CARD, over expected"
        )
    seen = tuple(parse_card(sheet, card) for card in table["seen"].split(",")) if "seen" in table else ()
    card = parse_card(sheet, table["card"]) if "card" in table else None
    left = cards_left(sheet, seen if card is None else (*seen, card))
    if min(left) < 0:
        many = sheet.cards[left.index(min(left))]
        raise table.wrong(f"die Karte {many} ist zu oft da", f"the card {many} is there too often")
    if phases == ["draw"] and not any(left):
        raise table.wrong(
            "draw: alle Karten sind gesehen, also ist es vorbei",
            "draw: all cards are seen, so the game is over",
        )
    if phases == ["over"] and any(left):
        raise table.wrong(
            f"over: erst {len(seen)} von {sheet.rounds} Karten sind gesehen",
            f"over: only {len(seen)} of {sheet.rounds} cards are seen",
        )
    return seen, card


def read_pad(sheet: Sheet, card: int | None, nth: int, seat: Part) -> Pad:
    """One seat's section."""
    mine = read_line(sheet, seat, fresh_pad(sheet, seat.number("start", 1, len(sheet.starts), nth + 1)))
    check_numbers(sheet, seat, mine)
    return mine.running(read_new(sheet, card, seat, mine), "done" in seat)


def read_line(sheet: Sheet, seat: Part, fresh: Pad) -> Pad:
    """T3: one chain of adjacent cells, none twice, with the start cell in it."""
    full, half = (read_numbers(seat, key) for key in ("full", "half"))
    line = read_chain(sheet, seat, "line") or fresh.line
    if not set(fresh.line) <= set(line):
        name = sheet.names[fresh.line[0]]
        raise seat.wrong(
            f"die Linie muss das Startfeld {name} enthalten", f"the line must contain the start cell {name}"
        )
    return Pad(fresh.start, line, gather(line), full, half)


def read_chain(sheet: Sheet, seat: Part, key: str) -> tuple[int, ...]:
    """Adjacent cells in a row, none twice; none at all where the word is missing."""
    if key not in seat:
        return ()
    cells = parse_chain(sheet, seat.value(key, "[^-]+(?:-[^-]+)*", LINE), LINE)
    for one, other in pairwise(cells):
        if not sheet.around[one] >> other & 1:
            names = sheet.names[one], sheet.names[other]
            raise seat.wrong(
                f"{key}: {names[0]} und {names[1]} berühren sich nicht",
                f"{key}: {names[0]} and {names[1]} do not touch",
            )
    if len(set(cells)) < len(cells):
        raise seat.wrong(f"{key}: ein Feld steht zweimal da", f"{key}: a cell is there twice")
    return cells


def read_numbers(seat: Part, key: str) -> int:
    """A list of numbers, each once."""
    texts = seat.value(key, f"{NUMBER}(?:,{NUMBER})*", NUMBERS).split(",") if key in seat else []
    if len(set(texts)) < len(texts):
        raise seat.wrong(f"{key}: eine Zahl steht zweimal da", f"{key}: a number is there twice")
    return gather(int(text) for text in texts)


def check_numbers(sheet: Sheet, seat: Part, mine: Pad) -> None:
    """T5: every number on the line is scored once, in full or half; who came first is taken on trust."""
    start = sheet.starts[mine.start - 1]
    on_line = gather(sheet.numbers[cell] for cell in mine.line if cell in sheet.numbers and cell != start)
    if both := numbers_text(mine.full & mine.half):
        raise seat.wrong(
            f"die Zahl {both} steht in full= und half=", f"the number {both} is both in full= and half="
        )
    if missing := numbers_text(on_line & ~(mine.full | mine.half)):
        raise seat.wrong(
            f"die Linie erreicht {missing}: nenne es in full= oder half=",
            f"the line reaches {missing}: name it in full= or half=",
        )
    if extra := numbers_text((mine.full | mine.half) & ~on_line):
        raise seat.wrong(
            f"die Linie erreicht die Zahl {extra} nicht", f"the line does not reach the number {extra}"
        )


def read_new(sheet: Sheet, card: int | None, seat: Part, mine: Pad) -> tuple[int, ...]:
    """T2-T4: what is drawn in this round grows from one end and uses each symbol once."""
    if card is None and ("new" in seat or "done" in seat):
        raise seat.wrong(
            "new= und done brauchen eine card=, die daliegt", "new= and done need a card= that lies there"
        )
    if card is None or "new" not in seat:
        return ()
    new = read_chain(sheet, seat, "new")
    if len(new) < 2 or new[0] not in outer_ends(mine):
        raise seat.wrong(
            "new: beginnt an einem Ende der Linie und geht von dort weiter",
            "new: begins with an end of the line and goes on from there",
        )
    if gather(new[1:]) & mine.covered:
        raise seat.wrong("new: ein Feld liegt schon auf der Linie", "new: a cell is on the line already")
    if len(symbols_left(sheet, sheet.cards[card], new[1:])) + len(new) - 1 > len(sheet.cards[card]):
        shown = sheet.cards[card]
        raise seat.wrong(
            f"new: die Karte {shown} hat diese Farben nicht",
            f"new: the card {shown} does not have these colours",
        )
    return new
