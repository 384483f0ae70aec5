// What a person can do at the table now, and what they do: commands to the server.

import { byId, disable, hide, rewrite, text, toast } from "../shared/page.js";
import { settings } from "../shared/settings.js";
import { command } from "../connection/protocol.js";

/** @import { Frame } from "../board/frame.js" */
/** @import { TableState } from "./state.js" */

/** Milliseconds after which an answer is late. */
const LONG = 400;

/** Something may be done only when the latest frame is on the screen and nothing is under way. @param {TableState} table */
export function isOpen({ board, connected, offline, pending, past: { here: past } }) {
  return board.state.frame !== null && !board.state.unsaid && (connected || offline) && !pending && board.isUpToDate() && !past?.active;
}

/** @param {TableState} table */
export function offer(table) {
  if (isOpen(table)) table.board.offer(true);
  else withdraw(table);
  waitFor(table);
}

/** Whoever waits for long sees it: a style for all of the picture costs more than most answers. @param {TableState} table */
export function waitFor(table) {
  const { page, pending } = table;
  clearTimeout(table.late);
  if (pending) table.late = setTimeout(() => page.classList.add("busy"), LONG);
  else page.classList.remove("busy");
}

/** @param {TableState} table */
export function withdraw({ board, confirm }) {
  confirm.here?.clear();
  board.offer(false);
}

/** @param {TableState} table */
function mayAskHint(table) {
  const { board, info } = table;
  return Boolean(info?.hints && board.state.frame?.yours && isOpen(table) && !board.state.hint.waiting);
}

/**
 * The buttons for what is no action of the game: a hint, taking back, giving up. They come with the first picture, by which
 * the page is laid out: before it they would stand elsewhere, and jump.
 * @param {TableState} table
 */
export function refreshActs(table) {
  const { board, info, pending } = table;
  const playing = board.state.frame !== null && info?.status === "playing" && info.you.seat !== null && !info.you.left;
  for (const id of ["acts", "leave"]) hide(byId(id), !playing);
  const undo = playing && !pending && board.state.frame?.undo, back = byId("back");
  hide(back, !undo);
  if (undo && back.firstChild) rewrite(back.firstChild, `${undo} `);
  hide(byId("hint"), !playing || !info?.hints);
  disable(byId("hint"), !mayAskHint(table));
}

/** @param {TableState} table @param {object} message */
export function send({ connection }, message) {
  if (!connection.command(message)) toast(text("lost"));
}

/**
 * @param {TableState} table @param {string} action @param {string} [key] of the node that offers it
 * @returns {boolean} whether it is played
 */
export function act(table, action, key = "") {
  const { board, connection, goal, missed, pending } = table, { frame } = board.state;
  if (!frame || pending || asksFirst(table, frame, action, key)) return false;
  const filled = board.fill(action), { confirm } = settings;
  // Somebody has been asked already, or wants to be asked about all or nothing.
  const hold = table.confirm.here?.action === action || confirm === "every" ? undefined : confirm;
  const message = command.act(frame, filled, hold);
  if (!connection.command(message)) {
    if (!table.offline) return false;
    byId("connection").textContent = text("unsent");
  }
  table.unsent = { step: frame.step, message, action: filled, key };
  table.pending = true;
  missed.clear();
  goal.here?.clear();
  offer(table);
  refreshActs(table);
  board.release();
  return true;
}

/**
 * Is it asked about first? What asks is fetched where somebody likes that. The server alone knows what ends a turn, and a
 * move that is kept may arrive when nobody is there to be asked: so without a connection it is asked about at once.
 * @param {TableState} table @param {Frame} frame @param {string} action @param {string} key
 */
function asksFirst(table, { scene }, action, key) {
  const { confirm } = table, isKept = table.offline && table.keeps;
  if (!(isKept ? settings.confirm : settings.confirm === "every") || action === scene.throw) return false;
  if (!confirm.here) confirm.fetch().then(() => act(table, action, key));
  return confirm.here?.asks(action, key, scene.moves[action], isKept ? text("unasked") : "") ?? true;
}

/** Dice are thrown by themselves, for who likes it. @param {TableState} table @param {Frame|null} frame */
export async function throwSoon({ autoThrow }, frame) {
  if (settings.throw || autoThrow.here) (await autoThrow.fetch()).follow(frame);
}

/** The connection is back: what was done meanwhile is sent, if it still answers to what is on the screen. @param {TableState} table */
export function sendAgain(table) {
  const { board, connected, connection, pending, unsent } = table, { frame } = board.state;
  if (!unsent || !connected || pending) return;
  if (frame?.yours && frame.step === unsent.step && connection.command(unsent.message)) table.pending = true;
  else table.unsent = null;
}

/** @param {TableState} table */
export function takeBack(table) {
  const { frame } = table.board.state;
  if (frame) send(table, command.back(frame));
}

/** Asks why a node offers nothing: whose turn it is has a right to know. @param {TableState} table @param {string} key */
export function askWhy(table, key) {
  const { frame } = table.board.state;
  if (frame?.yours && isOpen(table)) table.connection.send(command.why(frame, key));
}

/** @param {TableState} table */
export function askHint(table) {
  const { board, connection } = table;
  if (board.state.frame && mayAskHint(table) && connection.command(command.hint(board.state.frame))) board.waitForHint();
  refreshActs(table);
}

/** The table in words, once the latest frame is on the screen. @param {TableState} table */
export function askWords({ board, connection }) {
  if (board.state.frame && board.isUpToDate()) connection.send(command.words(board.state.frame));
}

/** @param {TableState} table @param {number} number */
export async function lookBack({ board, past }, number) {
  const looking = await past.fetch(), { frame } = board.state;
  if (!frame) return;
  board.sayRest();
  looking.look(number, frame.scene);
}

/** @param {TableState} table @param {number} number */
export function askPast({ connection }, number) {
  return connection.command(command.look(number));
}

/** Somebody begins to look back, or comes back: what is offered now is taken away, or offered again. @param {TableState} table */
export function showPresent(table) {
  const { board, past, autoThrow } = table;
  autoThrow.here?.stop();
  board.clearHint();
  offer(table);
  refreshActs(table);
  if (!past.here?.active) throwSoon(table, board.state.frame);
}
