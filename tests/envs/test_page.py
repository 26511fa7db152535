"""docs/environments.md: its blocks run, its tables are those of the code."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from tools.environments_page import PAGE, page

ROOT = Path(__file__).parent.parent.parent


def test_the_python_on_the_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, PAGE.name, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    told: list[str] = []
    runner.run(examples, out=told.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(told)


def test_the_tables_are_those_of_the_code() -> None:
    text = PAGE.read_text("utf-8")
    assert page(text) == text, "run python tools/environments_page.py"
