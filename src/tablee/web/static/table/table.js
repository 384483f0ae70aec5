// The table page: puts together what shows a running table, what hears the server, and what a person does.

import { layOut, shape } from "../board/layout.js";
import { Log } from "../board/log.js";
import { PlayableBoard } from "../board/playable.js";
import { byId } from "../house/page.js";
import { whenChanged } from "../house/settings.js";
import { listKeys, listenForKeys } from "../house/shortcuts.js";
import { act, askHint, askPast, askWhy, askWords, lookBack, send, showPresent, takeBack } from "./act.js";
import { Attention } from "./attention.js";
import { AutoThrow } from "./auto_throw.js";
import { Confirm } from "./confirm.js";
import { Connection } from "./connection.js";
import { hear, hearConnection } from "./hear.js";
import { LookingBack } from "./looking_back.js";
import { Missed } from "./missed.js";
import { ResultPanel } from "./result.js";
import { drawn, settled } from "./show.js";
import { Sitters } from "./sitters.js";
import { TextPlay } from "./text_play.js";
import { Together } from "./together.js";
import { isOpen } from "./turn.js";

/** @import { TableState } from "./state.js" */

/** @type {TableState} */
const table = newTable();

/** @returns {TableState} */
function newTable() {
  const page = byId("table");
  const board = new PlayableBoard({
    act: (action, key) => act(table, action, key),
    why: (key) => askWhy(table, key),
    hint: () => askHint(table),
    marking: () => table.missed.catchesUp,
    drawn: (frame, before) => drawn(table, frame, before),
    settled: (frame, before, latest) => settled(table, frame, before, latest),
    terse: false,
  });
  const log = new Log((number) => lookBack(table, number));
  const sitters = new Sitters((message) => send(table, message));
  return {
    page,
    board,
    info: null,
    connected: false,
    pending: false,
    confirm: new Confirm((action, key) => act(table, action, key), (key) => board.find(key)),
    missed: new Missed(() => board.number),
    attention: new Attention(),
    log,
    past: new LookingBack(board, log, { ask: (number) => askPast(table, number), change: () => showPresent(table) }),
    sitters,
    together: new Together((message) => send(table, message), () => sitters.refresh()),
    result: new ResultPanel((message) => send(table, message)),
    textPlay: new TextPlay({ ask: () => askWords(table), act: (action) => act(table, action) }),
    autoThrow: new AutoThrow((frame) => board.frame === frame && isOpen(table), (action) => act(table, action)),
    connection: new Connection(page.dataset.table ?? "", {
      hear: (message) => hear(table, message),
      connection: (connected, code) => hearConnection(table, connected, code),
      shape,
      after: () => board.number,
    }),
  };
}

byId("back").addEventListener("click", () => takeBack(table));
listenForKeys();
listKeys();
whenChanged(() => table.autoThrow.follow(table.board.frame));
layOut(() => {
  table.board.forget();
  table.connection.renew();
});
