// A boardgame.io server as its users start it: its own transport, lobby and stores. Prints its port when it listens.
//
//   node server.js            matches in memory, boardgame.io's default
//   node server.js FOLDER     matches in files, its FlatFile store

"use strict";

const { Server, FlatFile } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const PIECES = Array.from({ length: 48 }, (_, number) => number);

function deal(random, seats) {
  const mixed = random.Shuffle(PIECES);
  const each = mixed.length / seats;
  return Array.from({ length: seats }, (_, seat) => mixed.slice(seat * each, (seat + 1) * each));
}

// Whoever is to act plays one numbered piece of their hidden hand; the highest of a turn round the table takes it.
const pieces = {
  name: "pieces",
  setup: ({ ctx, random }) => ({
    hands: deal(random, ctx.numPlayers),
    middle: [],
    taken: Array(ctx.numPlayers).fill(0),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: {
      // A move that needs hidden hands is for the server alone.
      client: false,
      move: ({ G, ctx, playerID, random }, piece) => {
        const hand = G.hands[playerID];
        const at = hand.indexOf(piece);
        if (at < 0) return INVALID_MOVE;
        hand.splice(at, 1);
        G.middle.push({ seat: Number(playerID), piece });
        if (G.middle.length < ctx.numPlayers) return;
        G.taken[G.middle.reduce((best, each) => (each.piece > best.piece ? each : best)).seat] += 1;
        G.middle = [];
        if (G.hands.every((each) => each.length === 0)) G.hands = deal(random, ctx.numPlayers);
      },
    },
  },
  // Others' hands are numbers of pieces; a spectator has no hand.
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
  }),
};

const folder = process.argv[2];
const server = Server({ games: [pieces], origins: [], ...(folder ? { db: new FlatFile({ dir: folder }) } : {}) });
server.run(0).then(({ appServer }) => console.log(appServer.address().port));
