"""docs/protocol.md is made from the words of the wire: every message, every field, examples that are real."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from types import ModuleType, NoneType
from typing import Any, get_args

import msgspec
import pytest

from kritzel import layout
from kritzel.server.table import document, view
from kritzel.server.wire import answers, bodies, calls, protocol, reviews
from tests.server.rooms import ANA, running, update, whole
from tools import protocol_page as tool

PAGE = tool.PAGE.read_text("utf-8")
PROGRAMS = PAGE.partition("\n## For programs")[2].partition("\n## ")[0]
SOCKET = PAGE.partition("\n## The socket")[2].partition("\n## Every request\n")[0]
EVERY = PAGE.partition("\n## Every request\n")[2].partition("\n## ")[0]
BLOCKS = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", SOCKET, re.DOTALL)]
MESSAGES = (*get_args(protocol.FromPage), *get_args(protocol.FromServer))
KINDS = {tool.name(message): message for message in MESSAGES}
TRAVELS = (document, view, protocol, bodies, answers, reviews, layout)


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


@pytest.mark.parametrize("module", TRAVELS, ids=lambda it: it.__name__)
def test_nothing_that_travels_is_left_out(module: ModuleType) -> None:
    told = {*MESSAGES, protocol.Touched, *tool.NEWS, *tool.DOCUMENT, *tool.ASKED, *tool.ANSWERS}
    assert [each.__name__ for each in tool.own(module) if each not in told] == []


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
    assert "`lang`? Lang = `en`" in rows("pages")["fill"]


# Examples --------------------------------------------------------------------------------------
def test_there_are_examples_of_the_order_of_things() -> None:
    told = [block.get("t", "document") for block in BLOCKS]
    assert told == ["hello", "welcome", "document", "move", "update", "move", "refused", "why", "because"]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: str(block.get("t", "document")))
def test_an_example_is_a_message(block: dict[str, Any]) -> None:
    """Read as its kind and written again it is the same: no field that there is not, none that is missing."""
    kind = KINDS[block["t"]] if "t" in block else document.Document
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


def test_a_program_is_told_the_version_of_the_stable_part() -> None:
    hello = json.dumps({"t": "hello", "program": protocol.PROGRAM_PROTOCOL})
    assert f"`{hello}`" in PROGRAMS
    assert isinstance(protocol.decode(hello.encode()), protocol.Hello)


def test_the_fields_that_programs_are_promised_are_there() -> None:
    driver = running("dizzle/1", 2)
    sent = json.loads(protocol.encode(whole(driver.room, ANA)))
    assert {"table", "you", "view"} <= sent.keys()
    assert {"version", "phase", "position", "legal", "awaits", "seats"} <= sent["view"].keys()
    assert {"round", "commit"} <= sent["view"]["dice"].keys()
    assert sent["view"]["legal"] == {"0": driver.table.moves(0)}


def test_the_lines_that_apply_an_update_do_so() -> None:
    lines = re.search(r"```python\n(.*?)```", PROGRAMS, re.DOTALL)
    assert lines
    names: dict[str, Any] = {}
    exec(lines[1], names)
    driver, luck = running("dizzle/1", 2), Random(3)
    known = driver.seen(ANA)
    page = json.loads(protocol.encode(whole(driver.room, ANA)))["view"]
    while driver.room.state.phase == "running":
        driver.step(luck)
        news = update(known, driver.room, ANA)
        page = names["merge"](page, json.loads(protocol.encode(news))["changes"] if news else {})
        known = driver.seen(ANA)
    sent = json.loads(protocol.encode(whole(driver.room, ANA)))["view"]
    assert json.loads(protocol.encode(msgspec.convert(page, view.View))) == sent


# Requests --------------------------------------------------------------------------------------
@pytest.mark.parametrize("call", calls.CALLS, ids=lambda call: call.name)
def test_every_request_is_told_with_all_it_needs(call: calls.Call[Any, Any]) -> None:
    """Its path, body, answer and refusals in the table, each of which is explained in another one."""
    found = re.search(rf"^\| `{call.method} {re.escape(call.display_path)}[`?].*$", PAGE, re.MULTILINE)
    assert found, call.name
    _, _, body, answer, refused, *_ = found[0].split("|")
    told = rows("bodies") | rows("answers") | rows("server") | rows("document")
    for kind in (body, answer):
        for name in re.findall(r"`(\w+)`", kind):
            assert name in told, f"{call.name}: {name}"
    assert set(re.findall(r"`(\w+)`", refused)) == set(call.refusals)
    for code in call.refusals:
        assert re.search(rf"^\| `{code}` \| \d+ \|", PAGE, re.MULTILINE), code


@pytest.mark.parametrize("call", calls.CALLS, ids=lambda call: call.name)
def test_every_request_has_an_example_that_is_read(call: calls.Call[Any, Any]) -> None:
    """A body is understood; an answer, read as its kind and written again, is the same."""
    part = EVERY.partition(f"#### `{call.method} {call.display_path}` 20")[2].partition("\n#### ")[0]
    kinds = [kind for kind in (call.body, call.answer) if kind not in (str, NoneType)]
    blocks = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", part, re.DOTALL)]
    assert "as above" in part or len(blocks) == len(kinds), call.name
    for block, kind in zip(blocks, kinds, strict=False):
        read = msgspec.convert(block, kind)
        assert kind is call.body or json.loads(msgspec.json.encode(read)) == block
