"""Every request that is answered over HTTP: where, what it carries, what comes back, what may be refused.

One list for the server, which answers by it, for docs/protocol.md and for the types of the pages. Knows no
wire and no table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from types import NoneType
from typing import Any, Generic, TypeAlias, TypeVar

from kritzel.server.table.document import Document
from kritzel.server.table.room import Summary
from kritzel.server.wire import answers, bodies, protocol, reviews

BodyT = TypeVar("BodyT")
AnswerT = TypeVar("AnswerT")
Codes: TypeAlias = tuple[str, ...]
JSON = "application/json"
TEXT = "text/plain"
PICTURE = "image/svg+xml"

# What may be refused ---------------------------------------------------------------------------
ALWAYS: Codes = ("slow_down", "busy", "banned", "too_late", "stopping", "broken")
"""Whatever is asked: too fast, too many at once, banned, too slowly, the server ends, a mistake of ours."""
STORED: Codes = ("retry",)
"""Something is read or written, and the disk may be gone."""
KNOWN: Codes = ("no_session", *STORED)
"""For guests only."""
CHANGES: Codes = ("origin",)
"""From our own pages only."""
CARRIES: Codes = (*CHANGES, "bad_message", "too_large")
"""There is a body, which may be none."""
AT_TABLE: Codes = ("no_table", "unreadable", *STORED)
"""About a table that may be gone."""
ENDED: Codes = (*AT_TABLE, "not_over")


@dataclass(frozen=True, slots=True)
class Call(Generic[BodyT, AnswerT]):
    """A request: its method and path, its `body`, its `answer`, and what it `does`.

    `str` is text, of the kind that `media` says; None is no body. `query` are the names that may stand behind
    the path, with what they are. `refusals` are the codes of its problems, beside those of `ALWAYS`.
    """

    method: str
    path: str
    body: type[BodyT]
    answer: type[AnswerT]
    does: str
    refusals: Codes = ()
    status: int = 200
    query: dict[str, type] = field(default_factory=dict, hash=False)
    media: str = JSON

    @property
    def template(self) -> str:
        """The path with its gaps: `{version}` for `{version:int}`."""
        return re.sub(r":\w+}", "}", self.path)

    @property
    def display_path(self) -> str:
        """The path for people: gaps are words in capitals."""
        return re.sub(r"{(\w+)}", lambda gap: gap[1].upper(), self.template)

    @property
    def name(self) -> str:
        """What it is called: `GET /api/games`."""
        return f"{self.method} {self.template}"


# Guests ----------------------------------------------------------------------------------------
WHOAMI = Call("GET", "/api/session", NoneType, bodies.GuestName, "who this device is", KNOWN)
ENTER = Call(
    "POST", "/api/session", bodies.GuestName, bodies.GuestName,
    "become a guest: 201 and a cookie that is you from then on; or change your name: 200",
    (*CARRIES, "bad_name", *STORED),
)  # fmt: skip
DEVICE = Call(
    "POST", "/api/session/device", NoneType, bodies.LinkToken,
    "a token that carries you to another device, once and for ten minutes", (*CHANGES, *KNOWN), 201,
)  # fmt: skip
LINK = Call(
    "POST", "/api/session/link", bodies.LinkToken, answers.Nothing,
    "on the other device: a cookie that is the same guest", (*CARRIES, "invite_void", *STORED),
)  # fmt: skip

LEAVE = Call(
    "DELETE", "/api/session", NoneType, answers.Nothing,
    "forget me for good: my devices, my tables; at those of others I am `Somebody` (as in this `lang`)",
    (*CHANGES, *KNOWN, "unreadable"), query={"lang": str},
)  # fmt: skip
LEAVE_DEVICE = Call(
    "DELETE", "/api/session/device", NoneType, answers.Nothing, "forget who this device is",
    (*CHANGES, *KNOWN),
)  # fmt: skip
LEAVE_OTHERS = Call(
    "DELETE", "/api/session/devices", NoneType, answers.Nothing,
    "forget all my other devices, and links to more of them", (*CHANGES, *KNOWN),
)  # fmt: skip
KEEPING = Call(
    "GET", "/api/keeping", NoneType, answers.RetentionDays,
    "after how many unused days something is deleted",
)  # fmt: skip

# The shelf -------------------------------------------------------------------------------------
GAMES = Call("GET", "/api/games", NoneType, answers.Shelf, "all games with their sheets, and all bots")
WARMING = Call("GET", "/api/bots", NoneType, answers.CompileProgress, "how far compiling for the bots is")
DOCUMENT = Call(
    "GET", "/api/documents/{game}/{sheet}/{version:int}/{rules:int}/{seats:int}/{mark}", NoneType, Document,
    "what never changes of a sheet by these rules for `SEATS` seats. `MARK` is made from what is in it: "
    "browsers keep it for ever. Take the address from `table`; one of another version of the server is 404",
    ("no_sheet",),
)  # fmt: skip
BLANK = Call(
    "GET", "/api/sheets/{game}/{sheet}", NoneType, answers.BlankSheet, "a sheet before the first move",
    ("no_table",),
)  # fmt: skip
PAD = Call(
    "GET", "/api/pads/{game}/{sheet}/{look}.svg", NoneType, str,
    "a sheet half played, as a picture; `LOOK` is `light` or `dark`", ("no_table",), media=PICTURE,
)  # fmt: skip
SYMBOLS = Call(
    "GET", "/api/symbols/{game}/{sheet}", NoneType, list[answers.Meaning], "what everything on a sheet means",
    ("no_table",),
)  # fmt: skip
RULEBOOK = Call(
    "GET", "/api/rulebook/{game}/{lang}", NoneType, answers.Rulebook, "the rules with their worked examples",
    ("no_table",),
)  # fmt: skip
LESSON = Call(
    "GET", "/api/lessons/{game}/{lang}", NoneType, answers.LessonView,
    "the first game: ten steps, each a few stands of a table, with whole options and scenes in one language",
    ("no_table", "no_lessons"),
)  # fmt: skip
WHY = Call(
    "POST", "/api/why", bodies.Ask, protocol.WhyAnswer,
    "a `because` as on the socket, for any position in notation; changes nothing", CARRIES,
)  # fmt: skip

PUZZLE = Call(
    "POST", "/api/puzzles/{day}", bodies.Try, reviews.PuzzleState,
    "the puzzle of a day (`YYYY-MM-DD` or `today`), the same for all, after the small moves made so far; "
    "what moves are worth is told once a whole one is made. Changes nothing", (*CARRIES, "no_puzzle"),
)  # fmt: skip

# Tables ----------------------------------------------------------------------------------------
TABLES = Call("GET", "/api/tables", NoneType, list[Summary], "my tables, the newest first", KNOWN)
LAY = Call(
    "POST", "/api/tables", bodies.NewTable, answers.TableCreated, "lay a table",
    (*CARRIES, *KNOWN, "bad_table", "bad_name", "unknown_bot", "too_many_tables"), 201,
)  # fmt: skip
LOOK = Call(
    "GET", "/api/tables/{table}", NoneType, protocol.Welcome,
    "the `welcome` that somebody with this cookie would get, without the log, with `position` and `legal`",
    AT_TABLE,
)  # fmt: skip
DELETE = Call(
    "DELETE", "/api/tables/{table}", NoneType, answers.Nothing, "forget it for ever; for its owner",
    (*CHANGES, *KNOWN, *AT_TABLE, "not_owner"),
)  # fmt: skip
LEAVE_TABLE = Call(
    "DELETE", "/api/tables/{table}/me", NoneType, answers.Nothing,
    "leave it for good: where nobody else sits it is forgotten, else I am `Somebody` (as in this `lang`)",
    (*CHANGES, *KNOWN, *AT_TABLE, "not_seated"), query={"lang": str},
)  # fmt: skip
STORY = Call(
    "GET", "/api/tables/{table}/story", NoneType, answers.LogPage,
    "entries of your story up to number `before`, 300 at most; without it, the newest", AT_TABLE,
    query={"before": int},
)  # fmt: skip
INVITE = Call(
    "POST", "/api/tables/{table}/invites", bodies.OneSeat, bodies.LinkToken,
    "a new link for an open seat; the old one is void",
    (*CARRIES, *KNOWN, *AT_TABLE, "not_owner", "not_open", "not_your_seat", "enough"), 201,
)  # fmt: skip
JOIN = Call(
    "POST", "/api/tables/{table}/join", bodies.Join, answers.TableRef,
    "sit down. The link for people is `/t/TABLE#TOKEN`: what stands after `#` reaches no server by itself",
    (*CARRIES, *KNOWN, *AT_TABLE, "bad_name", "invite_void", "not_open"),
)  # fmt: skip
REMATCH = Call(
    "POST", "/api/tables/{table}/rematch", NoneType, answers.TableRef,
    "the same company again; asking twice gives the same table",
    (*CHANGES, *KNOWN, *AT_TABLE, "not_seated", "not_over"), 201,
)  # fmt: skip

HINT = Call(
    "POST", "/api/tables/{table}/hint", bodies.OneSeat, answers.Hint,
    "a hint for a seat of yours that is to decide. It is written down for everybody to see, once for each "
    "decision; asking again for the same one costs nothing",
    (*CARRIES, *KNOWN, *AT_TABLE, "not_seated", "not_your_seat", "not_running", "no_hints", "bot_plays",
     "not_deciding", "stale", "no_advice"),
)  # fmt: skip

# After the end ---------------------------------------------------------------------------------
REPLAY = Call(
    "GET", "/api/tables/{table}/replay", NoneType, answers.ReplayStep,
    "the table after `at` outcomes and moves; without it, at its end", ENDED, query={"at": int},
)  # fmt: skip
TIMELINE = Call(
    "GET", "/api/tables/{table}/timeline", NoneType, answers.Timeline, "the whole game at a glance", ENDED,
    query={"lang": str},
)  # fmt: skip
REVIEW = Call(
    "GET", "/api/tables/{table}/review", NoneType, reviews.ReviewStatus,
    "what was luck and what was skill, as far as it is worked out; asking again keeps it going. `depth` is "
    "`quick`, answered by a deep one if there is one, or `deep`; `known` is the depth of the review that the "
    "caller has. Moments of other people are left out", (*ENDED, "no_session", "no_review"),
    query={"depth": str, "known": str},
)  # fmt: skip
TRY = Call(
    "POST", "/api/tables/{table}/try", bodies.TryAt, reviews.PuzzleState,
    "a move of a finished game made anew, small move by small move; what it is worth is told once it is "
    "whole. Moves of other people are refused; changes nothing",
    (*CARRIES, *ENDED, "no_session", "not_seated", "no_review"),
)  # fmt: skip
EXPLORE = Call(
    "POST", "/api/tables/{table}/explore", bodies.Explore, reviews.ExplorationView,
    "a finished game played on in another way: all own small moves since `at` are said each time, and "
    "nothing is kept. The others play like the yardstick of reviews; dice come anew, the same for the same "
    "moves",
    (*CARRIES, *ENDED, "no_session", "not_seated", "no_review"),
)  # fmt: skip
RECORD = Call(
    "GET", "/api/tables/{table}/record", NoneType, str,
    "the record with the proof of its dice; of a table that cannot be read, what is left of it", ENDED,
    media=TEXT,
)  # fmt: skip
DICE = Call(
    "GET", "/api/tables/{table}/dice", NoneType, answers.OpenedDice, "all that is needed to check the dice",
    (*ENDED, "no_chance"),
)  # fmt: skip
VERIFY = Call(
    "POST", "/api/verify", str, answers.OpenedDice,
    "the same of a record as plain text (64 KB at most), and `broken` where it stops making sense",
    (*CARRIES, "no_proof", "no_record", "too_hard"),
)  # fmt: skip

# The server ------------------------------------------------------------------------------------
NETWORK = Call(
    "GET", "/api/network", NoneType, answers.NetworkStatus,
    "the way in from the own network, told only to callers on the server's machine",
)  # fmt: skip
SWITCH = Call(
    "POST", "/api/network", bodies.Switch, answers.NetworkStatus, "open or close it; for the same person",
    (*CARRIES, "network"),
)  # fmt: skip
ABOUT = Call(
    "GET", "/api/about", NoneType, answers.ServerInfo,
    "the version and whom to ask, and on the server's own machine what else it is (docs/server.md)",
)  # fmt: skip
HEALTH = Call("GET", "/healthz", NoneType, answers.Health, "whether tables can be written", STORED)

AnyCall: TypeAlias = Call[Any, Any]
CALLS: tuple[AnyCall, ...] = (
    WHOAMI, ENTER, DEVICE, LINK, LEAVE, LEAVE_DEVICE, LEAVE_OTHERS, KEEPING,
    GAMES, WARMING, DOCUMENT, BLANK, PAD, SYMBOLS, RULEBOOK, LESSON, WHY, PUZZLE,
    TABLES, LAY, LOOK, DELETE, LEAVE_TABLE, STORY, INVITE, JOIN, REMATCH, HINT,
    REPLAY, TIMELINE, REVIEW, TRY, EXPLORE, RECORD, DICE, VERIFY,
    NETWORK, SWITCH, ABOUT, HEALTH,
)  # fmt: skip
"""All of them."""
