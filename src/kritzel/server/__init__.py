"""Live play: one process, one file of tables, any number of pages. docs/server.md tells the whole."""
