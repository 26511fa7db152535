"""What is built carries the pages: an sdist and a wheel contain them, although git does not know them.

They are made while building, unless they are there and fresh; an sdist has them, so whoever builds from one
needs no Node. Where one is needed and missing, it comes from PyPI like everything else a build requires.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).parent
TOOL = [sys.executable, str(ROOT / "tools/pages.py")]
PICTURES = re.compile(r"<picture>.*?</picture>\n|<img [^>]*>\n", re.DOTALL)
LINKS = re.compile(r"\[([^\]]+)\]\((?!https?://)[^)]+\)")


class Pages(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the pages, and puts them into what is built."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """A Node, where one is needed and none is there."""
        told = subprocess.run([*TOOL, "needs"], check=True, capture_output=True, text=True)
        return told.stdout.split()

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before something is built; what is only linked needs no pages."""
        if version == "editable":
            return
        subprocess.run(TOOL, check=True)
        build_data["artifacts"].append("src/kritzel/server/pages/**")


class Readme(MetadataHookInterface):
    """The README as a package index shows it: there, pictures and links of this folder lead nowhere."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Put it into what the package says of itself."""
        text = (ROOT / "README.md").read_text("utf-8")
        shown = LINKS.sub(r"\1", PICTURES.sub("", text))
        metadata["readme"] = {"content-type": "text/markdown", "text": shown}
