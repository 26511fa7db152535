"""Every JSON object is documented: docs/json.md shows the commands and what they answer."""

from __future__ import annotations

import json
import re
import shlex
from typing import Any

import click
import pytest

from kritzel.cli import main
from tests.cli.run import ROOT, kritzel

_SHOWN = re.compile(r"```console\n\$ kritzel (.+?)\n```\n```json\n(.+?)\n```", re.DOTALL)
KEEPING = {"backup", "restore", "check", "export", "import"}
"""These tell programs by their exit code; what `export` writes is JSON lines itself."""
EXAMPLES = _SHOWN.findall((ROOT / "docs" / "json.md").read_text("utf-8"))


def same_shape(answer: Any, shown: Any) -> bool:
    """The same fields of the same kinds; each element of a list like one of those shown."""
    if isinstance(answer, dict) and isinstance(shown, dict):
        return answer.keys() == shown.keys() and all(same_shape(answer[key], shown[key]) for key in answer)
    if isinstance(answer, list) and isinstance(shown, list):
        return all(any(same_shape(each, like) for like in shown) for each in answer)
    return type(answer) is type(shown)


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        pytest.param(*each, id=each[0], marks=[pytest.mark.slow] if each[0].startswith("report") else [])
        for each in EXAMPLES
    ],
)
def test_a_command_answers_as_documented(command: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    words = shlex.split(command)
    answer = json.loads(kritzel(*words).stdout)
    assert same_shape(answer, json.loads(shown)), json.dumps(answer, indent=2)
    assert " ".join(words).startswith(answer["command"])


def loaded(asked: click.Context, name: str) -> click.Command:
    found = main.get_command(asked, name)
    assert found is not None
    assert found.name == name
    return found


def test_every_command_with_json_is_documented() -> None:
    asked = click.Context(main)
    commands = {name: loaded(asked, name) for name in main.list_commands(asked)}
    sheet = commands.pop("sheet")
    commands |= {f"sheet {name}": each for name, each in sheet.commands.items()}  # type: ignore[attr-defined]
    speaks = {name for name, each in commands.items() if any(p.name == "as_json" for p in each.params)}
    shown = {json.loads(answer)["command"] for _, answer in EXAMPLES}
    assert speaks == shown
    assert set(commands) - speaks == {"admin", "new", "play", "serve", "train"} | KEEPING


def test_chance_is_told_to_programs() -> None:
    answer = json.loads(kritzel("moves", "traexx/1 draw | -", "--json").stdout)
    assert answer["pending"] == {"kind": "chance", "purpose": "card"}
    assert answer["seats"] == []
