// The big screen: a table as spectators see it, for a television, a stream or a frame. Nobody touches it: it connects
// again by itself, shows how the game ended, and goes on to the next one.

import { Connection, ELSEWHERE, ENDED, NOT_FOUND } from "./connection.js";
import { newPlayableBoard } from "../play/playable.js";
import { byId, make, rewrite, symbol, text } from "../shared/page.js";
import { byDays, live } from "../table/clocks.js";

/** @import { Frame, Result } from "../board/frame.js" */
/** @import { ClockMessage, Participant, TableMessage } from "./messages.js" */
/** @import { Listener } from "../table/state.js" */

/** How long a result is looked at before the next game, and how often clocks are written. In milliseconds. */
const RESULT_STAYS = 15_000, TICK = 200;
/** Why there is no connection, if it is worth a word of its own. @type {Record<number, string>} */
const REASONS = { [NOT_FOUND]: "no_table", [ELSEWHERE]: "elsewhere" };

/** Looks on, whoever has opened the page: a player's hand is not for the room. */
class Watching extends Connection {
  address() {
    const address = super.address();
    address.searchParams.delete("talk");
    address.searchParams.set("watch", "1");
    address.searchParams.set("language", document.documentElement.lang);
    return address;
  }
}

/**
 * @typedef {object} Screen
 * @property {TableMessage|null} info
 * @property {{message: ClockMessage, at: number}|null} clock what was said of it last, and when by our own
 * @property {Result|null} result
 * @property {number} ended when the result came, by our own clock
 * @property {number} leaving the timer of the way to the next game
 * @property {[number, string]} last the latest line of the log
 * @property {boolean} lost has the connection been lost?
 */

/** @type {Screen} */
const screen = { info: null, clock: null, result: null, ended: 0, leaving: 0, last: [0, ""], lost: false };
const board = newPlayableBoard({
  act: () => false,
  why: () => {},
  hint: () => {},
  marking: () => false,
  drawn: () => {},
  settled: (frame) => settle(frame),
});

/** What is done upon each message. @type {Record<string, (message: any) => void>} */
const HEARD = {
  frame: (frame) => board.add(frame),
  clock: (message) => {
    screen.clock = { message, at: performance.now() };
    tick();
  },
  table: meet,
};

/** @type {Listener} */
const listener = {
  hear: (message) => HEARD[message.say]?.(message),
  connection: hearConnection,
  shape: () => "upright",
  after: () => board.state.queue.waiting.at(-1)?.number ?? board.state.queue.shown,
};
new Watching(byId("table").dataset.table ?? "", listener);
setInterval(tick, TICK);
stayAwake();
document.addEventListener("visibilitychange", stayAwake);

/** @param {boolean} connected @param {number} code */
function hearConnection(connected, code) {
  const place = byId("lost");
  place.hidden = connected;
  if (!connected) rewrite(place, text(REASONS[code] ?? "lost"));
  // Whoever opened it has signed out: anybody may look on.
  if (code === ENDED) location.reload();
  if (connected && screen.lost) renew();
  screen.lost = !connected;
}

/** A screen hangs for weeks: after a new version of the program it is opened anew. */
async function renew() {
  const [page] = await Promise.all([fetch(location.href).then((answer) => (answer.ok ? answer.text() : ""), () => "")]);
  if (page && !page.includes(import.meta.url.replace(location.origin, ""))) location.reload();
}

/** @param {TableMessage} info */
function meet(info) {
  screen.info = info;
  if (info.status === "closed") board.say(info.message || text("closed"));
  else if (!board.state.frame) board.say(text(info.status === "waiting" ? "waits" : "wait_frame"));
  showSeats();
  goOn();
}

/** The dice lie. @param {Frame} frame */
function settle(frame) {
  screen.last = frame.log.reduce((last, line) => (line[0] >= last[0] ? line : last), frame.whole ? [0, ""] : screen.last);
  if (frame.result && !screen.result) screen.ended = performance.now();
  screen.result = frame.result;
  const { title = "", decision = "" } = frame.result ?? {};
  rewrite(byId("last"), frame.result ? [title, decision].join(" ") : screen.last[1]);
  board.say(frame.result ? "" : frame.prompt);
  showSeats();
  goOn();
}

/** Who sits here, in the order of the seats, and at the end of the ranks. */
function showSeats() {
  const { info, result } = screen, turn = board.state.frame?.turn ?? null;
  if (!info) return;
  /** @param {Participant} one */
  const place = (one) => result?.rows.find(({ seat }) => seat === one.seat)?.rank ?? one.seat ?? one.id;
  const rows = info.sitters.toSorted((one, other) => place(one) - place(other)).map((one) => seatOf(one, turn, result));
  byId("seats").replaceChildren(...rows);
  tick();
  const bot = info.sitters.find(({ bot, stand_in: standIn, seat }) => (bot || standIn) && turn !== null && seat === turn);
  board.think(bot ? { name: bot.stand_in_name || bot.name, face: bot.face } : null, board.state.frame?.number ?? 0);
}

/** @param {Participant} one @param {number|null} turn @param {Result|null} result */
function seatOf({ seat, name, colour, program, left, late }, turn, result) {
  const row = make("li", `seat-${colour}`), ended = result?.rows.find((row) => row.seat === seat);
  const acts = seat !== null && seat === turn && !result;
  row.classList.toggle("acts", acts);
  row.classList.toggle("won", Boolean(ended?.winner));
  if (colour !== null && document.getElementById(`mark-${colour}`)) row.append(symbol(`#mark-${colour}`, "-15 -15 30 30"));
  const who = make("span", "who", program ? `⚙\uFE0E\u00A0${name}` : name);
  const note = ended?.winner ? "winner" : left ? (late ? "ran_out" : "has_left") : acts ? "to_act" : "";
  if (note) who.append(" ", make("small", acts ? "unseen" : "", text(note)));
  const left_ = make("span", "left", ended ? String(ended.score).replace("-", "−") : "");
  if (!ended && seat !== null) left_.dataset.seat = String(seat);
  row.append(who, left_);
  return row;
}

/** Clocks are counted on between two words of the server. */
function tick() {
  const { clock, info } = screen;
  if (!clock || info?.status !== "playing") return;
  const { message, at } = clock;
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#seats [data-seat]"))) {
    const seat = Number(place.dataset.seat), runs = seat === message.runs;
    const person = info.sitters.some((one) => one.seat === seat && !one.bot && !one.left);
    const left = Math.max(0, message.left[seat] - (runs ? performance.now() - at : 0));
    rewrite(place, person ? (message.days ? byDays(message, seat) : live(left)) : "");
    place.classList.toggle("days", message.days);
  }
}

/** To the next game, when this one has been looked at for long enough. */
function goOn() {
  const { info, result, ended, leaving } = screen;
  if (!info?.next || !result || leaving) return;
  board.say(text("next"));
  const wait = Math.max(0, RESULT_STAYS - (performance.now() - ended));
  screen.leaving = setTimeout(() => location.replace(`${info.next}/screen${location.search}`), wait);
}

/** A television must not fall asleep over a long thought. */
function stayAwake() {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}
