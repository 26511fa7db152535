"""A game as a text anyone can read: the table that remembers, its records, and the dealers of chance."""

from kritzel.record.dealer import Dealer, ScriptedDealer, SeededDealer
from kritzel.record.loop import Choose, Deal, Ended, at_random, fair, play_out, walk
from kritzel.record.table import CannotUndo, Played, Revealed, Table
from kritzel.record.text import RecordError, read
