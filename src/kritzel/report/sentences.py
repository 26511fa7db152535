"""Every sentence of a report, in German and English. Knows no figures: they come in between the braces."""

from __future__ import annotations

from kritzel.game import Text

REPORT = Text("Bericht über ein Blatt", "Report on a sheet")
SHORT = Text("In Kürze", "In short")
WHO_FULL = Text(
    "Wo hier „der starke Bot“ steht, spielt {title} ({name}); {best} rechnet noch genauer und steht "
    "bei Punkten und Leiter daneben.",
    "Where this page says “the strong bot”, {title} ({name}) plays; {best} looks even closer and "
    "stands beside it under points and ladder.",
)
INTERVALS = Text(
    "Striche, ± und Klammern sind 95-%-Bereiche: In 95 von 100 Berichten liegt der wahre Wert darin. "
    "Wer viele Zahlen ansieht, sieht auch ein paar, die daneben liegen.",
    "Strokes, ± and brackets are 95 % ranges: in 95 of 100 reports the true value lies inside. "
    "Whoever looks at many figures will see a few that miss.",
)

# 1 ------------------------------------------------------------------------------------------------------
POINTS = Text("Punkte", "Points")
POINTS_ALONE = Text(
    "So verteilen sich die Punkte, wenn jeder Bot allein spielt, alle mit denselben Würfen oder "
    "Karten. Der Strich ist der Mittelwert. Überlappen sich zwei Hügel kaum, lohnt sich besseres "
    "Spiel sichtbar; ein breiter Hügel heißt, dass dieselbe Hand sehr verschiedene Partien erlebt.",
    "How the points spread when every bot plays alone, all with the same rolls or cards. The stroke "
    "is the mean. Where two hills hardly overlap, better play visibly pays; a wide hill means that "
    "the same hand lives through very different games.",
)
POINTS_COMPANY = Text(
    "So verteilen sich die Punkte zu zweit, jeder gegen jeden. Der Strich ist der Mittelwert. "
    "Überlappen sich zwei Hügel kaum, lohnt sich besseres Spiel sichtbar.",
    "How the points spread at two seats, everybody against everybody. The stroke is the mean. Where "
    "two hills hardly overlap, better play visibly pays.",
)
POINTS_ONE = Text(
    "So verteilen sich die Punkte. Der Strich ist der Mittelwert.",
    "How the points spread. The stroke is the mean.",
)
POINTS_AXIS = Text("Punkte einer Partie", "points of a game")
RANKS = Text(
    "Die gestrichelten Linien trennen die Ränge. Gut gesetzt sind sie, wenn {greedy} im Mittel auf "
    "einem mittleren Rang landet und der beste Bot auf einem der ersten zwei: Hier ist es Rang {low} "
    "und Rang {high}.",
    "The dashed lines part the ranks. They are well set if {greedy} gets a middle rank on average and "
    "the best bot one of the first two: here it is rank {low} and rank {high}.",
)
RANKS_TWO = Text(
    "Die gestrichelte Linie ist die Grenze des besten Rangs ({points} Punkte): {best} erreicht ihn in "
    "{share} der Partien.",
    "The dashed line is where the best rank begins ({points} points): {best} gets there in {share} of "
    "its games.",
)
RANK, FROM = Text("Rang", "rank"), Text("ab", "from")

# 2 ------------------------------------------------------------------------------------------------------
DIFFICULTY = Text("Schwierigkeit", "Difficulty")
LEVELS = (
    Text("sanft", "gentle"),
    Text("zugänglich", "moderate"),
    Text("anspruchsvoll", "challenging"),
    Text("fordernd", "demanding"),
)
LEVEL_MEANS = (
    Text(
        "Ein einfacher Plan reicht fast; viel mehr ist nicht zu holen. Gut für einen Einstieg, auf "
        "Dauer flach.",
        "A simple plan is nearly enough; there is not much more to get. Good for a first game, flat "
        "in the long run.",
    ),
    Text(
        "Ein Plan trägt weit, und wer genauer hinschaut, holt noch etwas heraus.",
        "A plan goes a long way, and looking closer still brings something.",
    ),
    Text(
        "Über einen guten Plan hinaus ist viel zu entdecken; Übung zahlt sich lange aus.",
        "There is much to discover beyond a good plan; practice pays for a long time.",
    ),
    Text(
        "Zwischen einem guten Plan und starkem Spiel liegen Welten. Wer neu ist, bleibt weit unter "
        "dem Möglichen.",
        "There are worlds between a good plan and strong play. Newcomers stay far below what is possible.",
    ),
)
UNKNOWN_LEVEL = Text("noch offen", "not known yet")
UNKNOWN_MEANS = Text(
    "Wie viel Luft über dem Plan ist, weiß nur, wer das Blatt gelernt hat: kritzel train trainiert "
    "einen Bot dafür, danach steht es hier.",
    "How much room there is above a plan only somebody knows who has learned the sheet: kritzel train "
    "trains a bot for it, then it will stand here.",
)
UNKNOWN_BARE = Text(
    "Wie viel hier zu entdecken ist, zeigt sich, sobald jemand einen stärkeren Bot für dieses Spiel "
    "schreibt (docs/write-a-bot.md).",
    "How much there is to discover will show when somebody writes a stronger bot for this game "
    "(docs/write-a-bot.md).",
)
DIFFICULTY_MEANS = Text(
    "Gemessen in Streuungen der Punkte von {planner} (Standardabweichung einer Partie): Was kleiner "
    "als 0,25 ist, merkt am Tisch niemand; ab 1 gewinnt die bessere Hand auch gegen mäßiges Glück.",
    "Measured in spreads of the points of {planner} (standard deviation of a game): nobody at the "
    "table notices less than 0.25; from 1 on the better hand wins even against middling luck.",
)

# 3 ------------------------------------------------------------------------------------------------------
LUCK = Text("Glück und Können", "Luck and skill")
LUCKS = (Text("eher Können", "more skill"), Text("ausgewogen", "balanced"), Text("eher Glück", "more luck"))
LUCK_MEANS = (
    Text(
        "Unter der Hälfte: Wer besser spielt, liegt fast immer vorn. Für gemischte Runden kann das "
        "hart sein.",
        "Below half: whoever plays better is nearly always ahead. That may be hard in mixed company.",
    ),
    Text(
        "Zwischen der Hälfte und drei Vierteln, wie es guten Würfelspielen ansteht: Können trägt, und "
        "wer neu ist, gewinnt auch einmal.",
        "Between half and three quarters, as becomes a good dice game: skill carries, and newcomers "
        "win now and then.",
    ),
    Text(
        "Über drei Vierteln: Es liegt meist an den Würfeln oder Karten. Mehr Wahl für die Hand würde helfen.",
        "Above three quarters: it is mostly the dice or cards. More to choose for the hand would help.",
    ),
)
LUCK_PARTS = (
    Text("wer spielt", "who plays"),
    Text("Glück, das alle gleich trifft", "luck that hits all alike"),
    Text("Glück, das nicht zu allen gleich passt", "luck that does not suit all alike"),
    Text("Glück", "luck"),
)
LUCK_UNKNOWN = Text(
    "Das lässt sich hier nicht sagen: Es braucht mindestens zwei verschieden starke Bots und 30 Gaben.",
    "This cannot be told here: it takes at least two bots of different strength and 30 deals.",
)

# 4 ------------------------------------------------------------------------------------------------------
FAIRNESS = Text("Plätze", "Seats")
FAIR_MEANS = Text(
    "Wie oft jeder Platz gewinnt, wenn der starke Bot gegen sich selbst spielt, als Abstand vom "
    "gerechten Anteil in Prozentpunkten. Ein Strich, der die Mitte nicht berührt, ist ein Vorteil des "
    "Platzes, nicht der Hand.",
    "How often each seat wins when the strong bot plays against itself, as the distance from its fair "
    "share in percentage points. A stroke that does not touch the middle is an advantage of the seat, "
    "not of the hand.",
)
AT_TABLE = Text("Zu {word}", "{word} seats")
COUNTS = {2: Text("zweit", "Two"), 3: Text("dritt", "Three"), 4: Text("viert", "Four")}
SEAT = Text("Platz {n}", "Seat {n}")

# 5 ------------------------------------------------------------------------------------------------------
ELEMENTS = Text("Was die Punkte bringt", "Where the points come from")
ELEMENTS_MEANS = Text(
    "Mittlere Punkte je Zeile des Wertungsblocks; die Prozente sind der Anteil an allem, was {best} "
    "an Pluspunkten holt. Eine Zeile, die der starke Bot liegen lässt, ist zu schwer oder zu wenig "
    "wert; eine, die auch {weak} holt, kommt von allein.",
    "Mean points of each line of the score pad; the percentages are shares of all the plus points "
    "{best} gets. A line that the strong bot leaves alone is too hard or worth too little; one that "
    "{weak} gets as well comes by itself.",
)
ELEMENTS_ONE = Text(
    "Mittlere Punkte je Zeile des Wertungsblocks.", "Mean points of each line of the score pad."
)
ELEMENTS_AXIS = Text("Punkte im Mittel", "points on average")
FATES = (Text("zuerst", "first"), Text("später", "later"), Text("gar nicht", "not at all"))

# 6 ------------------------------------------------------------------------------------------------------
CELLS = Text("Felder", "Cells")
CELLS_ALONE = Text(
    "Wie oft der starke Bot ein Feld am Ende einer Partie allein angekreuzt hat, in Prozent: je "
    "kräftiger, desto öfter. Tote Felder sind Papier, das niemand braucht; Pflichtfelder lassen keine "
    "Wahl.",
    "How often the strong bot has crossed a cell at the end of a game alone, in percent: the stronger "
    "the tint, the more often. Dead cells are paper nobody needs; must cells leave no choice.",
)
CELLS_COMPANY = Text(
    "Wie oft der starke Bot ein Feld am Ende einer Partie zu zweit angekreuzt hat, in Prozent: je "
    "kräftiger, desto öfter. Tote Felder sind Papier, das niemand braucht; Pflichtfelder lassen keine "
    "Wahl.",
    "How often the strong bot has crossed a cell at the end of a game at two seats, in percent: the "
    "stronger the tint, the more often. Dead cells are paper nobody needs; must cells leave no "
    "choice.",
)
DEAD = Text("Tote Felder (unter 2 %)", "Dead cells (below 2 %)")
MUST = Text("Pflichtfelder (über 98 %)", "Must cells (above 98 %)")
NONE = Text("keine", "none")
DEAD_MUST = Text("{dead} tot, {must} Pflicht", "{dead} dead, {must} must")
CELLS_TILE = Text("von {all} Feldern", "of {all} cells")

# 7 ------------------------------------------------------------------------------------------------------
LADDER = Text("Leiter", "Ladder")
LADDER_MEANS = Text(
    "Wie stark die Bots zu zweit sind (Elo; 400 Punkte sind 10 zu 1). Wer den nächsten in mindestens "
    "60 % der Partien schlägt, steht eine Sprosse höher. Viele Sprossen heißt: Man kann lange besser "
    "werden.",
    "How strong the bots are at two seats (Elo; 400 points are 10 to 1). Whoever beats the next one "
    "in at least 60 % of the games stands a rung higher. Many rungs mean that one can get better for "
    "a long time.",
)
OPEN_ENDED = Text(
    "Jemand hat nie verloren: Die Abstände sind Untergrenzen.",
    "Somebody never lost: the distances are lower bounds.",
)
BEATS = Text("{upper} vor {lower}", "{upper} ahead of {lower}")
APART = {
    "yes": Text("eine Sprosse", "a rung"),
    "perhaps": Text("wohl eine Sprosse", "probably a rung"),
    "no": Text("keine Sprosse", "no rung"),
}
RUNGS = Text("{n} Sprossen", "{n} rungs")
RUNGS_ONE = Text("1 Sprosse", "1 rung")
NO_LADDER = Text("Ein Bot allein hat keine Leiter.", "One bot alone has no ladder.")
ELO = Text("Elo, Mittel aller Bots 1500", "Elo, mean of all bots 1500")

# 8 ------------------------------------------------------------------------------------------------------
MADE = Text("Wie er gemacht ist", "How it was made")
MADE_MEANS = Text(
    "Derselbe Befehl ergibt mit derselben Fassung von Kritzel denselben Bericht. Alle Partien sind "
    "Duplikate: gleiches Glück für alle, die verglichen werden (docs/arena.md).",
    "The same command makes the same report with the same version of Kritzel. All games are "
    "duplicates: equal luck for all that are compared (docs/arena.md).",
)
VERSION = Text("Kritzel", "Kritzel")
SHEET = Text("Blatt", "Sheet")
SHEET_IS = Text("{name}, Fassung {version}, {hash}", "{name}, version {version}, {hash}")
RULES = Text("Regeln", "Rules")
RULES_ARE = Text("{game}, Fassung {version}", "{game}, version {version}")
PLAYERS = Text("Bots", "Bots")
STRONG = Text("Starker Bot", "Strong bot")
WITH_NET = Text("{name}, Netz {net}", "{name}, net {net}")
GAMES = Text("Partien", "Games")
GAMES_ARE = Text("{games}, je Frage {each}", "{games}, {each} for each figure")
TIMED = Text(
    "so viele, wie auf der Referenz in kurzer Rechenzeit zu schaffen sind; mehr mit --games",
    "as many as the reference plays in a short CPU time; more with --games",
)
BROKEN = Text("davon abgebrochen {n}", "{n} of them broken off")
SEED = Text("Startzahl", "Seed")
COMMAND = Text("Befehl", "Command")

# Axes and small words -----------------------------------------------------------------------------------
SPREADS = Text("Streuungen einer Partie", "spreads of a game")
THAT_IS = Text("{points} Punkte", "{points} points")
LUCK_AXIS = Text("Anteil an der Varianz der Punkte", "share of the variance of points")
FATES_HEAD = Text("Zuerst da sein", "Being first")
FATES_AXIS = Text("Anteil der Partien eines Platzes", "share of a seat's games")
SCALE = Text("0 bis 100 % der Partien", "0 to 100 % of the games")
CELLS_BOARDS = Text(
    "Die Listen gelten für alle Tafeln zusammen, die Ränder auf den Bildern für jede einzeln.",
    "The lists are for all boards together, the edges in the pictures for each board by itself.",
)

WHO = Text(
    "Wo hier „der starke Bot“ steht, spielt {title} ({name}).",
    "Where this page says “the strong bot”, {title} ({name}) plays.",
)
HEADROOM = Text("Luft nach oben", "headroom")
PLANNING = Text("Planen lohnt sich", "planning pays")
ABOVE = Text("{to} über {one}", "{to} above {one}")
FAIR = Text("fair", "fair")
SEEMS_FAIR = Text("fair, soweit zu sehen", "fair as far as seen")
UNFAIR = Text("nicht ganz fair", "not quite fair")
FAIR_ALL = Text(
    "Kein Platz und keine Tafel weicht über den Fehler hinaus vom gerechten Anteil ab; sehen kann "
    "dieser Bericht Abweichungen ab etwa {error} Prozentpunkten.",
    "No seat and no board is off its fair share beyond error; this report can see differences from "
    "about {error} percentage points on.",
)
OFF = Text("{who} zu {word} ({points} Prozentpunkte)", "{who} at {word} seats ({points} percentage points)")
FAIR_NONE = Text("Auf diesem Blatt spielt niemand in Gesellschaft.", "Nobody plays in company on this sheet.")
FAIR_AXIS = Text("Prozentpunkte vom gerechten Anteil", "percentage points off the fair share")
FAIR_NOTE = Text("auf {error} Prozentpunkte", "to {error} percentage points")
UNFAIR_NOTE = Text("bis {points} Prozentpunkte", "up to {points} percentage points")
MIXED = Text("gemischte Runde", "mixed company")
PRACTISED = Text("Geübte unter sich", "the practised among themselves")
LUCK_INTRO = Text(
    "Welcher Teil der Varianz der Punkte Glück ist, hängt davon ab, wer am Tisch sitzt: Je "
    "verschiedener die Hände, desto mehr erklärt das Können; unter Gleichen ist alles Glück.",
    "Which part of the variance of points is luck depends on who sits at the table: the more the "
    "hands differ, the more skill explains; among equals all is luck.",
)
LUCK_HOW = Text(
    "Geschätzt aus {deals} Gaben, die alle Genannten mit gleichem Glück gespielt haben: Glück ist die "
    "Varianz der Punkte, die nicht davon kommt, wer spielt; der Bereich in Klammern (95 %) kommt vom "
    "wiederholten Ziehen der Gaben.",
    "Estimated from {deals} deals that all those named played with the same luck: luck is the "
    "variance of points that does not come from who plays; the range in brackets (95 %) comes from "
    "drawing the deals again and again.",
)
LUCK_VAGUE = Text(
    "Der Bereich ist zu breit für ein Urteil; mehr Partien (--games) machen ihn schmaler.",
    "The range is too wide for a verdict; more games (--games) make it narrower.",
)
EVEN = Text(
    "Alle zeichnen gleichzeitig, und die Startfelder gehen reihum: Die Plätze selbst gewinnen genau "
    "gleich oft.",
    "All draw at the same time, and the starts go round: the seats themselves win exactly equally often.",
)
ROUND = Text(
    "Die Tafeln gehen hier reihum. Am Tisch hat jeder Platz die Tafel, die das Blatt ihm gibt "
    "(seating): So kann eine Tafel ausgleichen, was ihr Platz voraus hat.",
    "Boards go round here. At the table each seat has the board that the sheet gives it (seating), so "
    "a board can make up for what its seat is ahead.",
)
FAIR_NOT = Text(
    "Auch wenn man alle {many} Vergleiche zusammen betrachtet, weicht vom gerechten Anteil ab: {which}.",
    "Even with all {many} comparisons taken together, off the fair share: {which}.",
)
FAIR_PERHAPS = Text(
    "Für sich genommen weicht ab: {which}. Unter {many} Vergleichen kommt das auch durch Zufall vor; "
    "mehr Partien (--games) zeigen es.",
    "Taken by itself, off: {which}. Among {many} comparisons that also happens by chance; more games "
    "(--games) will show.",
)
HOW_MANY_GAMES = Text("{n} Partien", "{n} games")
HOW_MANY_BOTS = Text("{n} Bots", "{n} bots")
