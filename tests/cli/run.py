"""The command line, called as a person would."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from kritzel.cli import main

ROOT = Path(__file__).parent.parent.parent
TINY = str(ROOT / "tests" / "golden" / "tiny.toml")
MICRO = str(ROOT / "tools" / "research" / "traexx-19.toml")
RECORD = str(ROOT / "tests" / "golden" / "dizzle-2-full_sheet.txt")
POSITION = "dizzle/tiny pass=1 place turn=0 pool=1123456 | - | -"


def kritzel(*words: str, typed: str = "", lang: str = "en") -> Result:
    """Run a command; a traceback fails the test at once."""
    runner = CliRunner(env={"KRITZEL_LANG": lang, "COLUMNS": "120", "TERM": "dumb"})
    result = runner.invoke(main, list(words), input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def refused(*words: str, lang: str = "en") -> str:
    """What a command says to bad input: exit code 2, a message on stderr, nothing on stdout."""
    result = kritzel(*words, lang=lang)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.strip()
    return result.stderr
