"""Why the server refuses something, in words. What the rules refuse is told by the games themselves."""

from __future__ import annotations

from kritzel.game import Text
from kritzel.server.table.document import Words

SENTENCES = {
    "not_seated": Text("Du sitzt nicht an diesem Tisch.", "You have no seat at this table."),
    "not_your_seat": Text("Das ist nicht dein Platz.", "That's not your seat."),
    "not_owner": Text(
        "Das darf nur, wer den Tisch eröffnet hat.", "Only the person who opened the table can do that."
    ),
    "not_running": Text("Die Partie läuft nicht.", "The game is not running."),
    "running": Text("Die Partie läuft schon.", "The game has already begun."),
    "not_open": Text("Der Platz ist nicht mehr frei.", "The seat is taken."),
    "invite_void": Text(
        "Der Link gilt nicht mehr. Lass dir einen neuen geben.",
        "The link is no longer valid. Ask for a new one.",
    ),
    "unknown_bot": Text("Diesen Bot gibt es hier nicht.", "There is no such bot here."),
    "notation": Text("Das ist kein Zug in diesem Spiel.", "That isn't a move in this game."),
    "outcome": Text("So kann der Wurf nicht aussehen.", "The roll can't look like that."),
    "stale": Text(
        "Inzwischen wurde gewürfelt. Schau noch einmal hin.",
        "The dice have been rolled since. Have another look.",
    ),
    "no_hints": Text(
        "Tipps gibt es nur, wenn alle am Tisch sie erlauben.",
        "There are hints only where everybody at the table allows them.",
    ),
    "no_advice": Text("Dazu fällt mir gerade nichts ein.", "I can't think of anything just now."),
    "not_deciding": Text("Du bist gerade nicht dran.", "It isn't your turn right now."),
    "other_move": Text("Das war nicht dein letzter Zug.", "That wasn't your last move."),
    "digital_dice": Text("Hier würfelt der Tisch.", "The table rolls the dice here."),
    "asked_already": Text(
        "Die Frage ist schon gestellt. Warte auf die anderen.", "The others are being asked already."
    ),
    "not_asked": Text("Danach fragt gerade niemand.", "Nobody is asking for that now."),
    "no_puzzle": Text("An diesem Tag gibt es keine Aufgabe.", "There is no puzzle on this day."),
    "no_review": Text("Das ließ sich gerade nicht ausrechnen.", "This could not be worked out just now."),
    "other_dice": Text(
        "An diesem Tisch wird anders gewürfelt. Lade die Seite neu.",
        "The dice of this table work in another way. Load the page again.",
    ),
    "not_sealed": Text(
        "Erst wenn alle ihr Glück versiegelt haben, wird es geöffnet.",
        "Luck is opened only when everybody has sealed theirs.",
    ),
    "other_seed": Text(
        "Dieses Glück passt nicht zu seinem Siegel. Es gilt nur, was versiegelt war.",
        "This luck does not fit its seal. Only what was sealed counts.",
    ),
    "mixed_anew": Text("Die Würfel werden inzwischen neu gemischt.", "The dice are being mixed anew by now."),
    "mixing": Text(
        "Die Würfel werden schon gemischt. Jetzt ändert sich nichts mehr.",
        "The dice are being mixed already. Nothing changes any more.",
    ),
    "not_waiting": Text(
        "Hier wartet gerade niemand auf die Würfel.", "Nobody is waiting for the dice right now."
    ),
    "no_chance": Text("Jetzt wird nicht gewürfelt.", "Nobody rolls right now."),
    "bot_plays": Text(
        "Ein Bot spielt für dich. Hol dir den Platz zurück.", "A bot is playing for you. Take your seat back."
    ),
    "no_bot": Text("Auf diesem Platz spielt kein Bot.", "No bot plays on this seat."),
    "not_away": Text(
        "Wer noch da ist, spielt selbst. Warte noch.", "They are still here. Wait a little longer."
    ),
    "id_reused": Text(
        "Die Nummer dieser Nachricht ist schon vergeben.", "This id belongs to another message."
    ),
    "retry": Text(
        "Das hat nicht geklappt. Dein Zug ist sicher. Nochmal?",
        "That didn't work. Your move is safe. Try again?",
    ),
    "slow_down": Text(
        "Das ging zu schnell. Gleich noch einmal.", "That was too fast. Try again in a moment."
    ),
    "bad_message": Text(
        "Diese Nachricht versteht der Server nicht.", "The server doesn't understand this message."
    ),
    "no_table": Text("Diesen Tisch gibt es nicht mehr.", "This table is gone."),
    "unreadable": Text(
        "Diesen Tisch kann dieses Kritzel nicht mehr öffnen. Was aufgeschrieben ist, geht nicht verloren: "
        "Frag, wer den Server betreibt.",
        "This Kritzel can't open this table any more. What is written down isn't lost: ask whoever runs the "
        "server.",
    ),
    "no_sheet": Text("Dieses Blatt gibt es hier nicht.", "There is no such sheet here."),
    "reload": Text(
        "Kritzel ist neuer als diese Seite. Lade sie neu.", "Kritzel is newer than this page. Load it again."
    ),
    "no_lessons": Text(
        "Dieses Spiel hat noch keine ersten Schritte. Im Regelbuch steht, wie es geht.",
        "This game has no first steps yet. The rulebook tells how it goes.",
    ),
    "no_session": Text("Sag erst, wie du heißt.", "Tell us your name first."),
    "origin": Text("Von dieser Adresse aus geht das nicht.", "That doesn't work from this address."),
    "too_many_tables": Text(
        "Du hast zu viele Tische. Lösch einen alten.", "You have too many tables. Delete an old one."
    ),
    "bad_name": Text(
        "Ein Name hat 1 bis 24 Zeichen, ohne Komma und #.", "A name has 1 to 24 characters, no comma, no #."
    ),
    "bad_table": Text("So lässt sich der Tisch nicht aufbauen.", "The table can't be set up like that."),
    "not_over": Text("Das gibt es erst nach dem Spiel.", "You can have that after the game."),
    "full": Text("Du liest zu langsam mit. Verbinde dich neu.", "You are reading too slowly. Connect again."),
    "busy": Text(
        "Gerade kommen viele auf einmal. Du bist gleich dran.",
        "Many people are coming in at once. It's your turn soon.",
    ),
    "banned": Text(
        "Der Betreiber dieses Servers hat diesen Zugang gesperrt.",
        "The operator of this server has blocked this access.",
    ),
    "too_late": Text("Zu lange nichts gehört.", "Heard nothing for too long."),
    "too_large": Text("Das ist zu groß.", "That is too large."),
    "broken": Text(
        "Hier ist etwas kaputt, und wir haben es notiert. Versuch es noch einmal.",
        "Something is broken here, and we have noted it. Try again.",
    ),
    "too_hard": Text(
        "Das zu prüfen dauert zu lange. Ist es wirklich eine Aufzeichnung?",
        "Checking that takes too long. Is it really a record?",
    ),
    "ready_already": Text("Du bist schon bereit.", "You are ready already."),
    "enough": Text(
        "An diesem Tisch ging es oft genug hin und her. Spielt einfach weiter.",
        "There has been enough back and forth at this table. Just play on.",
    ),
    "stopping": Text("Der Server startet neu. Dein Platz bleibt.", "The server restarts. Your seat is kept."),
}
"""Every reason of the server's own, by its code."""


class Refused(Exception):
    """Something the server does not do: a code for the page, words, a clause if a rule forbids it.

    `after`: in how many seconds it may be tried again, where that is known.
    """

    def __init__(self, code: str, words: Text | None = None, clause: str = "", after: int = 0) -> None:
        super().__init__(code)
        self.code = code
        self.words = Words.of(words or SENTENCES[code])
        self.clause = clause
        self.after = after


def words(code: str) -> Words:
    return Words.of(SENTENCES[code])
