"""How an environment shows itself: characters, an SVG, or pixels. Knows scenes and no game.

`ansi`, `svg` and `rgb_array` are returned by `render`; `human` prints the characters after every step.
"""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from kritzel.drawing import svg, terminal
from kritzel.scene import Scene

MODES = ["human", "ansi", "svg", "rgb_array"]
WIDTH = 480
"""Pixels from left to right in `rgb_array`."""


def render_mode_of(render_mode: str | None) -> str | None:
    """A way of rendering that exists. ValueError for any other."""
    if render_mode is not None and render_mode not in MODES:
        raise ValueError(f"there is no render mode {render_mode!r}, only: {', '.join(MODES)}")
    return render_mode


def render(scene: Scene, render_mode: str | None) -> Any:
    """The picture in this mode; None where nothing is returned."""
    if render_mode == "human":
        print(terminal(scene).plain)
    if render_mode == "ansi":
        return terminal(scene).plain
    if render_mode == "svg":
        return svg(scene)
    return pixels(svg(scene)) if render_mode == "rgb_array" else None


def pixels(drawing: str) -> Any:
    """An SVG as an array of height x width x 3 bytes. NotInstalled without resvg-py and Pillow."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        from kritzel.fast.twin import NotInstalled

        raise NotInstalled(str(error.name), "envs") from None
    png = resvg_py.svg_to_bytes(svg_string=drawing, width=WIDTH)
    with Image.open(io.BytesIO(png)) as picture:
        return np.asarray(picture.convert("RGB"))
