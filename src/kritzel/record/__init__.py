"""A game as a text anyone can read: the table that remembers, its records, and the dealers of chance."""

from kritzel.record.dealer import Dealer, ScriptedDealer, SeededDealer
from kritzel.record.events import Played, Revealed
from kritzel.record.lines import RecordError
from kritzel.record.loop import Choose, Deal, Ended, at_random, fair, play_out, walk
from kritzel.record.reading import read
from kritzel.record.table import Table
from kritzel.record.undoing import CannotUndo
