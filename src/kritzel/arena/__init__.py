"""Many games between bots, measured honestly: the same luck for all, seats and boards permuted.

Read `job` first: what is played, and the design of line-ups; docs/arena.md explains all of it.
Importing this loads neither numpy nor Numba nor Dask.
"""
