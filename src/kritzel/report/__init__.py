"""A sheet's character in figures and pictures: how bots score on it, what luck decides, which cells count.

`plan` says which games are played, `gather` turns them into figures, `page` into one HTML file.
docs/sheets.md tells designers what to read in it. Importing this loads neither numpy nor Numba.
"""
