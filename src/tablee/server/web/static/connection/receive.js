// What the server says, and whether there is one: what becomes of each message.

import { byId, text, toast } from "../shared/page.js";
import { isOpen, offer, refreshActs, waitFor, withdraw } from "../table/act.js";
import { CROWDED, ELSEWHERE, ENDED, FORBIDDEN, HASTY, NOT_FOUND, REMOVED } from "./connection.js";
import { isAbout } from "./protocol.js";
import { showPrompt, watchBot } from "../table/show.js";
import { isWaiting, waitingText } from "../seats/sitting.js";
import { offerSounds } from "../shared/sound.js";

/** @import { Frame } from "../board/frame.js" */
/** @import { ClockMessage, Hint, Refused, TableMessage, ChatMessage } from "./messages.js" */
/** @import { TableState } from "../table/state.js" */

/** What is said when there is no connection. @type {Record<number, string>} */
const REASONS = {
  [ENDED]: "ended", [FORBIDDEN]: "foreign", [NOT_FOUND]: "no_table", [ELSEWHERE]: "elsewhere",
  [REMOVED]: "removed", [HASTY]: "hasty", [CROWDED]: "crowded",
};

/** What is done upon each. @type {Record<string, (table: TableState, message: any) => void>} */
const HEARD = {
  table: showTable,
  frame: receive,
  clock: hearClock,
  refused: refuse,
  why: (_, { message }) => toast(message),
  words: ({ board, textPlay }, words) => isAbout(words, board.state.frame) && textPlay.here?.show(words),
  hint: advise,
  past: ({ past }, position) => past.here?.receive(position),
  talk: hearChat,
  plan: async (_, message) => (await import("../table/plan_notes.js")).show(message),
  reported: () => toast(text("reported")),
  announcements: async (_, message) => (await import("../lobby/announcements.js")).show(message),
  called: async (table, message) => {
    const { showInvitations } = await import("../lobby/invitation.js");
    // Against bots alone nobody is left sitting there.
    showInvitations(message, Boolean(table.info?.solo && !table.info.rated));
  },
};

/** @param {TableState} table @param {any} message */
export function hear(table, message) {
  HEARD[message.say]?.(table, message);
}

/** @param {TableState} table @param {boolean} connected @param {number} code why there is none */
export function hearConnection(table, connected, code) {
  const { board, missed, past, sitting } = table, was = table.connected;
  table.connected = connected;
  table.offline = !connected && !REASONS[code];
  missed.connect(connected);
  showConnection(connected, code, table.offline && table.unsent !== null);
  past.here?.reconnect(connected);
  if (connected) {
    sitting.reconnect();
    if (table.info && !was) toast(text("back_online"));
  }
  // What is offered comes with the first frame of a new connection.
  table.pending = table.offline && table.unsent !== null;
  waitFor(table);
  // Whoever has lost the connection may still choose: it is sent once the connection is back.
  if (table.offline && board.state.frame?.yours) offer(table);
  else withdraw(table);
  board.clearHint();
  watchBot(table);
  refreshActs(table);
}

/** Over the page, as long as there is none. @param {boolean} connected @param {number} code why it is not @param {boolean} waits is there something to be sent? */
function showConnection(connected, code, waits) {
  const place = byId("connection");
  place.hidden = connected;
  place.textContent = connected ? "" : text(REASONS[code] ?? (waits ? "unsent" : navigator.onLine ? "lost" : "offline"));
}

/** @param {TableState} table @param {Frame} frame */
function receive({ board, missed, past, attention }, frame) {
  missed.miss(frame);
  board.add(frame);
  past.here?.show();
  // Somebody who looks elsewhere sees the title alone: it says what is new even before it is shown.
  if (document.hidden) attention.heed(frame);
}

/** @param {TableState} table @param {Refused} refused */
function refuse(table, { code, message }) {
  const { board, confirm, past, textPlay, unsent } = table;
  table.pending = false;
  table.unsent = null;
  if (code === "passing" && unsent) confirm.fetch().then((asking) => asking.holds(unsent, message));
  else if (!textPlay.here?.refuse(message)) toast(message);
  past.here?.tryAgain();
  if (board.state.hint.waiting) board.clearHint();
  offer(table);
  refreshActs(table);
}

/** @param {TableState} table @param {TableMessage} info */
function showTable(table, info) {
  const { page, board, goal, sitting, chat, clocks, result } = table;
  table.info = info;
  page.dataset.state = info.status;
  for (const sitter of info.sitters) sitter.told = performance.now();
  sitting.sitIfWanted(info);
  showPeople(table, info);
  table.plates.meet(info.sitters);
  chat.showTable(info);
  clocks.here?.meet(info);
  if (info.status === "playing" || goal.here) goal.fetch().then((line) => line.show(info));
  result.here?.next(info);
  if (info.undo || table.undo.here) table.undo.fetch().then((panel) => panel.show(info));
  if (!board.state.frame) board.say(waitingText(info));
  else if (!board.state.unsaid) showPrompt(table, board.state.frame);
  if (info.rated) table.ratings.fetch().then((ratings) => ratings.meet(info));
  const program = info.sitters.find((sitter) => sitter.program);
  if (program) table.signs ??= import("../board/programs.js").then(({ speakSigns }) => speakSigns(page, program.note));
  if (info.status === "closed") board.say(info.message || text("closed"));
  watchBot(table);
  refreshActs(table);
  if (info.status === "playing" && info.you.sitter !== null) offerSounds();
}

/** Who sits here: the waiting room, the list if somebody reads it, those who are away. @param {TableState} table @param {TableMessage} info */
function showPeople({ sitters, together }, info) {
  if (isWaiting(info)) sitters.fetch();
  sitters.here?.show(info);
  const shared = info.you.sitters.length > 1, absent = info.sitters.some(({ away, stand_in }) => away !== null || stand_in);
  if (info.status === "playing" && (shared || absent)) together.fetch();
  together.here?.showTable(info);
}

/** Clocks are fetched where a table has some. @param {TableState} table @param {ClockMessage} message */
async function hearClock({ clocks }, message) {
  (await clocks.fetch()).hear(message);
}

/** @param {TableState} table @param {ChatMessage} message */
function hearChat({ chat, sitters }, message) {
  chat.hear(message);
  sitters.here?.refresh();
}

/** A hint for what is no longer on the screen is none. @param {TableState} table @param {Hint} hint */
function advise(table, hint) {
  if (isAbout(hint, table.board.state.frame) && isOpen(table)) table.board.showHint(hint);
  refreshActs(table);
}
