"""What travels is typed once, in `server/wire`: no page says again by hand what an answer looks like."""

from __future__ import annotations

import re

import pytest

from kritzel.server.wire.schema import schema
from tests.house import tree

MADE = "web/src/wire/protocol.ts"
FEW = 3
"""So few names two things may share by chance: `kind` and `name`."""
BODY = re.compile(r"\{([^{}]*)\}")
FIELD = re.compile(r"^\s*(?:readonly )?(\w+)\??:\s")
TYPED = re.compile(r"\b(?:interface \w+[^{]*|type \w+[^=]*= )(?=\{)")


def test_no_page_types_by_hand_what_travels() -> None:
    known = travelling()
    found = [
        f"{tree.name_of(path)}: {sorted(shape)} is {known[shape]}"
        for path in tree.pages()
        if tree.name_of(path) != MADE
        for shape in typed(path.read_text("utf-8"))
        if shape in known
    ]
    assert not found, "\n".join(["import it from wire/protocol.ts", *found])


def test_only_one_file_sends_requests() -> None:
    senders = [
        tree.name_of(path) for path in tree.pages() if re.search(r"\bfetch\(", path.read_text("utf-8"))
    ]
    assert senders == ["web/src/wire/api.ts"]


def travelling() -> dict[frozenset[str], str]:
    """Every shape that travels by the names of its fields."""
    parts = {name: told.get("properties", {}) for name, told in schema()["$defs"].items() if name != "Calls"}
    return {frozenset(fields): name for name, fields in parts.items() if len(fields) >= FEW}


def typed(text: str) -> list[frozenset[str]]:
    """The names of the fields of every shape that is written in a page."""
    found = [BODY.match(text, start.end()) for start in TYPED.finditer(text)]
    lines = [re.split(r"[;\n]", body[1]) for body in found if body]
    return [frozenset(field[1] for line in each if (field := FIELD.match(line))) for each in lines]


@pytest.mark.parametrize(
    "planted",
    [
        "export interface Gain {\n  seat: number;\n  key: string;\n  points: number;\n}\n",
        "type Won = { key: string; points: number; seat: number };",
        "interface Way extends It {\n  possible: boolean;\n  open?: boolean;\n  readonly address: string;\n}",
    ],
)
def test_a_shape_that_is_typed_again_is_found(planted: str) -> None:
    (shape,) = typed(planted)
    assert shape in travelling()
