"""examples/live_client.py, as somebody would run it: sits down at a real table and plays to the end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from kritzel.games import catalogue
from tests.cli.run import ROOT
from tests.patience import LONGEST
from tests.server.clients import Page
from tests.server.serving import Server

CLIENT = ROOT / "examples" / "live_client.py"


@pytest.mark.parametrize("sheet", ["dizzle/1", "traexx/1"])
def test_it_joins_a_table_and_plays_to_the_end(sheet: str, tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ana = server.guest("Ana")
        laid = ana.lay(sheet, "me", "friend")
        link = f"{server.url}/t/{laid['table']}#{laid['invites'][0]['token']}"
        command = [sys.executable, str(CLIENT), link, "--name", "Robo", "--seed", "1"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as robo:
            try:
                _play(ana.sit(laid["table"], program=1), Random(sheet))
                said, _ = robo.communicate(timeout=LONGEST)
            finally:
                robo.kill()
        assert robo.returncode == 0, said
        assert "Robo: " in said
        assert "Ana: " in said


def _play(page: Page, luck: Random) -> None:
    """Ana plays too; what she sees of the table in notation is always a position of the game."""
    page.ready()
    page.hear(lambda: page.view["phase"] == "running")
    game, sheet = catalogue.find(page.view["sheet"])
    while page.view["phase"] == "running":
        state = game.notation.parse_position(sheet, page.view["position"])
        for hand in page.view["hands"]:
            legal = {game.notation.move_text(sheet, move) for move in game.rules.moves(state, hand["seat"])}
            assert {option["text"] for option in hand["options"]} == legal
        before = page.view["version"]
        if not page.play_any(luck):
            page.hear(lambda before=before: page.view["version"] > before or page.view["phase"] != "running")
