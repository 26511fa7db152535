"""Bots at live tables: asked in processes of their own, so that no table waits for another's."""
