"""No test depends on how busy the machine is: whatever looks at a clock or waits is named."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

TESTS = Path(__file__).parents[1]
MAY_WAIT = {TESTS / "patience.py", TESTS / "leftovers.py", TESTS / "conftest.py"}
CLOCKS = {"monotonic", "perf_counter", "process_time", "time_ns"}
LIMITS = {"sleep": 0, "wait_for": 1, "timeout": 0, "wait_for_timeout": 0}
"""What takes a number of seconds, and as which argument."""


def test_hypothesis_knows_no_deadline() -> None:
    assert settings.default is not None
    assert settings.default.deadline is None
    assert HealthCheck.too_slow in settings.default.suppress_health_check


def test_only_one_file_waits() -> None:
    files = sorted(set(TESTS.rglob("*.py")) - MAY_WAIT)
    found = [f"{file}:{line}" for file in files for line in impatient(file.read_text("utf-8"))]
    assert found == [], "wait for what happens, with tests/patience.py"


@pytest.mark.parametrize(
    "code",
    [
        "@settings(max_examples=3, deadline=100)\ndef test_it(): ...",
        "time.sleep(0.1)",
        "await asyncio.sleep(1)",
        "asyncio.wait_for(it, 5)",
        "asyncio.timeout(SOON)",
        "assert time.monotonic() < end",
        "page.wait_for_timeout(100)",
        "process.wait(20)",
        "process.wait(timeout=20)",
        "httpx.get(url, timeout=2)",
    ],
)
def test_impatience_is_found(code: str) -> None:
    assert list(impatient(code))


def test_patience_is_not() -> None:
    assert not list(
        impatient("until(done)\nasyncio.sleep(0)\nprocess.wait(LONGEST)\nget(url, timeout=LONGEST)")
    )


def impatient(code: str) -> Iterator[int]:
    """The lines that look at a clock or wait for a while."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.keyword) and _impatient_word(node):
            yield node.value.lineno
        elif isinstance(node, ast.Call) and _impatient_call(node):
            yield node.lineno


def _impatient_word(word: ast.keyword) -> bool:
    return word.arg == "deadline" or (word.arg == "timeout" and not _patient(word.value))


def _impatient_call(call: ast.Call) -> bool:
    name = ast.unparse(call.func).rpartition(".")[2]
    if name == "wait":
        return bool(call.args) and isinstance(call.args[0], ast.Constant) and call.args[0].value is not None
    which = LIMITS.get(name, len(call.args))
    return name in CLOCKS or (which < len(call.args) and not _patient(call.args[which]))


def _patient(limit: ast.expr) -> bool:
    """Nothing at all, or the one limit there is; an event loop may turn once."""
    return ast.unparse(limit).rpartition(".")[2] in ("LONGEST", "LONGEST_MS", "None", "0")
