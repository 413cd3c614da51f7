// A game for boardgame.io with about as much state as a board of ours: 91 cells that are filled one by one, over and over.
const CELLS = 91;

module.exports = {
  name: "cells",
  setup: () => ({ cells: Array(CELLS).fill(null), placed: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, playerID }, cell) => {
      if (G.placed === CELLS) {
        G.cells.fill(null);
        G.placed = 0;
      }
      G.cells[cell] = playerID;
      G.placed++;
    },
  },
};
