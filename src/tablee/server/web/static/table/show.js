// Shows a frame: what is seen and heard at once, and what is said when the dice lie.

import { ENTER, KEY, SHAPE, hasThrown, isOf } from "../board/scene.js";
import { announce, text } from "../shared/page.js";
import { play } from "../shared/sound.js";
import { offer, refreshActs, sendAgain } from "./act.js";
import { command } from "../connection/protocol.js";
import { showSince } from "./since.js";

/** @import { Frame, Node } from "../board/frame.js" */
/** @import { Sound } from "../shared/sound.js" */
/** @import { TableState } from "./state.js" */

/** Its picture is on the screen. @param {TableState} table @param {Frame} frame @param {Frame|null} before */
export function drawn(table, frame, before) {
  const { board, confirm, connection, textPlay } = table;
  table.pending = false;
  if (table.unsent && frame.step !== table.unsent.step) table.unsent = null;
  confirm.clear();
  if (before && frame.whole && frame.seat !== before.seat) textPlay.forget();
  if (!board.state.queue.quick) soundsOf(frame, before).forEach(play);
  connection.send(command.seen(frame));
}

/** All that the others do is marked until one acts oneself. @param {TableState} table @param {Frame|null} before */
export function keepsMarks({ info }, before) {
  return info?.you.seat !== null && before !== null && !before.yours;
}

/** The dice lie. @param {TableState} table @param {Frame} frame @param {Frame|null} before @param {boolean} latest */
export function settled(table, frame, before, latest) {
  const { page, log, together, attention, result, remarks, textPlay, autoThrow, missed } = table;
  // A picture with a window fills its place from the start: room for a bar that comes later would make it jump.
  if (frame.scene.bar.length || frame.scene.window) page.classList.add("with-bar");
  together.showFrame(frame);
  showPrompt(table, frame);
  showSince(frame.since, (table.info?.players ?? 2) - 1);
  attention.heed(frame);
  const news = log.add(frame.log, frame.whole);
  const said = remarks.show(frame), { title = "", decision = "" } = frame.result ?? {};
  if (before) announce([...news, frame.yours ? frame.prompt : "", title, decision, said].join(" "));
  result.show(frame.result, Boolean(before && !before.result));
  refreshActs(table);
  if (latest) sendAgain(table);
  if (latest) offer(table);
  if (latest) textPlay.follow();
  watchBot(table);
  autoThrow.follow(frame);
  if (latest) missed.tell(frame.number, log.lines);
}

/** @param {TableState} table @param {Frame} frame */
export function showPrompt({ board, info, together }, frame) {
  if (info?.status === "closed") {
    board.say(info.message || text("closed"));
    return;
  }
  const watching = info && info.you.sitter === null && !frame.result;
  board.say(together.prompt(frame), frame.yours, watching ? text("you_watch") : "");
}

/** Lets it be seen that a bot is thinking, once all that it has done before is on the screen. @param {TableState} table */
export function watchBot({ board, info, connected, sitters }) {
  const turn = !board.state.unsaid && connected && board.isUpToDate() ? (board.state.frame?.turn ?? null) : null;
  const bot = info?.sitters.find((sitter) => (sitter.bot || sitter.stand_in) && turn !== null && sitter.seat === turn);
  // The name of the bot itself, also while it plays for somebody.
  const thinker = bot ? { name: bot.stand_in_name || bot.name, face: bot.face } : null;
  board.think(thinker, board.state.frame?.number ?? 0);
  sitters.think(bot ?? null);
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
