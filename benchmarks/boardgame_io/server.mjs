// A server of boardgame.io with everything in memory, for server.py to measure: a game for two who in turn place a piece
// on a free square of 6×6, until all are taken. Nothing is drawn and nothing is hidden: less to do than in Isis & Osiris.
//
// usage: node server.mjs PORT

import { createRequire } from 'node:module';

const { Server } = createRequire(import.meta.url)('boardgame.io/server');
const SQUARES = 36;
const INVALID = 'INVALID_MOVE';

const placing = {
  name: 'placing',
  setup: () => ({ board: Array(SQUARES).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, playerID }, square) => {
      if (G.board[square] !== null) return INVALID;
      G.board[square] = playerID;
    },
  },
  endIf: ({ G }) => (G.board.includes(null) ? undefined : { draw: true }),
};

const server = Server({ games: [placing], origins: ['http://127.0.0.1'] });

// It would listen to the whole world.
const listen = server.app.listen.bind(server.app);
server.app.listen = (port, callback) => listen(port, '127.0.0.1', callback);

// It greets on standard output; whoever started it waits for one line only.
console.log = () => {};
console.info = () => {};
const port = Number(process.argv[2]);
const { appServer } = await server.run(port);

// The guests speak WebSocket only, so requests are free for this page: what the server has cost so far, as ours says it.
appServer.removeAllListeners('request');
appServer.on('request', (_, response) => {
  const { user, system } = process.cpuUsage();
  response.end(JSON.stringify({ cpu: (user + system) / 1e6, memory: process.memoryUsage().rss }));
});
process.stdout.write(`boardgame.io is open at http://localhost:${port}\n`);
