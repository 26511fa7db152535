"""The sentences of docs/benchmarks.md that do not change with the figures."""

HEAD = """\
<!-- Made by bench/engine.py --write docs/benchmarks.md. Do not edit. -->
# Benchmarks

Random play: ask which moves there are, choose one at random, play it, until the game is over. The figure is
decisions per CPU second on one core: choices somebody makes, forced ones included. Dice and cards are not
counted, but their time is. Everything here, the peers too, was measured in one run on one machine. Trust
the ratios more than the figures: those change with the processor.
"""

HOW = """\
Sheet 1 of each game. Median of {repeat} repetitions of {seconds:g} CPU s each, after warm-up; in brackets
the range. Load of the machine when the run began: {load:.1f}.
"""

TWO_CORES = """\
Two cores: two processes that start together, each on a core of its own, their figures added up. By the
clock they made, per second (less than per CPU second if the machine had other work): """

SAME = """\
Yacht, by the same rules in both (examples/kritzel-yacht): the same throws, the same choices, the same boxes.
Kritzel's readable engine, plain Python, beside OpenSpiel's C++ driven from Python, and beside OpenSpiel's
random games inside C++, where no Python is in between. Equal dice are one choice in Kritzel (throw a 3
again) and several in OpenSpiel (which 3), so a random game differs by less than a decision in seventy.
"""

INSIDE = """\
How many times quicker the twin's random games in one compiled call are than random games that a peer plays
in compiled code, without Python in between (medians). OpenSpiel: `RandomRolloutEvaluator`, called through
an `MCTSBot` with two simulations; pgx: 1024 games side by side under `jax.jit`, on one core of the CPU.
"""

PYTHON = """\
How many times quicker than a peer's random game in a Python loop (is it over, is it chance, list the moves,
choose, apply), for three ways of driving Kritzel from Python:

- *whole games in one call*: one Python call plays 500 games with the twin. This is what the goal of 50
  times speaks of. It compares what a Python program can get out of Kritzel with a peer's Python loop, not
  the same loop twice: the peers' own compiled games stand above.
- *twin, Python loop*: like with like. What the table waits for, who decides, the legal moves and the move
  are one call each; nearly all of the time is the way from Python into compiled code and back.
- *reference, Python loop*: like with like. The readable engine, plain Python, beside the peers' C++.

The peers' loop is the one of OpenSpiel's own examples, which asks for the outcomes of chance with their
weights. *Without weights* is a shortcut, right only because all outcomes of these games are equally likely:
the outcomes as a bare list, much quicker where there are many (7,776 rolls in Yacht, 720 ways to set up in
EinStein würfelt nicht).
"""

COMPARABLE = """\
- Dice games of comparable size: backgammon, Yacht and EinStein würfelt nicht. Ratios and goals name only
  these.
- Pig has two actions and hardly any state: it is reported, but not comparable. Connect four and tic-tac-toe
  know no chance and few moves; blackjack, Uno and Leduc poker are card games. They show what the toolkits
  cost.
- PettingZoo and RLCard make an observation for every decision, pgx for every step: they have no way around
  it. Kritzel and OpenSpiel make one when asked, and are not asked here. PettingZoo's raw environment is the
  one without its checking wrappers.
- Games that end in pgx's batch are replaced by copies of prepared ones; with its own `auto_reset` backgammon
  is half as quick.
- OpenSpiel's rollouts do not tell their decisions: these are the number of rollouts times the mean of 1,000
  random games.
- A compiled random game of Kritzel counts the legal moves and takes one, all equally likely, where it can
  without writing a list of them.
"""

COLD = """\
Each in a fresh process. For a twin: importing it and Numba, packing a sheet, and every compiled function
once, first with an empty cache, then again. `import kritzel` and the command line neither import Numba nor
compile.
"""

RERUN = """\
With Kritzel alone: `make bench`; peers that are not installed are reported as such. Beside the peers, in a
virtual environment of their own (Python 3.11, about 1 GB):

    python3.11 -m venv ~/kritzel-peers
    ~/kritzel-peers/bin/pip install -r bench/peers.txt
    ~/kritzel-peers/bin/pip install --no-deps --editable . ./examples/kritzel-yacht
    ~/kritzel-peers/bin/python bench/engine.py --write docs/benchmarks.md

`--quick` tries everything once for a moment, `--only kritzel` or `--only open_spiel pgx` takes a part,
`--json` prints figures for programs. The whole run takes about ten minutes; let the machine rest meanwhile.
"""
