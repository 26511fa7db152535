"""What docs/benchmarks-server.md says around its figures."""

HEAD = """\
# What a move costs the server

Written by `bench/server.py`; do not edit. One run on one machine: `kritzel serve` as people run it, with
real sockets and a real disk, and boardgame.io, a server for turn-based games on Node, with the tic-tac-toe
of its tutorial.
"""

AIMS = """\
Medians, with the range in brackets where something was measured several times, all measures taking turns.
*before* is the server of 16 November 2026 on the same machine (`bench/server_before.json`), or the sources of
`--before`, measured in the same run. CPU time, memory and bytes compare well, times by the clock only where
the machine was quiet. *others* is how many cores other programs needed meanwhile: near 0 on a quiet machine.
All moves are durable; tables have two clients.
"""

HOW = """\
Everybody moves as soon as they can (a closed loop): half of the sockets have a move under way all the time,
so the times to an answer are those of a server that is as busy as it can be. {seconds:g} seconds each after
a warm-up; the load of the machine before was {load:.1f}.
"""

COLUMNS = """\
*CPU* is that of the server process, all threads, user and system. *bytes* is what all clients together are
sent for one move. *clients* is how much of one core the process of the clients needed: near 100 % it is
they who are measured."""

STEADY = """\
So many moves are begun every second, whatever comes back (an open loop); times count from when a move was
due.
"""

HELD = """\
Strangers who watch tables at which nobody moves, while two others play.
"""

FAIR = """\
- **Kritzel** checks the move by the rules of the real game, rolls dice that can be verified, writes the
  move into SQLite (WAL, `synchronous=FULL`: it survives a power cut) together with the table's line in
  lists, and only then answers and tells. Each player gets a view of their own: the cells of two sheets that
  changed, points line by line, every legal move in words of two languages, what can be taken back, the
  story. Messages are counted against a limit, commands are carried out once however often they are sent.
  Going on to the next table is part of the figures.
- **boardgame.io in memory** keeps nothing. It sends the whole state to both players after each move.
  **FlatFile** writes JSON files by node-persist, without syncing them, after telling the players. No
  credentials, no secret state, no lobby. Joining the next match is measured apart and taken off.
- *tic-tac-toe* has a state of about 0.4 KB. *sheets* is the same server with a state of the size of ours
  (two sheets of 86 cells, 12 KB) and a move that crosses a cell; it has no dice, no points and hardly a
  rule.
- Both run on one core, which is what Node and Python do by themselves; the clients are the same program for
  both.
"""

RERUN = """\
    python -m bench.server --write docs/benchmarks-server.md --date "$(date +%F)"

boardgame.io needs Node and npm in the PATH; it is installed once from
`bench/server_boardgame/package-lock.json`. Without them its lines say so. `--only kritzel` leaves it out,
`--quick` only shows that everything runs. `--data FOLDER` chooses the disk. Linux only. Do it on a machine
that has nothing else to do: other work makes every figure worse.

One measure alone, in less than a minute: `--only cpu`, `bytes`, `watched`, `return`, `memory`, `disk`,
`latency` or `story`; of one game by `--only cpu dizzle/1`. `--before FOLDER` measures older sources, too,
in turns with the present ones: the way to compare on a machine that is busy. Where the CPU and the bytes of a
move go: `python -m bench.server profile`. Thousands of pages that come back at once, after a restart:
`python -m bench.server storm --pages 8000`. Thousands of games at a time, moves at a steady rate:
`python -m bench.server hold --games 10000`.
"""
