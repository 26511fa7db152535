"""What is installed is written down whole: pip is asked to find nothing by itself (`--no-deps`)."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PLACE = Path(__file__).parents[2] / "requirements"
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==", re.MULTILINE)


def pinned(*files: str) -> set[str]:
    return {canonicalize_name(name) for file in files for name in PINNED.findall((PLACE / file).read_text())}


@pytest.mark.parametrize("files", [("run.txt",), ("server.txt",), ("build.txt",), ("run.txt", "dev.txt")])
def test_whatever_a_package_needs_is_pinned_beside_it(files: tuple[str, ...]) -> None:
    """An old pip (23.0 of Debian 12) looks for `coverage[toml]` anew, finds a newer one and gives up."""
    known = pinned(*files)
    assert known
    missing = {need for name in known for need in needs(name) if need not in known}
    assert not missing


def needs(name: str, extra: str = "") -> set[str]:
    """Names of the packages that this one asks for on this system, with what their extras ask for."""
    try:
        asked = [Requirement(line) for line in requires(name) or []]
    except PackageNotFoundError:  # pinned for other systems
        return set()
    here = [each for each in asked if each.marker is None or each.marker.evaluate({"extra": extra})]
    return {canonicalize_name(each.name) for each in here} | {
        need for each in here for wanted in each.extras for need in needs(each.name, wanted)
    }
