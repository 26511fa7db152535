"""The same furniture in every room: the same modules, and the same thing under the same name in each."""

from __future__ import annotations

import ast
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from kritzel.games.catalogue import GAMES
from tests.house import tree

OWN = {
    "games/dizzle/captions": "the sheet has more to label than fits beside its scene",
    "games/dizzle/passes": "a pass has a beginning, turns and an end with a chapter of its own",
    "games/dizzle/placing": "where something may go, shared by rules, refusals and scene",
    "games/border/crossing": "which cells may be crossed, shared by rules, refusals and scene",
    "games/traexx/lines": "which way a line may grow, shared by rules, refusals and scene",
    "fast/dizzle/passes": "as in games/dizzle",
    "fast/dizzle/placing": "as in games/dizzle",
    "fast/dizzle/rails": "where rails lead, shared by scoring and minds",
    "minds/dizzle/loops": "routes of rails that the planner hopes to close",
    "minds/dizzle/marks": "features of crosses, goals and points",
    "minds/dizzle/cell_values": "what cells are worth to the planner",
    "minds/dizzle/prospect": "what a table promises at the end of a line of the master's tree",
    "minds/dizzle/tracks": "features of rails",
    "minds/dizzle/tree": "the master's lines of moves and throws",
    "minds/border/company": "what the others do with the dice left",
    "minds/border/endgame": "the last round, counted out",
    "minds/border/outlook": "what areas promise, for the planner",
    "minds/border/search_state": "a table with imagined crosses",
    "minds/border/throws": "which dice are kept",
    "minds/border/turn": "a turn before its first throw",
    "minds/traexx/ways": "every way to draw a card, for the bots that plan",
}
"""What only one room has, and why."""

NAMES = {
    "counting": {"COUNTING", "crossable", "crossed"},
    "facts": {"FACTS"},
    "material": {"SLUG", "SEAT_COUNTS", "Sheet"},
    "moves": {"Move"},
    "refusals": {"refusal"},
    "scoring": {"score", "ranking"},
    "state": {"Pad", "State"},
}
"""What is not part of the contract and yet has the same name in every room."""


def floors() -> list[Path]:
    """Where every game has a room."""
    return sorted({path.parent for slug in tree.ROOMS for path in tree.SOURCES.glob(f"*/{slug}/")})


@pytest.mark.parametrize("floor", floors(), ids=lambda floor: floor.name)
def test_every_room_has_the_same_modules(floor: Path) -> None:
    rooms = {slug: modules(floor / slug) for slug in tree.ROOMS}
    every = set().union(*rooms.values())
    lacking = {
        f"{floor.name}/{slug}/{name}"
        for slug, there in rooms.items()
        for name in every - there
        if not owned(floor, name)
    }
    assert not lacking, "\n".join(["in one room and not in these; see OWN", *sorted(lacking)])


def test_what_a_room_has_for_itself_is_there_and_nowhere_else() -> None:
    for name in OWN:
        floor, slug, module = name.split("/")
        there = [room for room in tree.ROOMS if (tree.SOURCES / floor / room / f"{module}.py").exists()]
        assert there == [slug], f"{name} is no longer its own"


@pytest.mark.parametrize("part", [field.name for field in fields(GAMES["dizzle"])])
def test_the_contract_is_answered_by_the_same_names(part: str) -> None:
    answers = {slug: answering(game, part) for slug, game in GAMES.items() if slug in tree.ROOMS}
    assert len({name for name in answers.values() if name}) <= 1, answers


@pytest.mark.parametrize("slug", tree.ROOMS)
@pytest.mark.parametrize("module", NAMES)
def test_the_rest_has_the_same_names(module: str, slug: str) -> None:
    assert NAMES[module] - public(tree.GAMES / slug / f"{module}.py") == set()


def modules(room: Path) -> set[str]:
    return {path.stem for path in room.glob("*.py")}


def owned(floor: Path, name: str) -> bool:
    return any(f"{floor.name}/{slug}/{name}" in OWN for slug in tree.ROOMS)


def answering(game: Any, part: str) -> str:
    """Where a game answers for a part of the contract, within its room; empty where it has nothing to say."""
    answer = getattr(game, part)
    home = getattr(answer, "__module__", "")
    return (
        f"{home.removeprefix(game.home)}.{answer.__name__}"
        if callable(answer) and home != "kritzel.game"
        else ""
    )


def public(path: Path) -> set[str]:
    """What a module calls its own."""
    return {name for node in tree.syntax(path).body for name in _named(node) if not name.startswith("_")}


def _named(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Assign):
        return [ast.unparse(target) for target in node.targets]
    return [ast.unparse(node.target)] if isinstance(node, ast.AnnAssign) else []
