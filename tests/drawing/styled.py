"""Whether everything that a picture draws has its style: a class without a rule is drawn solid black."""

from __future__ import annotations

import re

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_SELECTOR = re.compile(r"([^{}]+)\{")
_SVG = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_CLASS = re.compile(r'\bclass="([^"]*)"')


def classes_used(page: str) -> set[str]:
    """The classes in all SVGs of a page, or of an SVG."""
    drawn = "".join(_SVG.findall(_STYLE.sub("", page)))
    return {name for names in _CLASS.findall(drawn) for name in names.split()}


def classes_styled(page: str) -> set[str]:
    """The classes that a selector of the page's own styles names."""
    selectors = " ".join(_SELECTOR.findall(" ".join(_STYLE.findall(page))))
    return set(re.findall(r"\.([a-zA-Z][\w-]*)", selectors))


def unstyled(page: str) -> set[str]:
    """The classes that are used in SVGs and have no rule."""
    return classes_used(page) - classes_styled(page)
