"""Small sheets of The Border, drawn for its clause tests. Knows no rule.

A street is a zigzag of border cells a1 b2 c1 d2 ... from one white cell to the other; cell by cell the next
one touches the one before. An area above it is enclosed by three of them: its own cell and the two corners
that it shares with the areas beside it.

    A: a1 b2 c1   B: c1 d2 e1   C: e1 f2 g1   D: g1 h2 i1   E: i1 j2 k1   F: k1 l2 m1   G: m1 n2 o1
"""

from __future__ import annotations

from kritzel.games.border import GAME

_HEAD = """
game = "border"
id = "{id}"
version = 1
end = 6
"""

_MAP = """
map = '''
  A   B   C   D   E   F   G
*   #   #   #   #   #   #   *
  #   #   #   #   #   #   #
'''
[areas.A]
name = { de = "Villa", en = "Villa" }
icon = "m_house"
points = [9, 4]
[areas.B]
name = { de = "Burg", en = "Castle" }
icon = "m_tower"
points = [8, 4]
[areas.C]
name = { de = "Brunnen", en = "Fountain" }
icon = "m_lake"
points = [4, 2]
[areas.D]
name = { de = "Boot", en = "Boat" }
icon = "m_sun"
points = [11, 5]
[areas.E]
name = { de = "Windrad", en = "Wind wheel" }
icon = "m_mill"
points = [10, 5]
[areas.F]
name = { de = "Adler", en = "Eagle" }
icon = "m_tree"
points = [5, 2]
[areas.G]
name = { de = "See", en = "Lake" }
icon = "m_fish"
points = [12, 6]
"""

_STREET_BOARDS = """
[[boards]]
name = { de = "Sarah", en = "Sarah" }    # bb aaa yy rrr aa o
colours = '''
  .   .   .   .   .   .   .
*   b   a   y   r   r   a   *
  b   a   a   y   r   a   o
'''
[[boards]]
name = { de = "Emma", en = "Emma" }      # y rrr ggg aa oo bb
colours = '''
  .   .   .   .   .   .   .
*   r   r   g   a   o   b   *
  y   r   g   g   a   o   b
'''
[[boards]]
name = { de = "Linus", en = "Linus" }    # bb ooo aaa rr gg y
colours = '''
  .   .   .   .   .   .   .
*   b   o   a   a   r   g   *
  b   o   o   a   r   g   y
'''
[[boards]]
name = { de = "Tim", en = "Tim" }        # bb yy aaa ggg oo r
colours = '''
  .   .   .   .   .   .   .
*   b   y   a   g   g   o   *
  b   y   a   a   g   o   r
'''
"""

_FIVE_DICE_BOARDS = """
[[boards]]
name = { de = "Linus", en = "Linus" }    # yyyyy g yyyy rrr
colours = '''
  .   .   .   .   .   .   .
*   y   y   g   y   y   r   *
  y   y   y   y   y   r   r
'''
[[boards]]
name = { de = "Tim", en = "Tim" }        # rr bb ggg bbb o y b
colours = '''
  .   .   .   .   .   .   .
*   r   b   g   b   o   y   *
  r   b   g   g   b   b   b
'''
[[boards]]
name = { de = "Sarah", en = "Sarah" }    # yy bb ggg bbb o y r
colours = '''
  .   .   .   .   .   .   .
*   y   b   g   b   o   y   *
  y   b   g   g   b   b   r
'''
[[boards]]
name = { de = "Emma", en = "Emma" }      # yy bb ggg bbb o y g
colours = '''
  .   .   .   .   .   .   .
*   y   b   g   b   o   y   *
  y   b   g   g   b   b   g
'''
"""

_RING = """
map = '''
    #
  #   #
*   A
  A   #
#   #   #
  #   B
    #   *
'''
[areas.A]
name = { de = "Wald", en = "Wood" }
icon = "m_tower"
points = [6, 3]
[areas.B]
name = { de = "Teich", en = "Pond" }
icon = "m_fish"
points = [4, 2]
[[boards]]
name = { de = "Tafel 1", en = "Board 1" }    # c1 d1 red, d2 e3 yellow, b1 and a3 b3 c3 blue, c4 green
colours = '''
    r
  b   r
*   .
  .   y
b   b   y
  b   .
    g   *
'''
[[boards]]
name = { de = "Tafel 2", en = "Board 2" }    # b1 c1 green, d1 d2 orange, e3 yellow, a3 b3 red, c3 c4 grey
colours = '''
    g
  g   o
*   .
  .   o
r   a   y
  r   .
    a   *
'''
"""

STREET = GAME.notation.parse_sheet(_HEAD.format(id="street") + _MAP + _STREET_BOARDS, "street")
"""The four boards are coloured like the ones of the rulebook's examples: 13 coloured cells each."""

FIVE_DICE = GAME.notation.parse_sheet(_HEAD.format(id="five-dice") + _MAP + _FIVE_DICE_BOARDS, "five-dice")
"""Board 1 has a yellow five on the left, a yellow four and a red three on the right."""

RING = GAME.notation.parse_sheet(_HEAD.format(id="ring").replace("end = 6", "end = 2") + _RING, "ring")
"""An area of two hexagons in a ring of eight cells, and one of a single hexagon at the edge of the map."""
