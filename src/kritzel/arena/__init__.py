"""Many games between bots, measured honestly: the same luck for everybody, seats and boards permuted.

Read `job` (what is asked for) and `design` (who plays whom where) first; docs/arena.md tells it all.
Importing this loads neither numpy nor Numba nor Dask.
"""
