"""What the wire says of random games on every sheet, and the scenes it stands for: for tests of the pages.

The pages put scenes together from documents and changes (web/src/wire); here is what must come out.
`tools/pages.py check` writes it into a cache that is not kept, so that it is never stale.
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from kritzel.game import LANGUAGES, Decision, Setup
from kritzel.games.catalogue import GAMES, AnyGame, sheets
from kritzel.record import fair, walk
from kritzel.scene import Cell, Scene, Token
from kritzel.server.table import story
from kritzel.server.table.document import SheetDocument, option, sheet_document
from kritzel.server.table.view import SheetView, map_patch, sheet_of
from kritzel.server.wire.protocol import PROTOCOL

EXAMPLES = Path(__file__).parent.parent / "web/node_modules/.cache/wire_examples.json"
SEATS = 2
STEPS = 9
"""Looks at each game, from its beginning to its end."""


def main() -> None:
    every = [example(game, sheet) for slug, game in GAMES.items() for sheet in sheets(slug)]
    EXAMPLES.parent.mkdir(parents=True, exist_ok=True)
    EXAMPLES.write_bytes(msgspec.json.encode({"protocol": PROTOCOL, "sheets": every}))


def example(game: AnyGame, sheet: Any) -> dict[str, Any]:
    """One game on this sheet, as the first seat saw it."""
    document = sheet_document(game, sheet, SEATS)
    states = played(game, sheet)
    looks = [states[nth * (len(states) - 1) // (STEPS - 1)] for nth in range(STEPS)]
    steps: list[dict[str, Any]] = []
    before: dict[str, SheetView] = {}
    for state in looks:
        seen = [game.rules.view(state, None if seat else 0) for seat in range(SEATS)]
        shown = {str(seat): sheet_of(game, each, seat, document.sentence) for seat, each in enumerate(seen)}
        changes = map_patch(before, shown)
        steps.append({"changes": changes, **expected(game, seen), **moves(game, document, state)})
        before = shown
    return {"name": f"{game.slug}/{sheet.id}", "document": msgspec.Raw(document.encoded), "steps": steps}


def played(game: AnyGame, sheet: Any) -> list[Any]:
    """All states of one random game."""
    luck = Random(f"{game.slug} {sheet.id}")

    def choose(state: Any, seats: tuple[int, ...]) -> tuple[int, Any]:
        seat = luck.choice(seats)
        return seat, luck.choice(list(game.rules.moves(state, seat)))

    return [state for state, _ in walk(game, game.rules.start(Setup(sheet, SEATS)), choose, fair(luck))]


def expected(game: AnyGame, seen: list[Any]) -> dict[str, list[dict[str, Any]]]:
    """The scenes in both languages, without captions and legends: a page shows neither."""
    return {
        lang: [_plain(scene_json(game.scene(each, seat, lang))) for seat, each in enumerate(seen)]
        for lang in LANGUAGES
    }


def scene_json(part: Any) -> Any:
    """A scene as JSON: its parts are objects, all but tokens without their empty fields."""
    if isinstance(part, Scene | Cell):
        named = {each.name: getattr(part, each.name) for each in fields(part)}
    elif hasattr(part, "_asdict"):
        named = part._asdict()
    else:
        return [scene_json(each) for each in part] if isinstance(part, tuple) else part
    whole = isinstance(part, Scene | Token)
    return {name: scene_json(value) for name, value in named.items() if whole or not _is_empty(value)}


def _is_empty(value: Any) -> bool:
    """Zero is not empty: it is a place."""
    return value is None or value is False or value in ("", ())


def _plain(scene: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in scene.items() if name not in ("note", "legend")}


def moves(game: AnyGame, document: SheetDocument, state: Any) -> dict[str, Any]:
    """Moves as they travel and are told, and what they are."""
    pending, sheet = game.rules.pending(state), state.sheet
    listed = game.rules.moves(state, pending.seats[0]) if isinstance(pending, Decision) else ()
    said = [(game.words.say_move(sheet, move), game.notation.move_text(sheet, move)) for move in listed]
    return {
        "moves": [document.move(move) for move in listed],
        "options": [option(game, sheet, move) for move in listed],
        "log": [story.move_entry(0, *each, document) for each in said],
        "in_words": [story.move_entry(0, *each) for each in said],
    }


if __name__ == "__main__":
    main()
