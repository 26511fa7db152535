"""The twin and the reference play the same games: same bots, same deal, same moves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from random import Random

import pytest

from kritzel.arena import on_twin
from kritzel.arena.job import ArenaError, Finished, Job, broken_off
from kritzel.arena.on_reference import OwnLuck
from kritzel.arena.runner import COMPILED, REFERENCE, play_chunk
from kritzel.fast.luck import Keyed
from tests.arena.jobs import job, lines
from tests.cli.run import ROOT

SAME = [
    ("traexx/1", "greedy,random", 1),
    ("traexx/1", "greedy,random", 2),
    ("traexx/1", "greedy,random,greedy", 3),
    ("traexx/1", "greedy,random,greedy,random", 4),
    ("border/1", "greedy,random", 2),
    ("border/1", "greedy,greedy,greedy", 3),
    *[(f"dizzle/{sheet}", "greedy,random", 2) for sheet in range(1, 9)],
    ("dizzle/3", "greedy,random,greedy", 3),
    ("dizzle/8", "greedy,random", 1),
]


@pytest.mark.parametrize(("name", "bots", "seats"), SAME)
def test_twin_and_reference_give_the_same_lines(name: str, bots: str, seats: int) -> None:
    asked, deals = job(name, bots, seats), range(1 if seats > 2 else 3)
    assert lines(asked, deals, COMPILED) == lines(asked, deals, REFERENCE)


def test_a_line_tells_everything() -> None:
    told = json.loads(lines(job(), [4])[4])
    assert (told["deal"], len(told["games"])) == (4, 4)
    game = told["games"][0]
    assert game["bots"] == ["greedy", "random"]
    assert sorted(game["places"]) == [1, 2]
    assert game.keys() == {"bots", "boards", "scores", "places", "decisions"}


def test_chunks_tell_what_they_cost() -> None:
    asked = job()
    assert [worked[:2] for worked in play_chunk(asked, [0, 1], COMPILED).worked] == [(COMPILED, 8)]
    assert [worked[:2] for worked in play_chunk(asked, [0], REFERENCE).worked] == [(REFERENCE, 4)]


def test_another_kritzel_refuses_to_play() -> None:
    asked = job()
    with pytest.raises(ArenaError, match=r"for Kritzel 0\.0\.1"):
        play_chunk(Job(**{**vars(asked), "kritzel": "0.0.1"}), [0], COMPILED)


def test_a_game_that_does_not_end_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    from kritzel.arena import on_reference

    monkeypatch.setattr(on_reference, "MOST_DECISIONS", 20)
    asked = job()
    game = on_reference.play(asked, 0, asked.games(0)[0])
    assert game == broken_off(game.scores)
    assert broken_off([3, 7, 3]) == Finished([3, 7, 3], [2, 1, 2], 0)
    assert broken_off([3, 7, 3], fewest=True).places == [1, 3, 1]


def test_own_luck_is_a_full_generator() -> None:
    luck, keyed = OwnLuck(9), Keyed(9, 0, 1, 1)
    luck.decide()
    assert [luck.decide().randrange(6), luck.randrange(6)] == [keyed(6), keyed(6)]
    assert 0 <= luck.random() < 1
    assert 0 <= luck.randrange(10**12) < 10**12
    assert luck.getrandbits(100) < 1 << 100
    assert sorted(luck.sample(range(9), 9)) == list(range(9))
    mean = sum(OwnLuck(seed).decide().random() for seed in range(2000)) / 2000
    assert abs(mean - 0.5) < 0.03


def test_compiled_bots_draw_what_python_bots_draw() -> None:
    import numpy as np

    from kritzel.fast.luck import below, key

    for seed in Random(1).sample(range(1 << 62), 5):
        luck, event = OwnLuck(seed), np.uint64(key(np.uint64(seed), 0, 1, 0))
        high, low = below(event, 0, 1 << 32), below(event, 1, 1 << 32)
        assert luck.decide().getrandbits(63) == (high << 32 | low) >> 1


def test_plays_the_same_with_the_compiler_off() -> None:
    code = (
        "import numpy as np\n"
        "np.seterr(over='ignore')\n"
        "from tests.arena.jobs import job, lines\n"
        "print(lines(job('traexx/1'), [0])[0])"
    )
    surroundings = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT, env=surroundings
    )
    assert run.stdout.strip() == lines(job(), [0])[0]


@pytest.mark.parametrize("name", ["dizzle/1", "border/1", "traexx/1"])
def test_a_game_finds_its_own_compiled_code_in_the_cache(name: str) -> None:
    """Another process, which plays no other game: nothing it loads may belong to those."""
    code = f"from tests.arena.jobs import job, lines\nprint(lines(job({name!r}), [0])[0])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert run.stdout.strip() == lines(job(name), [0], REFERENCE)[0]


def test_the_loop_is_loaded_once_per_game() -> None:
    assert on_twin.loop("traexx", strategies=False) is on_twin.loop("traexx", strategies=False)
    assert on_twin.loop("traexx", strategies=False) is not on_twin.loop("traexx", strategies=True)
    assert on_twin.loop("traexx", strategies=False).twin is not on_twin.loop("border", strategies=False).twin
