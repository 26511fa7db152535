"""The units for systemd: systemd itself finds nothing wrong with them, and they shut the server in."""

from __future__ import annotations

import re
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

from tools.proxies import ROOT

pytestmark = pytest.mark.slow

UNITS = ROOT / "deploy" / "systemd"
SERVICES = sorted(path.name for path in UNITS.glob("*.service"))
EXPOSED = {"kritzel.service": 2.0, "kritzel-backup.service": 3.0}
"""How exposed each may be by systemd's own count, of 10."""


def read(name: str) -> ConfigParser:
    """A unit; words that are said several times count as the last."""
    unit = ConfigParser(strict=False, interpolation=None, comment_prefixes=("#",))
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(UNITS / name)
    return unit


def analysed(folder: Path, *words: str) -> str:
    """What systemd says about the units, on a machine on which Kritzel is not installed."""
    systemd = shutil.which("systemd-analyze")
    if systemd is None:
        pytest.skip("systemd-analyze is not there: the units cannot be verified")
    for path in UNITS.iterdir():
        text = re.sub(r"/opt/kritzel/bin/kritzel serve", "/bin/true", path.read_text("utf-8"))
        text = re.sub(r"^(User|Group)=kritzel", r"\1=root", text, flags=re.MULTILINE)
        (folder / path.name).write_text(text, "utf-8")
    done = subprocess.run([systemd, *words], cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_systemd_finds_nothing_wrong(tmp_path: Path) -> None:
    names = [f"./{path.name}" for path in UNITS.iterdir()]
    told = analysed(tmp_path, "verify", "--man=no", *names)
    ours = [line for line in told.splitlines() if "kritzel" in line]
    assert ours == []


def test_systemd_finds_something_wrong_where_there_is(tmp_path: Path) -> None:
    wrong = (
        (UNITS / "kritzel.service")
        .read_text("utf-8")
        .replace("ProtectSystem=strict", "ProtectSystem=sometimes")
    )
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "kritzel.service").write_text(
        wrong.replace("/opt/kritzel/bin/kritzel serve", "/bin/true")
    )
    assert "protect system" in analysed(tmp_path, "verify", "--man=no", "./more/kritzel.service")


@pytest.mark.parametrize("name", SERVICES)
def test_the_service_is_shut_in(tmp_path: Path, name: str) -> None:
    told = analysed(tmp_path, "security", "--offline=true", "--no-pager", f"./{name}")
    found = re.search(r"exposure level for \S+: ([\d.]+)", told)
    if found is None and "offline" in told:
        pytest.skip("this systemd-analyze cannot look at a file: --offline is missing")
    assert found, told
    assert float(found[1]) <= EXPOSED[name]


def test_the_units_know_where_things_are() -> None:
    server, backup = read("kritzel.service")["Service"], read("kritzel-backup.service")["Service"]
    assert server["ExecStart"] == "/opt/kritzel/bin/kritzel serve"
    data = "KRITZEL_DATA=/var/lib/kritzel/tables.db"
    assert data in server["Environment"]
    assert data in backup["Environment"]
    assert (server["StateDirectory"], server["CacheDirectory"]) == ("kritzel", "kritzel")
    assert "/opt/kritzel/bin/kritzel backup --force /var/lib/kritzel/backup/" in backup["ExecStart"]
    assert server["User"] == backup["User"] == "kritzel", "the key beside the file is for one user only"
    assert int(server["LimitNOFILE"]) >= 65536
    assert server["MemoryMax"], "bots cannot take all memory of the machine"
    assert int(server["TasksMax"]) >= 256, "compiling and bots need some"
    assert read("kritzel-backup.timer")["Timer"]["OnCalendar"]
