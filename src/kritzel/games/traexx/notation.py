"""Moves and outcomes as text and back, positions as text (docs/notation.md)."""

from __future__ import annotations

from kritzel.game import NotationError, Outcome, Text
from kritzel.games.traexx.material import COLOURS, Board, in_order
from kritzel.games.traexx.moves import DONE, Extend, Move
from kritzel.games.traexx.state import State, Track
from kritzel.mechanics.cells import each
from kritzel.mechanics.dice import read_off

MOVE = Text("ein Zug ist d4-c4 oder done", "a move is d4-c4 or done")


# Moves and outcomes ---------------------------------------------------------------------------------
def move_text(sheet: Board, move: Move) -> str:
    """A move as text: `d4-c4` or `done`."""
    return _chain_text(sheet, (move.end, move.to)) if isinstance(move, Extend) else "done"


def parse_move(sheet: Board, text: str) -> Move:
    """A text as move, legal or not."""
    if text.strip() == "done":
        return DONE
    cells = parse_chain(sheet, text.strip(), MOVE)
    if len(cells) != 2:
        de, en = MOVE
        raise NotationError(Text(f"{de}, nicht '{text.strip()}'", f"{en}, not '{text.strip()}'"))
    return Extend(*cells)


def outcome_text(state: State, outcome: Outcome) -> str:
    """The card drawn: `ryyg`."""
    return state.sheet.cards[outcome[0]]


def parse_outcome(state: State, text: str) -> Outcome:
    """A text as card of this board, whether it is still in the pack or not."""
    return (parse_card(state.sheet, read_off(text)),)


def parse_card(sheet: Board, text: str) -> int:
    """The kind of a card: `rgg`."""
    if text and not set(text) - set(COLOURS) and in_order(text) in sheet.cards:
        return sheet.cards.index(in_order(text))
    there = ", ".join(sheet.cards)
    raise NotationError(
        Text(f"keine Karte '{text}'; die Karten sind {there}", f"no card '{text}'; the cards are {there}")
    )


def _chain_text(sheet: Board, cells: tuple[int, ...]) -> str:
    return "-".join(sheet.names[cell] for cell in cells)


def parse_chain(sheet: Board, text: str, wanted: Text) -> tuple[int, ...]:
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
    sections = [_track_text(state.sheet, seat, track) for seat, track in enumerate(state.tracks)]
    return " | ".join([" ".join(words), *sections])


def _track_text(sheet: Board, seat: int, track: Track) -> str:
    said = {
        f"start={track.start}": track.start != seat + 1,
        f"line={_chain_text(sheet, track.line)}": len(track.line) > 1,
        f"full={numbers_text(track.full)}": track.full,
        f"half={numbers_text(track.half)}": track.half,
        f"new={_chain_text(sheet, track.new)}": track.new,
        "done": track.done,
    }
    return " ".join(word for word, needed in said.items() if needed) or "-"


def numbers_text(numbers: int) -> str:
    """Numbers as text: `3,8`."""
    return ",".join(str(number) for number in each(numbers))
