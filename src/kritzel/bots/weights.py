"""Trained nets: their files, whether they fit, and their manifests.

A net is two files: `NAME.npz` with the weights and `NAME.json`, the manifest: for which rules,
sheet and inputs it was trained, for how long, what it achieved, and a few positions with what it thinks of
them. Nets that ship are in `nets/` beside this file; the user's own ones in another folder come first.
Beside a net there may be `NAME.duel`: `master` uses that net with two seats.
Importing this needs neither NumPy nor Numba.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kritzel.fast.strategy import strategy
from kritzel.fast.twin import twin
from kritzel.game import Explained, Text
from kritzel.games.catalogue import AnyGame
from kritzel.paths import data_folder
from kritzel.sheetfile import digest

if TYPE_CHECKING:
    from kritzel.fast.net import Net, Shape

SHIPPED = Path(__file__).with_name("nets")
FORMAT = 2
NOISY = ("skilled", "casual")
"""The bots that play with noise; the manifest of a net says how much."""
WEAKER = ".weaker"
"""In the name of a net that is not used: it was no better than the bot that played before."""
DUEL, DUELLERS = ".duel", 2
"""In the name of a net that `master` uses with this many seats."""
INT8_MOST = 127
"""The largest whole number that a weight of an input is stored as."""


class Unfit(Explained, ValueError):
    """A net that cannot be used for this; says why."""

    def __init__(self, path: Path, de: str, en: str) -> None:
        super().__init__(Text(f"{path.name}: {de}", f"{path.name}: {en}"))


class Trained(NamedTuple):
    """A net that fits, and its manifest."""

    net: Net
    about: dict[str, Any]
    duel: Trained | None = None
    """The net of `master` with two seats."""

    @property
    def noise(self) -> dict[str, float]:
        """The noise of `skilled` and `casual` on this sheet with two seats, in points."""
        noise: dict[str, float] = self.about["noise"]
        return noise

    def masters(self, seats: int) -> Net:
        return self.duel.net if self.duel and seats == DUELLERS else self.net

    @property
    def checksum(self) -> str:
        return "+".join([self.about["checksum"], *([self.duel.checksum] if self.duel else [])])


def own_folder() -> Path:
    """The folder of nets that were trained here: KRITZEL_NETS, or the user's data folder."""
    asked = os.environ.get("KRITZEL_NETS")
    return Path(asked) if asked else data_folder() / "nets"


def file_name(game: AnyGame, sheet: Any) -> str:
    return f"{game.slug}-{sheet.id}-{digest(sheet.source)}"


# Reading ---------------------------------------------------------------------------------------------
def net_for(game: AnyGame, sheet: Any) -> Trained | None:
    """The net for a sheet, or None if there is none. Unfit for one that is there but does not fit."""
    return _net_for(game.slug, game, sheet)


@lru_cache(32)
def _net_for(slug: str, game: AnyGame, sheet: Any) -> Trained | None:
    path = path_of(game, sheet)
    if path is None:
        return None
    trained, duel = read(path, game, sheet), path.with_name(f"{path.stem}{DUEL}.json")
    return trained._replace(duel=read(duel, game, sheet)) if duel.exists() else trained


def path_of(game: AnyGame, sheet: Any) -> Path | None:
    """The manifest of a sheet's net, own ones first; whether it fits is another question."""
    paths = [folder / f"{file_name(game, sheet)}.json" for folder in (own_folder(), SHIPPED)]
    return next((path for path in paths if path.exists()), None)


def forget() -> None:
    """Read the files again when a net is asked for next."""
    _net_for.cache_clear()


def read(path: Path, game: AnyGame, sheet: Any) -> Trained:
    """The net of this manifest. Unfit where anything about it is not as it must be."""
    about = _manifest(path)
    thinking = strategy(game.slug)
    wanted = {
        "format": FORMAT,
        "game": game.slug,
        "rules_version": game.rules.version,
        "sheet_hash": digest(sheet.source),
        "features": thinking.FEATURES,
        "inputs": thinking.inputs(twin(game.slug).pack(sheet)),
    }
    for name, value in wanted.items():
        if about.get(name) != value:
            there = about.get(name)
            raise Unfit(
                path, f"{name} ist {there}, gebraucht wird {value}", f"{name} is {there}, not {value}"
            )
    noise = about.get("noise")
    if not isinstance(noise, dict) or not all(_is_noise(noise.get(name)) for name in NOISY):
        raise Unfit(path, f"noise ist {noise}", f"noise is {noise}")
    return Trained(_weights(path, about), about)


def _is_noise(value: Any) -> bool:
    return isinstance(value, int | float) and value >= 0


def _manifest(path: Path) -> dict[str, Any]:
    try:
        about = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise Unfit(path, f"nicht lesbar ({error})", f"cannot be read ({error})") from None
    if not isinstance(about, dict):
        raise Unfit(path, "kein Steckbrief eines Netzes", "not the manifest of a net")
    return about


def _weights(path: Path, about: dict[str, Any]) -> Net:
    from kritzel.fast.net import Shape

    file = path.with_suffix(".npz")
    try:
        raw = file.read_bytes()
        if hashlib.sha256(raw).hexdigest() != about["checksum"]:
            raise Unfit(file, "die Prüfsumme stimmt nicht", "the checksum is wrong")
        return from_npz(raw, Shape(about["inputs"], *about["layers"]), tuple(about["scale"]))
    except (OSError, KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
        if isinstance(error, Unfit):
            raise
        raise Unfit(file, f"nicht lesbar ({error})", f"cannot be read ({error})") from None


def from_npz(raw: bytes, shape: Shape, scale: tuple[int, int]) -> Net:
    """The net of a file. ValueError where it does not have this shape."""
    import numpy as np

    from kritzel.fast.net import net_of

    with np.load(io.BytesIO(raw)) as stored:
        first = stored["first"].astype(np.float32) * stored["unit"]
        weights = np.concatenate([first.ravel(), stored["rest"].astype(np.float32)])
    if weights.shape != (shape.weights,) or not np.isfinite(weights).all():
        raise ValueError("the weights have the wrong shape")
    return net_of(weights, shape, scale)


# Writing ---------------------------------------------------------------------------------------------
def npz_bytes(net: Net) -> bytes:
    """The weights as they are stored: those of the inputs as whole numbers of a small unit, one unit for each
    sum of the first layer; the rest as float16.
    """
    import numpy as np

    from kritzel.fast.net import weights_of

    unit = np.maximum(np.abs(net.first).max(axis=0), 1e-6).astype(np.float32) / np.float32(INT8_MOST)
    first, file = np.rint(net.first / unit).astype(np.int8), io.BytesIO()
    np.savez_compressed(
        file, first=first, unit=unit, rest=weights_of(net)[net.first.size :].astype(np.float16)
    )
    return file.getvalue()


def read_back(net: Net) -> Net:
    """The net as it will be read again: a little less exact."""
    from kritzel.fast.net import Shape

    shape = Shape._make([*net.first.shape, net.second.shape[1]])
    return from_npz(npz_bytes(net), shape, tuple(net.scale.tolist()))


def write(
    folder: Path, game: AnyGame, sheet: Any, net: Net, about: dict[str, Any], weaker: bool = False
) -> Path:
    """Write a net and its manifest, a weaker one under a name that is not looked for. Returns the path of the
    manifest, which is written last.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path, small = folder / f"{file_name(game, sheet)}{WEAKER * weaker}.json", npz_bytes(net)
    path.with_suffix(".npz").write_bytes(small)
    manifest = {
        "format": FORMAT,
        "game": game.slug,
        "rules_version": game.rules.version,
        "sheet": sheet.id,
        "sheet_version": sheet.version,
        "sheet_hash": digest(sheet.source),
        "features": strategy(game.slug).FEATURES,
        "inputs": len(net.first),
        "layers": [net.first.shape[1], net.second.shape[1]],
        "scale": net.scale.tolist(),
        "checksum": hashlib.sha256(small).hexdigest(),
        **about,
    }
    path.write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", "utf-8")
    forget()
    return path


def take(folder: Path, game: AnyGame, sheet: Any) -> Path:
    """Use the weaker net of this folder from now on. Returns the new path of its manifest."""
    name = file_name(game, sheet)
    for ending in (".npz", ".json"):
        (folder / f"{name}{WEAKER}{ending}").replace(folder / f"{name}{ending}")
    forget()
    return folder / f"{name}.json"


def manifests(folder: Path = SHIPPED) -> Iterator[Path]:
    yield from sorted(folder.glob("*.json"))
