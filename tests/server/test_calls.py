"""Requests are written down once: the server answers those and no others, in the announced shapes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.routing import Route

from kritzel.games import catalogue
from kritzel.server.settings import Settings
from kritzel.server.table import document
from kritzel.server.table.refusals import SENTENCES
from kritzel.server.web.app import make_app
from kritzel.server.wire import calls, schema
from kritzel.server.wire.calls import CALLS
from tests.changed_game import changed
from tests.server import holding
from tools import protocol_requests

OPERATORS = ("/admin", "/control/", "/metrics", "/.well-known/")
"""For whoever runs the server: docs/server.md tells of them."""
OWN_WORDS = {"no_proof", "no_record", "network"}
"""Codes whose words are made where they are said."""


def test_the_server_answers_what_is_written_down_and_nothing_else(tmp_path: Path) -> None:
    app = make_app(Settings(data=tmp_path / "tables.db", pages=None))
    answered = {
        (method, route.path)
        for route in app.routes
        if isinstance(route, Route) and not route.path.startswith(OPERATORS)
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert answered == {(call.method, call.path) for call in CALLS}


def test_no_two_requests_are_the_same() -> None:
    assert len({call.name for call in CALLS}) == len(CALLS)
    named = [call for call in vars(calls).values() if isinstance(call, calls.Call)]
    assert named == list(CALLS), "every request that has a name is on the list, in that order"


def test_every_refusal_has_words() -> None:
    assert {*schema.codes()} <= {*SENTENCES} | OWN_WORDS


# The schema ------------------------------------------------------------------------------------
DEFS: dict[str, Any] = schema.schema()["$defs"]


def test_the_schema_names_every_request_with_its_body_and_answer() -> None:
    told = DEFS["Calls"]["properties"]
    assert list(told) == [call.name for call in CALLS]
    assert told["POST /api/tables"]["properties"]["body"] == {"$ref": "#/$defs/NewTable"}
    assert told["POST /api/tables"]["properties"]["answer"] == {"$ref": "#/$defs/TableCreated"}
    assert told["GET /api/symbols/{game}/{sheet}"]["properties"]["answer"]["items"] == {
        "$ref": "#/$defs/Meaning"
    }
    assert json.dumps(DEFS)


def test_no_two_shapes_have_the_same_name() -> None:
    assert [name for name in DEFS if not name.isidentifier()] == []
    assert [name for name, told in DEFS.items() if told.get("title", name) != name] == []


def test_nothing_is_left_out_where_nothing_is_left_out() -> None:
    assert DEFS["NetworkStatus"]["required"] == ["possible", "open", "address"]
    assert DEFS["TimelineEvent"]["required"] == ["kind", "text", "words"]


# Shapes that are held --------------------------------------------------------------------------
@pytest.mark.parametrize("name", [*(call.name for call in CALLS), "refused"])
def test_every_request_is_answered_as_announced(name: str) -> None:
    said = protocol_requests.exchanges()[name]
    content = json.dumps(said.answer).encode()
    if said.status < 400:
        holding.holds(said.call, content)
    else:
        holding.refuses(said.call, said.status, content)


def test_every_request_is_tried() -> None:
    answered = [said.call.name for said in protocol_requests.exchanges().values() if said.status < 300]
    assert sorted(answered) == sorted(call.name for call in CALLS)


def test_another_shape_is_noticed() -> None:
    with pytest.raises(AssertionError, match="another shape"):
        holding.holds(calls.JOIN, msgspec.json.encode({"table": "a" * 16, "more": 1}))
    with pytest.raises(msgspec.ValidationError, match="name"):
        holding.holds(calls.WHOAMI, b"{}")


def test_a_refusal_that_is_not_on_the_list_is_noticed() -> None:
    problem = {"code": "not_over", "words": {"de": "x", "en": "x"}}
    with pytest.raises(AssertionError, match="name it in"):
        holding.refuses(calls.WHOAMI, 409, msgspec.json.encode(problem))


# Documents -------------------------------------------------------------------------------------
def test_the_address_of_a_document_names_the_rules_it_is_for() -> None:
    """Browsers keep a document for ever: other rules have another address, also where all words are equal."""
    game, sheet = catalogue.find("dizzle/1")
    now = document.find_document("dizzle/1", 2, 1, 2)
    later = document.sheet_document(changed(game, version=2), sheet, 2)
    assert now.address.startswith("/api/documents/dizzle/1/2/1/2/")
    assert later.address.startswith("/api/documents/dizzle/1/2/2/2/")


def test_a_table_is_led_to_a_document_that_is_there() -> None:
    for name in ("dizzle/1", "dizzle/4", "border/1", "traexx/1"):
        game, sheet = catalogue.find(name)
        again = document.find_document(name, sheet.version, game.rules.version, 2)
        assert again.address == document.sheet_document(game, sheet, 2).address


def test_rules_that_nobody_knows_have_no_document() -> None:
    with pytest.raises(LookupError):
        document.find_document("dizzle/1", 2, 99, 2)
