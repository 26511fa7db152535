// boardgame.io as its tutorial sets it up: PORT, and DATA for FlatFile (without it: in memory).
const { Server, FlatFile, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const mark = ({ G, playerID }, id) => {
  if (G.cells[id] !== null) return INVALID_MOVE;
  G.cells[id] = playerID;
};

const ticTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { clickCell: mark },
  endIf: ({ G, ctx }) => {
    const won = LINES.some((line) => G.cells[line[0]] !== null && line.every((i) => G.cells[i] === G.cells[line[0]]));
    if (won) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

// Two sheets of 86 cells that look like ours, and a cross on one of them as a move.
const sheet = () =>
  Array.from({ length: 86 }, (_, i) => ({ id: `c${i}`, x: i * 7.5, y: i * 3.5, fill: "plain", number: (i % 6) + 1, marks: [] }));

const sheets = {
  name: "sheets",
  setup: () => ({ cells: Array(86).fill(null), sheets: [sheet(), sheet()] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    cross: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
      G.sheets[playerID][id].marks.push("cross");
    },
  },
  endIf: ({ G }) => (G.cells.every((cell) => cell !== null) ? { draw: true } : undefined),
};

const db = process.env.DATA ? new FlatFile({ dir: process.env.DATA }) : undefined;
const server = Server({ games: [ticTacToe, sheets], origins: [Origins.LOCALHOST, /.*/], db });
server.run(Number(process.env.PORT));
