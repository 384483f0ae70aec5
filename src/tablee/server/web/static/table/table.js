// The table page: puts together what shows a running table, what hears the server, and what a person does.

import { layOut, shape } from "../board/layout.js";
import { Log } from "../board/log.js";
import { newPlayableBoard } from "../play/playable.js";
import { Later, addStyle, byId, texts, toast } from "../shared/page.js";
import { remembered, settings, whenChanged } from "../shared/settings.js";
import { listKeys, listenForKeys } from "../shared/shortcuts.js";
import { act, askHint, askPast, askWhy, askWords, isOpen, lookBack, send, showPresent, takeBack, throwSoon } from "./act.js";
import { Attention, Missed } from "./attention.js";
import { Connection } from "../connection/connection.js";
import { hear, hearConnection } from "../connection/receive.js";
import { command } from "../connection/protocol.js";
import { drawn, keepsMarks, settled, watchBot } from "./show.js";
import { Sitting } from "../seats/sitting.js";
import { Plates } from "../seats/plates.js";
import { ChatToggle } from "../chat/chat_toggle.js";
import { listenToTabs } from "./tabs.js";

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
  const chat = new ChatToggle(tell), plates = new Plates();
  const sitting = new Sitting(tell);
  return {
    page,
    board,
    info: null,
    connected: false,
    offline: false,
    keeps: false,
    pending: false,
    late: 0,
    unsent: null,
    confirm: new Later(async () => new (await import("./confirm.js")).Confirm(play, board.find)),
    undo: new Later(async () => {
      const [{ UndoQuestionPanel }] = await Promise.all([import("../seats/undo_question.js"), addStyle(byId("notice"))]);
      return new UndoQuestionPanel((yes) => board.state.frame && tell(command.answerBack(board.state.frame, yes)));
    }),
    missed: new Missed(() => queue.shown),
    attention: new Attention(),
    log,
    past: new Later(async () => {
      const [{ LookingBack }] = await Promise.all([import("./looking_back.js"), addStyle(byId("looking-back"))]);
      return new LookingBack(board, log, { ask: (number) => askPast(table, number), change: () => showPresent(table) });
    }),
    sitting,
    sitters: new Later(async () => {
      const [{ Participants }] = await Promise.all([import("../seats/participants.js"), addStyle(byId("people-panel"))]);
      const sitters = new Participants(tell, sitting, chat);
      if (table.info) sitters.show(table.info);
      return sitters;
    }),
    plates,
    clocks: new Later(async () => {
      const { Clocks } = await import("./clocks.js");
      const clocks = new Clocks(table);
      if (table.info) clocks.meet(table.info);
      return clocks;
    }),
    ratings: new Later(async () => new (await import("../ratings/ratings.js")).Ratings()),
    signs: null,
    remarks: new Later(async () => new (await import("./remarks.js")).Remarks()),
    chat,
    goal: new Later(async () => new (await import("./goal.js")).Goal()),
    together: new Later(async () => {
      const [{ Together }] = await Promise.all([import("../seats/together.js"), addStyle(byId("notice"))]);
      const together = new Together(tell, () => table.sitters.here?.refresh());
      if (table.info) together.showTable(table.info);
      if (board.state.frame && !board.state.unsaid) together.showFrame(board.state.frame);
      return together;
    }),
    result: new Later(async () => {
      const [{ ResultPanel }] = await Promise.all([import("./result.js"), addStyle(byId("result"))]);
      const result = new ResultPanel(tell, board.light);
      if (table.info) result.next(table.info);
      return result;
    }),
    textPlay: new Later(async () => {
      const [{ TextPlay }] = await Promise.all([import("./text_play.js"), addStyle(byId("text-panel"))]);
      return new TextPlay({ ask: () => askWords(table), act: play });
    }),
    autoThrow: new Later(async () => {
      const { AutoThrow } = await import("./auto_throw.js");
      return new AutoThrow((frame) => board.state.frame === frame && isOpen(table), play);
    }),
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
document.addEventListener("unfetched", () => toast(texts["unfetched"]));
byId("back").addEventListener("click", () => takeBack(table));
listenForKeys();
listKeys();
listenToTabs();
listenToMore();
listenForParts();
whenChanged(() => throwSoon(table, table.board.state.frame));
layOut(() => {
  table.connection.renew();
});

/** Parts of the page that are fetched when somebody asks for them, or is known to like them. */
function listenForParts() {
  byId("leave").addEventListener("click", async () => (await table.together.fetch()).askWhoLeaves());
  byId("people-panel").addEventListener("shown", () => table.sitters.fetch().then(() => watchBot(table)));
  for (const id of ["to-text", "text-open"]) {
    byId(id).addEventListener("click", async (event) => {
      event.preventDefault();
      (await table.textPlay.fetch()).enter();
    });
  }
  if (remembered("text-tab") === "on") table.textPlay.fetch();
  if (settings.confirm === "every") table.confirm.fetch();
}

/** What is seldom needed stands in a dialog, which goes when something in it is chosen. */
function listenToMore() {
  const more = /** @type {HTMLDialogElement} */ (byId("more"));
  byId("more-open").addEventListener("click", () => {
    byId("go-on").hidden = !table.info?.you.sitter;
    byId("commitment").textContent = table.info?.commitment ?? "";
    more.showModal();
  });
  more.addEventListener("click", ({ target }) => {
    if (target === more || (target instanceof Element && target.closest("ul button"))) more.close();
  }, { capture: true });
}
