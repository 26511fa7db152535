"""docs/protocol.md names every message and every field, and none that there is not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

import msgspec
import pytest

from kritzel.server.web import asking
from kritzel.server.wire import parts, protocol
from tests.cli.run import ROOT

PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")
ROWS = dict(re.findall(r"^\| `(\w+)`\*? \| (.*)\|$", PAGE, re.MULTILINE))
MESSAGES = (*get_args(protocol.FromPage), *get_args(protocol.FromServer))
PARTS: list[type[msgspec.Struct]] = [
    protocol.Touched,
    *[
        part
        for part in vars(parts).values()
        if isinstance(part, type) and issubclass(part, parts.Part) and part is not parts.Part
    ],
]


def named(row: str) -> set[str]:
    """The words in backticks, without those in brackets: they say more about a field."""
    return set(re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", row)))


def tag(message: type[msgspec.Struct]) -> str:
    return str(message.__struct_config__.tag)


@pytest.mark.parametrize("message", MESSAGES, ids=tag)
def test_every_message_is_told_with_its_fields(message: type[msgspec.Struct]) -> None:
    assert named(ROWS[tag(message)]) == set(message.__struct_fields__)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_every_part_is_told_with_its_fields(part: type[msgspec.Struct]) -> None:
    assert named(ROWS[part.__name__]) == set(part.__struct_fields__)


def test_what_is_left_out_is_marked() -> None:
    marked = set(re.findall(r"^\| `(\w+)`\* \|", PAGE, re.MULTILINE))
    assert marked == {part.__name__ for part in PARTS if part.__struct_config__.omit_defaults}


def test_the_field_of_the_kind_is_told() -> None:
    assert {message.__struct_config__.tag_field for message in MESSAGES} == {"t"}
    assert "its kind in the field `t`" in PAGE


def bodies() -> Iterator[type[msgspec.Struct]]:
    yield from (each for each in asking.Body.__subclasses__() if each.__module__ == asking.__name__)


def test_every_field_of_a_request_is_told() -> None:
    told = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", PAGE))))
    assert {
        (each.__name__, name) for each in bodies() for name in each.__struct_fields__ if name not in told
    } == set()
