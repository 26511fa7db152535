"""A profile of live play: stacks become stages, messages become bytes by field, and a server is sampled."""

from __future__ import annotations

import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest

from bench import server_messages, server_profile, server_stages
from bench.server_profile import Profile
from bench.server_runs import Where
from bench.server_stages import Frame

pytestmark = pytest.mark.slow

LOOP = [Frame("asyncio.runners", "run"), Frame("uvicorn.server", "run"), Frame("kritzel.cli.serve", "serve")]
PAGE = [Frame("kritzel.server.web.sockets", "_write"), *LOOP]
TABLES = [Frame("kritzel.server.tables", "_say"), Frame("kritzel.server.web.sockets", "_read"), *LOOP]
VIEW = Frame("kritzel.server.table.view", "view")
RULES = Frame("kritzel.games.dizzle.rules", "moves")


@pytest.mark.parametrize(
    ("stack", "stage"),
    [
        (LOOP, "asyncio and the loop"),
        (PAGE, "wire out"),
        ([Frame("websockets.frames", "parse"), *LOOP], "wire in"),
        (TABLES, "tables"),
        ([RULES, Frame("kritzel.server.table.room", "decide"), *TABLES], "decide: rules"),
        ([Frame("hmac", "digest"), Frame("kritzel.server.table.dice", "draw"), *TABLES], "decide: dice"),
        ([VIEW, *PAGE], "view: seats, changes and the rest"),
        ([RULES, VIEW, *PAGE], "view: rules"),
        ([RULES, Frame("kritzel.games.dizzle.scene", "scene"), VIEW, *PAGE], "view: pictures"),
        ([Frame("kritzel.server.table.state", "now"), VIEW, *PAGE], "view: fold"),
        ([Frame("kritzel.server.web.sockets", "_write", "x = protocol.encode(news)"), *LOOP], "encode"),
        ([Frame("kritzel.server.web.sockets", "sent", "send(data.decode())"), *LOOP], "wire out"),
        ([Frame("kritzel.server.store.sqlite", "_commit"), Frame("threading", "run")], "store: sqlite"),
        ([Frame("kritzel.gamesome", "x")], server_stages.UNKNOWN),
        ([], server_stages.UNKNOWN),
    ],
)
def test_a_stack_belongs_to_a_stage(stack: list[Frame], stage: str) -> None:
    assert server_stages.stage(stack) == stage


def test_stages_are_modules_that_there_are() -> None:
    """Whoever moves one names it in bench/server_stages.py, else its time is counted elsewhere."""
    tables = (server_stages.FOR_WHOM, server_stages.WHAT, server_stages.AROUND)
    named = [*server_stages.PICTURES, *(each for table in tables for each in sum(table.values(), ()))]
    ours = [name.replace("*", "dizzle") for name in named if name.startswith("kritzel")]
    assert [name for name in ours if find_spec(name) is None] == []


@pytest.mark.parametrize(
    ("file", "module"),
    [
        ("/home/src/kritzel/src/kritzel/server/tables.py", "kritzel.server.tables"),
        ("/x/lib/python3.11/site-packages/uvicorn/server.py", "uvicorn.server"),
        ("/x/lib/python3.11/asyncio/__init__.py", "asyncio"),
        ("<string>", "<string>"),
    ],
)
def test_a_file_has_a_module(file: str, module: str) -> None:
    assert server_stages.module_of(file) == module


def test_stacks_are_read_from_wherever_the_window_began() -> None:
    text = (
        '  File "/src/kritzel/half.py", line 1 in cut\n'
        "Stack (most recent call first):\n"
        '  File "/src/kritzel/server/tables.py", line 1 in find\n'
        '  File "/lib/python3.11/asyncio/runners.py", line 2 in run\n'
        "Stack (most recent call first):\n"
    )
    first, empty = server_stages.stacks(text)
    assert [(frame.module, frame.function) for frame in first] == [
        ("kritzel.server.tables", "find"),
        ("asyncio.runners", "run"),
    ]
    assert empty == []


@pytest.mark.skipif(sys.platform != "linux", reason="CPU time is sampled by ITIMER_PROF")
def test_a_server_is_sampled(tmp_path: Path) -> None:
    samples = tmp_path / "samples"
    with Where().kritzel(str(samples)):
        pass
    assert list(server_stages.stacks(samples.read_text()))


def test_a_message_is_weighed_whole() -> None:
    text = b'{"t":"update","changes":{"asked":[1]},"log":[{"seat":0}]}'
    weights = server_messages.weighed(text)
    assert sum(weights.values()) == len(text)
    assert weights["update.log"] == len('"log":[{"seat":0}],')
    assert weights["update.changes.asked"] == len('"asked":[1],')


def test_a_profile_tells_shares_of_the_run_without_the_sampler() -> None:
    stages = Counter({"view: pictures": 30, "wire out": 70})
    profile = Profile("dizzle/1", [900.0, 1000.0, 1100.0], [1200.0], stages, Counter({"ack.id": 200}), 10)
    text = server_profile.as_text([profile])
    assert "view: pictures                       300   30%" in text
    assert "ack.id                                20  100%" in text
    assert "(+20%)" in text
    assert profile.as_json()["stages_us"] == {"view: pictures": 300.0, "wire out": 700.0}
