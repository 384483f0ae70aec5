// Shows a frame: what is seen and heard at once, and what is said when the dice lie.

import { ENTER, KEY, SHAPE, hasThrown, isOf } from "../board/scene.js";
import { setNumber } from "../board/layout.js";
import { announce, byId, make, symbol, text } from "../shared/page.js";
import { settings } from "../shared/settings.js";
import { play } from "../shared/sound.js";
import { offer, refreshActs, sendAgain, throwSoon } from "./act.js";
import { command } from "../connection/protocol.js";

/** @import { Frame, Node } from "../board/frame.js" */
/** @import { Sound } from "../shared/sound.js" */
/** @import { TableState } from "./state.js" */

/** Its picture is on the screen. @param {TableState} table @param {Frame} frame @param {Frame|null} before */
export function drawn(table, frame, before) {
  const { board, confirm, connection, textPlay } = table;
  table.pending = false;
  if (table.unsent && frame.step !== table.unsent.step) table.unsent = null;
  confirm.here?.clear();
  if (before && frame.whole && frame.seat !== before.seat) textPlay.here?.forget();
  if (!board.state.queue.quick) soundsOf(frame, before).forEach(play);
  connection.send(command.seen(frame));
}

/** All that the others do is marked until one acts oneself. @param {TableState} table @param {Frame|null} before */
export function keepsMarks({ info }, before) {
  return info?.you.seat !== null && before !== null && !before.yours;
}

/** The dice lie. @param {TableState} table @param {Frame} frame @param {Frame|null} before @param {boolean} latest */
export function settled(table, frame, before, latest) {
  const { page, log, plates, together, attention, textPlay, missed } = table;
  // A picture with a window fills its place from the start: room for a bar that comes later would make it jump.
  if (frame.scene.bar.length || frame.scene.window) page.classList.add("with-bar");
  together.here?.showFrame(frame);
  showPrompt(table, frame);
  showSince(frame.since, (table.info?.players ?? 2) - 1);
  attention.heed(frame);
  plates.settle();
  const news = log.add(frame.log, frame.whole);
  const said = remark(table, frame), { title = "", decision = "" } = frame.result ?? {};
  if (before) announce([...news, frame.yours ? frame.prompt : "", title, decision, said].join(" "));
  showResult(table, frame.result, Boolean(before && !before.result));
  refreshActs(table);
  if (latest) sendAgain(table);
  if (latest) offer(table);
  byId("to-text").hidden = false;
  if (latest) textPlay.here?.follow();
  watchBot(table);
  throwSoon(table, frame);
  if (latest) missed.tell(frame.number, log.lines);
}

/** How it ended is fetched when it has. @param {TableState} table @param {Frame["result"]} ended @param {boolean} fresh */
async function showResult({ result }, ended, fresh) {
  if (ended || result.here) (await result.fetch()).show(ended, fresh);
}

/** A bot says something. @param {TableState} table @param {Frame} frame @returns {string} what a screen reader is to say of it */
function remark({ remarks }, { remark: said }) {
  if (!said || !settings.talk) return "";
  remarks.fetch().then((bubble) => bubble.show(said));
  return text("says", said);
}

/** Where several share the device, with the name of whose turn it is. @param {TableState} table @param {Frame} frame */
export function showPrompt({ board, info }, frame) {
  if (info?.status === "closed") {
    board.say(info.message || text("closed"));
    return;
  }
  const watching = info && info.you.sitter === null && !frame.result;
  const shared = info && info.you.sitters.length > 1 && frame.yours;
  const name = shared ? info.sitters.find(({ seat }) => seat === frame.seat)?.name : "";
  board.say(name ? `${name} – ${frame.prompt}` : frame.prompt, frame.yours, watching ? text("you_watch") : "");
}

/** Lets it be seen that a bot is thinking, once all that it has done before is on the screen. @param {TableState} table */
export function watchBot({ board, info, connected, sitters }) {
  const turn = !board.state.unsaid && connected && board.isUpToDate() ? (board.state.frame?.turn ?? null) : null;
  const bot = info?.sitters.find((sitter) => (sitter.bot || sitter.stand_in) && turn !== null && sitter.seat === turn);
  // The name of the bot itself, also while it plays for somebody.
  const thinker = bot ? { name: bot.stand_in_name || bot.name, face: bot.face } : null;
  board.think(thinker, board.state.frame?.number ?? 0);
  sitters.here?.think(bot ?? null);
}

/** What lands on the table sounds as what it is. @param {Node[]} coming @returns {Sound[]} */
function pieceOf(coming) {
  if (!coming.length) return [];
  if (coming.some((node) => node[KEY] === "drawn")) return ["flip"];
  return coming.some((node) => /^tile/.test(node[SHAPE])) ? ["tile"] : ["knock"];
}

/** What is heard when a frame comes after another. @param {Frame} frame @param {Frame|null} before @returns {Sound[]} */
function soundsOf(frame, before) {
  if (!before || frame.whole) return [];
  if (frame.result && !before.result) return ["end"];
  const { set } = frame.scene, hasCalled = set.some((node) => isOf(node, "called"));
  /** @type {Sound[]} */
  const piece = hasThrown(frame.scene) ? ["dice"] : hasCalled ? ["call"] : pieceOf(set.filter((node) => node[ENTER]));
  return frame.yours && !before.yours && frame.turn !== before.turn ? [...piece, "turn"] : piece;
}

/** What the others have done since one's turn, a line each, with room for all of the others, so that nothing below jumps. @param {Frame["since"]} lines @param {number} others */
function showSince(lines, others) {
  const place = byId("since");
  setNumber(place, "--lines", Math.max(others, lines.length));
  const told = JSON.stringify(lines);
  if (told === place.dataset["told"]) return;
  place.dataset["told"] = told;
  place.replaceChildren(...lines.map(line));
}

/** @param {Frame["since"][number]} what */
function line({ colour, words }) {
  const item = make("li", `seat-${colour}`);
  if (document.getElementById(`mark-${colour}`)) item.append(symbol(`#mark-${colour}`, "-15 -15 30 30"));
  item.append(make("span", "", words));
  item.title = words;
  return item;
}
