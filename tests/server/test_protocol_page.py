"""docs/protocol.md is made from the words of the wire: every message, every field, examples that are real."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import msgspec
import pytest
from starlette.routing import Route

from kritzel import layout
from kritzel.server.web import api, asking, documents, pads, school, shelf
from kritzel.server.wire import parts, protocol, scenes
from tools import protocol_page as tool

PAGE = tool.PAGE.read_text("utf-8")
BLOCKS = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
MESSAGES = (*get_args(protocol.FromPage), *get_args(protocol.FromServer))
KINDS = {tool.name(message): message for message in MESSAGES}
BASES = (parts.Part, protocol.Message, protocol.Answer, asking.Body, asking.House)
ROUTES: list[Any] = [*api.ROUTES, *shelf.ROUTES, *documents.ROUTES, *pads.ROUTES, *school.ROUTES]


def own(module: ModuleType) -> list[type[Any]]:
    """The classes of a module that travel."""
    every = [each for each in vars(module).values() if isinstance(each, type)]
    mine = [each for each in every if each.__module__ == module.__name__ and each not in BASES]
    return [each for each in mine if issubclass(each, msgspec.Struct) or dataclasses.is_dataclass(each)]


def rows(block: str) -> dict[str, str]:
    """The fields of each row of a table on the page."""
    made = re.search(rf"<!-- made by tools/protocol_page.py: {block} -->\n(.*?)<!-- end -->", PAGE, re.DOTALL)
    assert made, block
    return dict(re.findall(r"^\| `(\w+)` \| .* \| (.*?) ?\|$", made[1], re.MULTILINE))


def test_the_page_is_not_stale() -> None:
    assert tool.page(PAGE) == PAGE, "run python -m tools.protocol_page"


def test_what_somebody_typed_into_a_table_is_made_anew() -> None:
    typed = PAGE.replace("`last_version`? Version", "`last` Version")
    assert typed != PAGE
    assert tool.page(typed) == PAGE


def test_a_stale_page_is_told_by_the_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "protocol.md"
    page.write_text(PAGE.replace("`last_version`? Version", "`last` Version"), "utf-8")
    monkeypatch.setattr(tool, "PAGE", page)
    assert tool.main(["--check"]) == 1
    assert "run python -m tools.protocol_page" in capsys.readouterr().out
    assert tool.main([]) == 0
    assert tool.main(["--check"]) == 0
    assert page.read_text("utf-8") == PAGE


def test_everything_that_can_be_made_stands_on_the_page() -> None:
    assert {name for _, name, _ in tool.BLOCK.findall(PAGE)} == set(tool.MADE)


@pytest.mark.parametrize("module", [parts, scenes, protocol, asking, layout], ids=lambda it: it.__name__)
def test_nothing_that_travels_is_left_out(module: ModuleType) -> None:
    told = {*MESSAGES, protocol.Touched, *tool.NEWS, *tool.DOCUMENT, *tool.SCENES, *tool.ASKED, *tool.ANSWERS}
    assert [each.__name__ for each in own(module) if each not in told] == []


def test_every_field_of_a_message_is_named() -> None:
    told = rows("pages") | rows("server")
    named = {kind: re.findall(r"`(\w+)`\??", fields) for kind, fields in told.items() if kind in KINDS}
    usual = {"1", "en"}
    assert {kind: [each for each in some if each not in usual] for kind, some in named.items()} == {
        kind: list(message.__struct_fields__) for kind, message in KINDS.items()
    }


def test_what_may_be_left_out_is_marked() -> None:
    marked = re.findall(r"`(\w+)`\?", rows("news")["Hand"])
    assert marked == ["moves", "undo"]
    assert "?" not in rows("news")["Dice"]
    assert "`protocol`? number = `1`" in rows("pages")["hello"]


# Examples --------------------------------------------------------------------------------------
def test_there_are_examples_of_the_order_of_things() -> None:
    told = [block.get("t", "document") for block in BLOCKS]
    assert told == ["hello", "table", "document", "move", "update", "move", "refused", "why", "because"]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: str(block.get("t", "document")))
def test_an_example_is_a_message(block: dict[str, Any]) -> None:
    """Read as its kind and written again it is the same: no field that there is not, none that is missing."""
    kind = KINDS[block["t"]] if "t" in block else parts.Document
    assert json.loads(protocol.encode(msgspec.convert(block, kind))) == block


def test_what_a_page_says_in_an_example_is_understood() -> None:
    page = [block for block in BLOCKS if block.get("t") in ("hello", "move", "why")]
    assert [tool.name(type(protocol.decode(json.dumps(block).encode()))) for block in page] == [
        block["t"] for block in page
    ]


# Prose -----------------------------------------------------------------------------------------
def test_the_field_of_the_kind_is_told() -> None:
    assert {message.__struct_config__.tag_field for message in MESSAGES} == {"t"}
    assert "its kind in the field `t`" in PAGE


def test_the_version_is_told() -> None:
    assert f"This is version {protocol.PROTOCOL}." in PAGE


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.path)
def test_every_request_is_told(route: Route) -> None:
    path = re.sub(r"\{(\w+)(:int)?\}", lambda gap: gap[1].upper(), route.path)
    method = "GET" if "GET" in (route.methods or ()) else next(iter(route.methods or ()))
    assert re.search(rf"`{method} {re.escape(path)}[`?]", PAGE), f"{method} {path}"
