"""Words around the charts, as HTML. Knows no figures."""

from __future__ import annotations

from html import escape

from kritzel.game import Text


def paragraph(text: str, css: str = "") -> str:
    """A paragraph of plain words."""
    return f'<p class="{css}">{escape(text)}</p>' if css else f"<p>{escape(text)}</p>"


def verdict(word: Text, means: Text, lang: str) -> str:
    """The word that counts, and what it means."""
    return f'<p class="verdict"><b>{escape(word.say(lang))}</b> {escape(means.say(lang))}</p>'
