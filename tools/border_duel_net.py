"""Trains the net that `master` has in The Border with two seats, on from the one that ships. Needs PyTorch.

python -m tools.border_duel_net --out FOLDER [--minutes N] [--resume FOLDER] [--part BEGIN END] [...]

All cores play (`tools.border_duels`) while the graphics card learns from the newest games; neither waits for
the other, so no two courses are the same. The net is made wider first: new sums count for nothing until they
have learned. A course may be cut into parts: `--part 0 0.5`, then `--part 0.5 1 --resume FOLDER`. In the end
`--resume FOLDER --games N` writes the net as it ships, with a manifest that names so many games.
"""

from __future__ import annotations

import argparse
import math
import queue
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from kritzel.bots.weights import DUEL, DUELLERS, NOISY, net_for, read_back, write
from kritzel.fast.net import BINS, LEAST_TOTAL, TOTALS, WIN, Net, Shape, net_of, scratch_for, weights_of
from kritzel.games import catalogue
from kritzel.games.border.bot.evaluation import LEAD_VALUES
from kritzel.games.border.bot.features import LOW, STEP
from kritzel.training.evaluation import achieved, golden
from kritzel.training.games import Simulator
from kritzel.training.selfplay import KINDS
from tools import border_duels

torch: Any = import_module("torch")
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"

GAMES = 24
"""Games that a core plays before it tells of them."""
PREFIXED, LONGEST = 0.35, 160
"""The share of games that begin with moves of others, and the most of these moves."""
TRACE, STEADY = 0.9, 0.95
"""lambda of the final lead, and of the worth with luck taken off."""
WORTH = 8.0
"""How much an error of the worth counts beside one of the lead."""
FAST, SLOW, WARM = 5e-4, 1e-5, 500
"""The rate falls from the first to the second, after a rise of that many steps."""
FOLLOW = 0.001
"""How fast the weights that act follow those that learn."""
TELLING, SHOWING = 30.0, 100
"""Seconds between two words; steps between two nets for the players."""


def widened(net: Net, shape: Shape) -> Net:
    """The same net with more sums."""
    rng, wide, narrow = np.random.default_rng(7), net.first.shape[1], net.second.shape[1]
    big = net_of(np.zeros(shape.weights, np.float32), shape, (LOW, STEP))
    big.first[:] = rng.normal(0.0, float(net.first.std()), big.first.shape)
    big.second[:] = rng.normal(0.0, 0.5 * (2.0 / shape.wide) ** 0.5, big.second.shape)
    big.first[:, :wide], big.first_bias[:wide] = net.first, net.first_bias
    big.second[wide:, :narrow] = 0.0
    big.second[:wide, :narrow], big.second_bias[:narrow] = net.second, net.second_bias
    big.last[:narrow], big.last_bias[:] = net.last, net.last_bias
    return big


# Playing ---------------------------------------------------------------------------------------------------
class DuelSimulator(Simulator):
    """A Simulator in which all tables have two seats."""

    @property
    def seat_counts(self) -> list[int]:
        """Two."""
        return [DUELLERS]


class Players:
    """Cores that play, game after game, with the net they were shown last."""

    def __init__(self, net: Net, seed: int) -> None:
        self.net, self.over = net, False
        self.told: queue.Queue[Any] = queue.Queue(64)
        game, sheet = catalogue.find("border/1")
        self._sim, self._seed = DuelSimulator(game, sheet, ThreadPoolExecutor(1)), seed

    def begin(self, threads: int) -> None:
        """Compile, then let them play."""
        self._some(np.random.default_rng(0))
        for number in range(threads):
            threading.Thread(target=self._play, args=(number,), daemon=True).start()

    def _play(self, number: int) -> None:
        rng = np.random.default_rng([self._seed, number])
        while not self.over:
            self.told.put(self._some(rng))

    def _some(self, rng: np.random.Generator) -> list[Any]:
        net, sim = self.net, self._sim
        lesson = border_duels.empty(GAMES * 180, len(net.first))
        begins, seeds = sim.tables(GAMES, rng), rng.integers(0, 1 << 63, GAMES, np.uint64)
        before = np.where(rng.random(GAMES) < PREFIXED, rng.integers(0, LONGEST + 1, GAMES), 0)
        kinds = rng.integers(0, KINDS, (GAMES, 2))
        rest = before, kinds, net, scratch_for(net), lesson, TRACE, STEADY
        count = border_duels.play_many(sim.packed, begins, seeds, *rest)
        return [part[:count] for part in lesson]


# Learning --------------------------------------------------------------------------------------------------
class Learner:
    """Learns on the card from the newest samples."""

    def __init__(self, weights: Any, shape: Shape, room: int) -> None:
        self.shape, self.room, self.seen, self.steps = shape, room, 0, 0
        self.weights = torch.tensor(weights, device=DEVICE, requires_grad=True)
        self.acting = torch.tensor(weights, device=DEVICE)
        self.adam = torch.optim.Adam([self.weights], fused=True)
        self._wish = torch.tensor(LEAD_VALUES, dtype=torch.float32, device=DEVICE)
        self._bins = torch.arange(BINS, device=DEVICE) + LOW - LEAST_TOTAL
        self._kept: list[Any] = []

    def add(self, parts: list[Any]) -> None:
        """The newest samples take the place of the oldest."""
        inputs, _, lead, target, worth = parts[:5]
        rows = [torch.from_numpy(np.ascontiguousarray(x)).to(DEVICE) for x in (inputs, lead, target, worth)]
        if not self._kept:
            shapes = [(self.room, *row.shape[1:]) for row in rows]
            self._kept = [
                torch.zeros(shape, dtype=row.dtype, device=DEVICE)
                for shape, row in zip(shapes, rows, strict=True)
            ]
        where = (torch.arange(len(lead), device=DEVICE) + self.seen) % self.room
        for kept, row in zip(self._kept, rows, strict=True):
            kept[where] = row
        self.seen += len(lead)

    def step(self, rate: float, batch: int) -> None:
        """Learn from some samples."""
        which = torch.randint(min(self.seen, self.room), (batch,), device=DEVICE)
        self.steps += 1
        self.adam.param_groups[0]["lr"] = rate * min(1.0, self.steps / WARM)
        self.adam.zero_grad()
        self._loss(which).backward()
        torch.nn.utils.clip_grad_norm_([self.weights], 1.0)
        self.adam.step()
        with torch.no_grad():
            self.acting.lerp_(self.weights, FOLLOW)

    def _loss(self, which: Any) -> Any:
        inputs, lead, target, worth = [kept[which] for kept in self._kept]
        logs = torch.log_softmax(self._forward(inputs), 1)
        wish = self._wish[(lead[:, None] + self._bins).clamp(0, TOTALS - 1)]
        error = ((logs.exp() * wish).sum(1) - worth) / WIN
        return -(target * logs).sum(1).mean() + WORTH * (error * error).mean()

    def _forward(self, inputs: Any) -> Any:
        parts = self.weights.split([math.prod(size) for size in self.shape.sizes])
        views = [part.view(size) for part, size in zip(parts, self.shape.sizes, strict=True)]
        first, first_bias, second, second_bias, last, last_bias = views
        many = torch.zeros((len(inputs), self.shape.inputs + 1), device=DEVICE)
        many.scatter_(1, inputs.long(), 1.0)
        sums = many[:, :-1] @ first + first_bias
        return (sums.relu() @ second + second_bias).relu() @ last + last_bias

    def net(self) -> Net:
        """The net as it plays."""
        return net_of(self.acting.cpu().numpy().copy(), self.shape, (LOW, STEP))

    # Stopping and going on -------------------------------------------------------------------------
    def save(self, folder: Path) -> None:
        """What acts, and what is needed to go on."""
        np.savez(folder / "acting.npz", acting=self.acting.cpu().numpy())
        state = self.adam.state[self.weights]
        mean, square = state["exp_avg"].cpu().numpy(), state["exp_avg_sq"].cpu().numpy()
        weights = self.weights.detach().cpu().numpy()
        np.savez(folder / "state.npz", weights=weights, mean=mean, square=square, steps=self.steps)

    def load(self, folder: Path) -> None:
        """Go on where a course was."""
        with np.load(folder / "state.npz") as kept, np.load(folder / "acting.npz") as acts, torch.no_grad():
            self.weights.copy_(torch.tensor(kept["weights"]))
            self.acting.copy_(torch.tensor(acts["acting"]))
            self.steps = int(kept["steps"])
            self.adam.state[self.weights] = {
                "step": torch.tensor(float(self.steps), device=DEVICE),
                "exp_avg": torch.tensor(kept["mean"], device=DEVICE),
                "exp_avg_sq": torch.tensor(kept["square"], device=DEVICE),
            }


# The course ------------------------------------------------------------------------------------------------
class Told:
    """How far what the net said was from what came, luck taken off: in wins, the root of the mean square."""

    def __init__(self) -> None:
        self._rows: list[Any] = []

    def add(self, parts: list[Any]) -> None:
        """Some games that were just played."""
        ended, said = parts[5:7]
        both = (said[::2] + WIN - said[1::2]) / 2
        differ = said[::2] + said[1::2] - WIN
        errors = ((said - ended) ** 2).mean(), ((both - ended[::2]) ** 2).mean(), (differ**2).mean()
        self._rows.append(np.sqrt(errors) / WIN)

    def text(self) -> str:
        """Print one line and reset."""
        one, both, differ = np.mean(self._rows, axis=0) if self._rows else (0, 0, 0)
        self._rows = []
        return f"one view {one:.4f}, both {both:.4f}, they differ by {differ:.4f}"


def rate_at(part: tuple[float, float], done: float) -> float:
    """The rate after this much of a part of the course."""
    share = part[0] + (part[1] - part[0]) * min(done, 1.0)
    return SLOW + (FAST - SLOW) * 0.5 * (1 + math.cos(math.pi * share))


def train(asked: Any, learner: Learner, players: Players) -> None:
    """Until the time is over."""
    told, begun, word, first = Told(), time.monotonic(), TELLING, learner.steps
    players.begin(asked.threads)
    while (spent := time.monotonic() - begun) < 60 * asked.minutes:
        while not players.told.empty():
            parts = players.told.get()
            told.add(parts)
            learner.add(parts)
        wanted = learner.seen * asked.visits / asked.batch
        if learner.seen < asked.least or learner.steps - first >= wanted:
            time.sleep(0.01)
            continue
        learner.step(rate_at(asked.part, spent / (60 * asked.minutes)), asked.batch)
        if learner.steps % SHOWING == 0:
            players.net = learner.net()
        if spent > word:
            word = spent + TELLING
            print(f"{spent:.0f} s, {learner.seen} samples, {learner.steps} steps: {told.text()}", flush=True)
            learner.save(asked.out)
    players.over = True
    learner.save(asked.out)


def keep(folder: Path, net: Net, games: int, seed: int) -> None:
    """The net as it is kept, measured, beside where the usual one would lie."""
    game, sheet = catalogue.find("border/1")
    sim, net = DuelSimulator(game, sheet, ThreadPoolExecutor()), read_back(net)
    about = {
        "games": games,
        "seed": seed,
        "achieved": achieved(sim, net),
        "noise": dict.fromkeys(NOISY, 0.0),
        "curve": [],
        "golden": golden(sim, net),
    }
    path = write(folder, game, sheet, net, about)
    for file in (path, path.with_suffix(".npz")):
        file.replace(file.with_name(f"{file.stem}{DUEL}{file.suffix}"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--part", type=float, nargs=2, default=(0.0, 1.0), metavar=("BEGIN", "END"))
    parser.add_argument("--threads", type=int, default=16)
    parser.add_argument("--layers", type=int, nargs=2, default=(384, 64))
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--visits", type=float, default=6.0, help="how often a sample is seen")
    parser.add_argument("--room", type=int, default=8_000_000, help="samples that are kept")
    parser.add_argument("--least", type=int, default=400_000, help="samples before the first step")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--games", type=int, help="write the net as it ships: it has learned from so many")
    asked = parser.parse_args()
    trained = net_for(*catalogue.find("border/1"))
    assert trained is not None, "the net that ships"
    shape = Shape(len(trained.net.first), *asked.layers)
    learner = Learner(weights_of(widened(trained.net, shape)), shape, asked.room)
    if asked.resume:
        learner.load(asked.resume)
    if asked.games:
        keep(asked.out, learner.net(), asked.games, asked.seed)
    else:
        train(asked, learner, Players(learner.net(), asked.seed))


if __name__ == "__main__":
    main()
