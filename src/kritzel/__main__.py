"""`python -m kritzel` is `kritzel`."""

from kritzel.cli import main

main(prog_name="kritzel")
