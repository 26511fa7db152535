"""Messages: what is accepted, what is refused, the schema for the page's types, and changes that add up."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kritzel.games import catalogue
from kritzel.server.live import LOG_PAGE, LiveTable
from kritzel.server.settings import Settings
from kritzel.server.table import commands
from kritzel.server.table.document import Words, option
from kritzel.server.table.refusals import Refused
from kritzel.server.wire import protocol
from kritzel.server.wire.schema import schema
from tests.server.assembling import Assembled
from tests.server.rooms import ANA, EVE, GAMES, Driver, running, update, whole

ID = "0123456789abcdef"


def decoded(text: bytes) -> Any:
    """What the server makes of a frame; None where it refuses. Anything else raised is a bug."""
    try:
        return protocol.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"null",
        b"[]",
        b'"hello"',
        b'{"t":"nothing"}',
        b'{"t":"ping","more":1}',
        b'{"t":"hello","protocol":"2"}',
        b'{"t":"hello","last_version":-1}',
        b'{"t":"move","id":"short","seat":0,"move":"done","version":0}',
        b'{"t":"move","id":"0123456789abcdef","seat":-1,"move":"done","version":0}',
        b'{"t":"move","id":"0123456789abcdef","seat":true,"move":"done","version":0}',
        b'{"t":"move","id":"0123456789abcdef","seat":0,"move":"done","version":1e99}',
        b'{"t":"move","id":"0123456789abcdef","seat":0,"move":"","version":0}',
        b'{"t":"move","id":"0123456789abcdef","seat":0,"move":"' + b"a" * 41 + b'","version":0}',
        b'{"t":"ready","id":"0123456789abcdef","seed":"xyz"}',
        b"\xff\xfe\x00",
        b"[" * 5000,
        b'{"t":"played","seat":0,"move":"done"}',
        b'{"t":"sit","token":"hash","name":"Eve"}',
    ],
)
def test_broken_messages_are_refused(text: bytes) -> None:
    assert decoded(text) is None


def test_a_good_message_is_understood() -> None:
    text = b'{"t":"move","id":"0123456789abcdef","seat":1,"move":"3d4","version":7}'
    assert decoded(text) == commands.Move(ID, 1, "3d4", 7)


@settings(max_examples=300)
@given(st.binary(max_size=400))
def test_any_bytes_are_refused_or_understood(data: bytes) -> None:
    decoded(data)


_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
_kinds = ["hello", "move", "undo", "roll", "why", "ready", "standin", "back", "fill", "stop", "ping"]
_fields = ["id", "seat", "move", "version", "table", "lang", "seed", "bot", "outcome", "touched"]


@settings(max_examples=400)
@given(st.sampled_from(_kinds), st.dictionaries(st.sampled_from(_fields), _values, max_size=6))
def test_any_fields_are_refused_or_understood(kind: str, fields: dict[str, Any]) -> None:
    decoded(json.dumps({**fields, "t": kind}).encode())


@settings(max_examples=200)
@given(st.text(min_size=1, max_size=40), st.integers(0, 7))
def test_any_move_text_is_answered_with_words(text: str, seat: int) -> None:
    for command in (
        commands.Move("fuzz-command-0000", seat, text, 10**9),
        commands.Undo("fuzz-command-0001", seat, text),
        commands.Roll("fuzz-command-0002", text, 10**9),
        commands.Fill("fuzz-command-0003", seat, text),
        commands.StandIn("fuzz-command-0004", seat, text),
    ):
        words = refusal(command)
        assert words is None or (words.de and words.en)


_DRIVER: Driver = running("dizzle/1", 2, real=True)


def refusal(command: commands.Command) -> Words | None:
    try:
        _DRIVER.room.decide(ANA, command)
    except Refused as no:
        return no.words
    return None


# The schema ------------------------------------------------------------------------------------
def test_the_schema_names_every_message() -> None:
    named = schema()["$defs"]
    for union in (protocol.FromPage, protocol.FromServer):
        for kind in union.__args__:
            assert named[kind.__name__]["properties"]["t"]["enum"] == [kind.__struct_config__.tag]
    assert json.dumps(schema())


# Changes ---------------------------------------------------------------------------------------
def as_json(thing: object) -> Any:
    return json.loads(protocol.encode(thing))


@pytest.mark.parametrize("sheet", [*GAMES, "dizzle/4", "dizzle/6", "dizzle/8"])
def test_changes_add_up_to_the_whole(sheet: str) -> None:
    """A page that merged every change shows what a page that just came is sent."""
    driver, luck = running(sheet, 2), Random(9)
    viewers = (ANA, EVE)
    last = {player: driver.seen(player) for player in viewers}
    document = json.loads(driver.room.state.document.encoded)
    pages = {player: Assembled(document, as_json(whole(driver.room, player))) for player in viewers}
    for _ in range(60):
        if driver.room.state.phase != "running":
            break
        driver.step(luck)
        for player in viewers:
            change = update(last[player], driver.room, player)
            if change is not None:
                pages[player].take(as_json(change))
            last[player] = driver.seen(player)
            fresh = Assembled(document, as_json(whole(driver.room, player)))
            assert pages[player].view() == fresh.view()
            assert pages[player].story == fresh.story


def nulls(thing: Any, at: str = "") -> list[str]:
    """Where an object has a null."""
    found = thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ()
    inside = [where for name, value in found for where in nulls(value, f"{at}.{name}")]
    here = [f"{at}.{name}" for name, value in found if value is None and isinstance(thing, dict)]
    return here + inside


@pytest.mark.parametrize("real", [False, True])
@pytest.mark.parametrize("sheet", GAMES)
def test_a_view_has_no_null(sheet: str, real: bool) -> None:
    """In a merge patch null means that a field is gone: a page would know another view after an update."""
    driver, luck = running(sheet, 2, real=real), Random(5)
    while driver.room.state.phase == "running":
        assert nulls(as_json(driver.seen(ANA))) == []
        driver.step(luck)
    assert nulls(as_json(driver.seen(ANA))) == []


def test_what_is_the_same_is_not_sent() -> None:
    driver = running("traexx/1", 2)
    assert update(driver.seen(ANA), driver.room, ANA) is None


def welcome(driver: Driver, known: int) -> protocol.Welcome:
    live = LiveTable(driver.room, 60, lambda: 0.0)
    viewer = live.viewer(ANA)
    return live.welcome(viewer, live.view(viewer), known)


def test_a_long_log_is_sent_from_its_end() -> None:
    driver = running("traexx/1", 1)
    for _ in range(LOG_PAGE):
        move = driver.table.moves(0)[0]
        driver.move(0, move)
        driver.undo(0, move)
    sent = welcome(driver, 0)
    assert sent.since == sent.view.version - LOG_PAGE
    assert len(sent.log) == LOG_PAGE


def test_a_page_that_claims_to_know_too_much_gets_the_whole_log() -> None:
    driver = running("traexx/1", 2)
    entries = driver.room.feed(ANA).entries
    assert welcome(driver, 10**6).since == 0
    assert len(welcome(driver, 1).log) == len(entries) - 1


@pytest.mark.parametrize("slug", catalogue.GAMES)
def test_every_move_of_every_game_is_data(slug: str) -> None:
    kinds = set()
    for sheet in catalogue.sheets(slug):
        driver, luck = running(f"{slug}/{sheet.id}", 2), Random(2)
        while driver.room.state.phase == "running":
            for seat in driver.table.deciding:
                game, state = driver.table.game, driver.table.state
                for move in game.rules.moves(state, seat):
                    found = option(game, sheet, move)
                    kinds.add(found.kind)
                    assert found.words.de != found.text or found.text.isalpha()
            driver.step(luck)
    wanted = {
        "dizzle": {"take", "reroll", "out", "back", "lava", "planet", "rail"},
        "border": {"again", "stop", "cross", "done"},
        "traexx": {"extend", "done"},
    }
    assert kinds == wanted[slug]


# Settings --------------------------------------------------------------------------------------
def test_defaults_are_safe() -> None:
    plain = Settings.from_environment({})
    assert plain.host == "127.0.0.1"
    assert not plain.secure
    assert plain.warm_bots
    assert not Settings.from_environment({"KRITZEL_WARM_BOTS": "0"}).warm_bots
    assert plain.allowed == {"http://127.0.0.1:8321", "http://localhost:8321"}
    public = Settings.from_environment({"KRITZEL_ORIGINS": "https://kritzel.example/"})
    assert public.secure
    assert public.allowed == {"https://kritzel.example"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("KRITZEL_PORT", "many"),
        ("KRITZEL_RATE", "-1"),
        ("KRITZEL_RATE", "0"),
        ("KRITZEL_ORIGINS", "*"),
        ("KRITZEL_ORIGINS", "kritzel.example"),
        ("KRITZEL_ORIGINS", "https://*.example"),
        ("KRITZEL_ORIGINS", "https://kritzel.example/page"),
    ],
)
def test_a_wrong_setting_is_named(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=name):
        Settings.from_environment({name: value})
