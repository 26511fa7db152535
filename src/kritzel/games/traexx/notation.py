"""Moves and outcomes as text and back, positions as text (docs/notation.md)."""

from __future__ import annotations

from kritzel.game import NotationError, Outcome, Seat, Text, Touch
from kritzel.games.traexx.lines import growing_ends
from kritzel.games.traexx.material import COLOURS, Sheet, in_order
from kritzel.games.traexx.moves import DONE, Extend, Move
from kritzel.games.traexx.state import Pad, State
from kritzel.mechanics.cells import each
from kritzel.mechanics.dice import read_off

MOVE = Text("ein Zug ist d4-c4 oder done", "a move is d4-c4 or done")


# Moves and outcomes ---------------------------------------------------------------------------------
def move_text(sheet: Sheet, move: Move) -> str:
    """A move as text: `d4-c4` or `done`."""
    return _chain_text(sheet, (move.end, move.to)) if isinstance(move, Extend) else "done"


def parse_move(sheet: Sheet, text: str) -> Move:
    """A text as move, legal or not."""
    if text.strip() == "done":
        return DONE
    cells = parse_chain(sheet, text.strip(), MOVE)
    if len(cells) != 2:
        de, en = MOVE
        raise NotationError(Text(f"{de}, nicht '{text.strip()}'", f"{en}, not '{text.strip()}'"))
    return Extend(*cells)


def touched(state: State, seat: Seat, touch: Touch) -> str:
    """A line to the cell: from the end in hand, else from the one that is closest."""
    sheet, ends = state.sheet, growing_ends(state.pads[seat])
    to = sheet.named.get(touch.cell, ends[0])
    near = min(ends, key=lambda end: sheet.grid.apart(end, to))
    return touch.kind or f"{touch.start or sheet.names[near]}-{touch.cell}"


def outcome_text(state: State, outcome: Outcome) -> str:
    """The card drawn: `ryyg`."""
    return state.sheet.cards[outcome[0]]


def parse_outcome(state: State, text: str) -> Outcome:
    """A text as card of this board, whether it is still in the pack or not."""
    return (parse_card(state.sheet, read_off(text)),)


def parse_card(sheet: Sheet, text: str) -> int:
    """The kind of a card: `rgg`."""
    if text and not set(text) - set(COLOURS) and in_order(text) in sheet.cards:
        return sheet.cards.index(in_order(text))
    there = ", ".join(sheet.cards)
    raise NotationError(
        Text(f"keine Karte '{text}'; die Karten sind {there}", f"no card '{text}'; the cards are {there}")
    )


def _chain_text(sheet: Sheet, cells: tuple[int, ...]) -> str:
    return "-".join(sheet.names[cell] for cell in cells)


def parse_chain(sheet: Sheet, text: str, wanted: Text) -> tuple[int, ...]:
    """Cells in a row: `e5-d5-d4`; `wanted` says what was expected where that is none."""
    names = text.split("-")
    if unknown := [name for name in names if name not in sheet.named]:
        raise NotationError(
            Text(
                f"{wanted.de}; '{unknown[0]}' ist kein Feld dieses Plans",
                f"{wanted.en}; '{unknown[0]}' is no cell of this board",
            )
        )
    return tuple(sheet.named[name] for name in names)


# Positions, written -----------------------------------------------------------------------------------
def position_text(state: State) -> str:
    """The whole table in one line."""
    cards = state.sheet.cards
    words = [f"traexx/{state.sheet.id}"]
    if state.seen:
        words.append("seen=" + ",".join(cards[kind] for kind in state.seen))
    if state.card is not None:
        words.append(f"card={cards[state.card]}")
    else:
        words.append("draw" if len(state.seen) < state.sheet.rounds else "over")
    sections = [_pad_text(state.sheet, seat, mine) for seat, mine in enumerate(state.pads)]
    return " | ".join([" ".join(words), *sections])


def _pad_text(sheet: Sheet, seat: int, mine: Pad) -> str:
    said = {
        f"start={mine.start}": mine.start != seat + 1,
        f"line={_chain_text(sheet, mine.line)}": len(mine.line) > 1,
        f"full={numbers_text(mine.full)}": mine.full,
        f"half={numbers_text(mine.half)}": mine.half,
        f"new={_chain_text(sheet, mine.new)}": mine.new,
        "done": mine.done,
    }
    return " ".join(word for word, needed in said.items() if needed) or "-"


def numbers_text(numbers: int) -> str:
    """Numbers as text: `3,8`."""
    return ",".join(str(number) for number in each(numbers))
