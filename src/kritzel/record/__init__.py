"""A game being played: the table with its events, records as text, dealers of chance, and the game loop."""

from kritzel.record.dealer import Dealer, ScriptedDealer, SeededDealer
from kritzel.record.loop import Choose, Deal, Ended, at_random, fair, play_out, walk
from kritzel.record.table import CannotUndo, Played, Revealed, Table
from kritzel.record.text import RecordError, read
