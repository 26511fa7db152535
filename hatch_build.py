"""The wheel carries the built pages: they are made while it is built, unless they are there already."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HOUSE = Path(__file__).parent


class Pages(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the pages, and puts them into the wheel although git does not know them."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before a wheel is built; an editable one needs no pages."""
        if version == "editable":
            return
        if not (HOUSE / "src/kritzel/server/pages/index.html").is_file():
            subprocess.run([sys.executable, "tools/pages.py"], cwd=HOUSE, check=True)
        build_data["artifacts"].append("src/kritzel/server/pages/**")
