// The table page: puts together what shows a running table, what hears the server, and what a person does.

import { layOut, shape } from "../board/layout.js";
import { Log } from "../board/log.js";
import { newPlayableBoard } from "../play/playable.js";
import { byId } from "../shared/page.js";
import { whenChanged } from "../shared/settings.js";
import { listKeys, listenForKeys } from "../shared/shortcuts.js";
import { act, askHint, askPast, askWhy, askWords, isOpen, lookBack, send, showPresent, takeBack } from "./act.js";
import { Attention } from "./attention.js";
import { AutoThrow } from "./auto_throw.js";
import { Confirm } from "./confirm.js";
import { Connection } from "../connection/connection.js";
import { Goal } from "./goal.js";
import { hear, hearConnection } from "../connection/receive.js";
import { LookingBack } from "./looking_back.js";
import { Missed } from "./missed.js";
import { command } from "../connection/protocol.js";
import { Remarks } from "./remarks.js";
import { ResultPanel } from "./result.js";
import { drawn, keepsMarks, settled } from "./show.js";
import { Participants } from "../seats/participants.js";
import { Plates } from "../seats/plates.js";
import { ChatToggle } from "../chat/chat_toggle.js";
import { listenToTabs } from "./tabs.js";
import { TextPlay } from "./text_play.js";
import { Together } from "../seats/together.js";

/** @import { TableState } from "./state.js" */

const table = newTable();

/** @returns {TableState} */
function newTable() {
  const page = byId("table");
  /** @param {object} message */
  const tell = (message) => send(table, message);
  /** @param {string} action @param {string} [key] */
  const play = (action, key) => act(table, action, key);
  const board = newPlayableBoard({
    act: play,
    why: (key) => askWhy(table, key),
    hint: () => askHint(table),
    marking: (before) => table.missed.catchesUp || keepsMarks(table, before),
    drawn: (...frames) => drawn(table, ...frames),
    settled: (...frames) => settled(table, ...frames),
  });
  const { queue } = board.state;
  // What was sent counts as seen and does not come again: what waits is still shown, whatever becomes of the connection.
  const after = () => queue.waiting.at(-1)?.number ?? queue.shown;
  const log = new Log((number) => lookBack(table, number));
  const chat = new ChatToggle(tell);
  const sitters = new Participants(tell, chat);
  return {
    page,
    board,
    info: null,
    connected: false,
    offline: false,
    pending: false,
    unsent: null,
    confirm: new Confirm(play, board.find),
    missed: new Missed(() => queue.shown),
    attention: new Attention(),
    log,
    past: new LookingBack(board, log, { ask: (number) => askPast(table, number), change: () => showPresent(table) }),
    sitters,
    plates: new Plates(),
    clocks: null,
    ratings: null,
    signs: null,
    remarks: new Remarks(),
    chat,
    goal: new Goal(),
    together: new Together(tell, () => sitters.refresh()),
    result: new ResultPanel(tell, board.light),
    textPlay: new TextPlay({ ask: () => askWords(table), act: play }),
    autoThrow: new AutoThrow((frame) => board.state.frame === frame && isOpen(table), play),
    connection: new Connection(page.dataset.table ?? "", {
      hear: (message) => hear(table, message),
      connection: (connected, code) => hearConnection(table, connected, code),
      shape,
      after,
    }),
  };
}

byId("skip").addEventListener("click", () => table.board.skip());
document.addEventListener("keydown", ({ key }) => key === "Escape" && table.board.skip());
// The name that somebody takes in the settings is theirs here, too.
document.addEventListener("name", (event) => {
  if (table.info?.you.sitter) send(table, command.name(/** @type {CustomEvent} */ (event).detail));
});
byId("back").addEventListener("click", () => takeBack(table));
listenForKeys();
listKeys();
listenToTabs();
listenToMore();
whenChanged(() => table.autoThrow.follow(table.board.state.frame));
layOut(() => {
  table.connection.renew();
});

/** What is seldom needed stands in a dialog, which goes when something in it is chosen. */
function listenToMore() {
  const more = /** @type {HTMLDialogElement} */ (byId("more"));
  byId("more-open").addEventListener("click", () => more.showModal());
  more.addEventListener("click", ({ target }) => {
    if (target === more || (target instanceof Element && target.closest("ul button"))) more.close();
  }, { capture: true });
}
