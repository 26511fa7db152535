"""Everything that travels as one JSON Schema: the source of the pages' types (web/src/wire/protocol.ts)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import NoneType
from typing import Any, TypeAlias

import msgspec

from kritzel.server.table.document import Document, MessagePart
from kritzel.server.table.view import View
from kritzel.server.wire import calls, protocol
from kritzel.server.wire.answers import Problem

Json: TypeAlias = dict[str, Any]
PRINTED = ("Layout", "Spot", "Sign", "Edge", "Plate", "Slot", "Entry")
"""Parts of a document that always travel whole."""
PLAIN = {str: {"type": "string"}, int: {"type": "integer"}, NoneType: {"type": "null"}}
MESSAGES: dict[str, Any] = {
    "FromPage": protocol.FromPage,
    "FromServer": protocol.FromServer,
    "Document": Document,
    "View": View,
    "Problem": Problem,
}
"""What is known by a name of its own."""


def schema() -> Json:
    """Both directions of the socket, what HTTP carries, and `Calls`: by its name what each request takes."""
    structs = [kind for call in calls.CALLS for kind in (call.body, call.answer) if kind not in PLAIN]
    kinds = [*MESSAGES.values(), *structs]
    found, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    for name in (*PRINTED, *_whole_parts()):
        if name in parts:
            parts[name]["required"] = list(parts[name]["properties"])
    tops = {name: part for name, part in zip(MESSAGES, found, strict=False) if name not in parts}
    said = dict(zip(map(str, structs), found[len(MESSAGES) :], strict=True))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Kritzel",
        "$defs": {**parts, **tops, "Code": {"enum": [*codes()]}, "Calls": _calls(said)},
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in (*MESSAGES, "Code", "Calls")],
    }


def _whole_parts(kind: type[MessagePart] = MessagePart) -> Iterator[str]:
    """The names of all parts of which nothing is left out."""
    for each in kind.__subclasses__():
        if not each.__struct_config__.omit_defaults:
            yield each.__name__
        yield from _whole_parts(each)


def codes() -> Iterator[str]:
    """Why a request may be refused, each once."""
    every = [code for call in calls.CALLS for code in call.refusals]
    yield from dict.fromkeys([*calls.ALWAYS, *every])


def _calls(said: Json) -> Json:
    """All requests by their names, each an object of what stands in its address, its body and its answer."""
    return _whole({call.name: _call(call, said) for call in calls.CALLS})


def _call(call: calls.AnyCall, said: Json) -> Json:
    gaps = {gap: {"type": "string"} for gap in re.findall(r"{(\w+)}", call.template)}
    query = {name: PLAIN[kind] for name, kind in call.query.items()}
    body, answer = (PLAIN.get(kind) or said[str(kind)] for kind in (call.body, call.answer))
    return _whole({"gaps": _whole(gaps), "query": _whole(query, ()), "body": body, "answer": answer})


def _whole(properties: Json, required: tuple[str, ...] | None = None) -> Json:
    """An object with these and no others."""
    needed = list(properties if required is None else required)
    return {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}
