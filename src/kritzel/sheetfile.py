"""Sheet files: TOML with pictures drawn as text. Finds and names lines; does not know what they mean."""

from __future__ import annotations

import hashlib
import re
import tomllib
from dataclasses import dataclass, field
from typing import Any

from kritzel.game import LANGUAGES, Defect, SheetError, Text

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LAST_VERSION = 9999
_TOML_LINE = re.compile(r"line (\d+)")


@dataclass(frozen=True, slots=True)
class SheetFile:
    """A sheet's text, parsed, with its lines and the defects found so far."""

    name: str
    source: str
    data: dict[str, Any]
    defects: list[Defect] = field(default_factory=list)

    @property
    def id(self) -> str:
        return str(self.data["id"])

    @property
    def version(self) -> int:
        return int(self.data["version"])

    @property
    def title(self) -> Text:
        return as_text(self.data.get("title", self.id))

    @property
    def blurb(self) -> Text:
        return as_text(self.data.get("blurb", ""))

    def line(self, key: str, nth: int = 1) -> int:
        """The line on which the n-th table or value of this name begins; 0 if there is none."""
        pattern = re.compile(rf"\s*(\[+\s*)?([\w-]+\.)*{re.escape(key)}\s*(\]|=)")
        for number, text in enumerate(self.source.splitlines(), 1):
            nth -= bool(pattern.match(text))
            if not nth:
                return number
        return 0

    def rows(self, key: str, drawn: object, nth: int = 1) -> list[tuple[int, str]]:
        """The lines of a picture with their line numbers in the file, without blank lines."""
        first = self.line(key, nth) + 1
        lines = enumerate(str(drawn).splitlines(), first)
        return [(number, text.rstrip()) for number, text in lines if text.strip()]

    def fatal(self, line: int, de: str, en: str) -> None:
        """Add a defect that makes the sheet unplayable."""
        self.defects.append(Defect(line, Text(de, en), True))

    def refuse(self) -> None:
        """Raises SheetError with all defects in the order of the file, if there are any."""
        if self.defects:
            raise SheetError(self.name, sorted(dict.fromkeys(self.defects), key=lambda defect: defect.line))


def read(text: str, name: str, game: str) -> SheetFile:
    """Parse a sheet's text and check what every sheet must have. Raises SheetError."""
    file = SheetFile(name, text, _parse(text, name))
    _check_head(file, game)
    file.refuse()
    return file


def game_of(text: str, name: str) -> str:
    """The game that a sheet's text names. Raises SheetError where it names none."""
    game = _parse(text, name).get("game")
    if not isinstance(game, str):
        message = Text('Es fehlt: game = "..."', 'missing: game = "..."')
        raise SheetError(name, [Defect(0, message, True)])
    return game


def _parse(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # numbers and nesting without end fail in their own ways
        found = _TOML_LINE.search(str(error))
        message = Text(f"kein gültiges TOML: {error}", f"not valid TOML: {error}")
        raise SheetError(name, [Defect(int(found[1]) if found else 0, message, True)]) from None


def digest(source: str) -> str:
    """The sheet's fingerprint in records: twelve hex digits."""
    return hashlib.sha256(source.encode()).hexdigest()[:12]


def as_text(value: object) -> Text:
    """`{ de = ..., en = ... }`, or one string for both languages; anything else is no text."""
    if isinstance(value, dict):
        de, en = (said if isinstance(said := value.get(lang), str) else "" for lang in LANGUAGES)
        return Text(de or en, en or de)
    return Text(value, value) if isinstance(value, str) else Text("", "")


def _check_head(file: SheetFile, game: str) -> None:
    data = file.data
    if data.get("game") != game:
        _expect(file, "game", f'game = "{game}"')
    short = data.get("id")
    if not isinstance(short, str) or not _ID.fullmatch(short):
        _expect(file, "id", 'id = "my-sheet" (a-z, 0-9, -)')
    version = data.get("version")
    if not isinstance(version, int) or not 1 <= version <= LAST_VERSION:
        _expect(file, "version", "version = 1")


def _expect(file: SheetFile, key: str, wanted: str) -> None:
    file.fatal(file.line(key), f"erwartet: {wanted}", f"expected {wanted}")
