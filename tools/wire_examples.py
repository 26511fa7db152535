"""What the wire says of random games on every sheet, and the scenes it stands for: for tests of the pages.

The pages put scenes together from documents and changes (web/src/wire); here is what must come out.
`tools/pages.py check` writes it into a cache that is not kept, so that it is never stale.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec

from kritzel.game import LANGUAGES, Decision, Setup
from kritzel.games.catalogue import GAMES, AnyGame, sheets
from kritzel.layout import Picture
from kritzel.record import fair, walk
from kritzel.server.table import story
from kritzel.server.view.book import Book, book
from kritzel.server.view.changes import told
from kritzel.server.view.pictures import drawn
from kritzel.server.view.scenes import part
from kritzel.server.wire.parts import Drawn
from kritzel.server.wire.protocol import PROTOCOL
from kritzel.server.wire.scenes import Scene

EXAMPLES = Path(__file__).parent.parent / "web/node_modules/.cache/wire_examples.json"
SEATS = 2
STEPS = 9
"""So many looks at each game, from its beginning to its end."""


def main() -> None:
    every = [example(game, sheet) for slug, game in GAMES.items() for sheet in sheets(slug)]
    EXAMPLES.parent.mkdir(parents=True, exist_ok=True)
    EXAMPLES.write_bytes(msgspec.json.encode({"protocol": PROTOCOL, "sheets": every}))


def example(game: AnyGame, sheet: Any) -> dict[str, Any]:
    """One game on this sheet, as somebody on the first seat saw it."""
    printed = book(game, sheet, SEATS)
    states = played(game, sheet)
    looks = [states[nth * (len(states) - 1) // (STEPS - 1)] for nth in range(STEPS)]
    steps: list[dict[str, Any]] = []
    before: list[Picture | None] = [None] * SEATS
    for state in looks:
        seen = [game.view(state, None if seat else 0) for seat in range(SEATS)]
        pictures = [game.picture(each, seat, game.moves(each, seat)) for seat, each in enumerate(seen)]
        new = changes(game, printed, seen, before, pictures)
        steps.append({"pictures": new, **expected(game, seen), **moves(game, printed, state)})
        before = [*pictures]
    return {"name": f"{game.slug}/{sheet.id}", "document": msgspec.Raw(printed.bytes), "steps": steps}


def played(game: AnyGame, sheet: Any) -> list[Any]:
    """All states of one random game."""
    luck = Random(f"{game.slug} {sheet.id}")

    def choose(state: Any, seats: tuple[int, ...]) -> tuple[int, Any]:
        seat = luck.choice(seats)
        return seat, luck.choice(list(game.moves(state, seat)))

    return [state for state, _ in walk(game, game.start(Setup(sheet, SEATS)), choose, fair(luck))]


def changes(
    game: AnyGame, printed: Book, seen: list[Any], old: list[Picture | None], new: list[Picture]
) -> list[Drawn]:
    """What is new on each sheet."""
    boards = [game.board(each, seat) for seat, each in enumerate(seen)]
    made = [
        drawn(seat, old[seat], new[seat], board, printed.layouts[board - 1], printed.sentence)
        for seat, board in enumerate(boards)
    ]
    return [one for one in made if one is not None]


def expected(game: AnyGame, seen: list[Any]) -> dict[str, list[Scene]]:
    """The scenes in both languages, without captions and legends: a page shows neither."""
    return {
        lang: [
            msgspec.structs.replace(part(game.scene(each, seat, lang)), note="", legend=())
            for seat, each in enumerate(seen)
        ]
        for lang in LANGUAGES
    }


def moves(game: AnyGame, printed: Book, state: Any) -> dict[str, Any]:
    """Moves as they travel and are told, and what they are."""
    pending, sheet = game.pending(state), state.sheet
    listed = game.moves(state, pending.seats[0]) if isinstance(pending, Decision) else ()
    entries = [
        msgspec.structs.replace(story.moved(0, game.say_move(sheet, move), game.move_text(sheet, move)), n=n)
        for n, move in enumerate(listed, 1)
    ]
    return {
        "moves": [printed.move(move) for move in listed],
        "options": [printed.option(move) for move in listed],
        "told": told(printed, entries),
        "spoken": entries,
    }


if __name__ == "__main__":
    main()
