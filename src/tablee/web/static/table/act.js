// What a person does at the table, as wishes to the server.

import { text, toast } from "../house/page.js";
import { wish } from "./protocol.js";
import { isOpen, mayAskHint, offer, refreshActs } from "./turn.js";

/** @import { TableState } from "./state.js" */

/** @param {TableState} table @param {object} message */
export function send({ connection }, message) {
  if (!connection.wish(message)) toast(text("lost"));
}

/**
 * @param {TableState} table @param {string} action @param {string} [key] of the node that offers it
 * @returns {boolean} whether it is played
 */
export function act(table, action, key = "") {
  const { board, confirm, connection, missed, pending } = table, { frame } = board;
  if (!frame || pending || confirm.asks(action, key, action === frame.scene.throw)) return false;
  if (!connection.wish(wish.act(frame, board.fill(action)))) return false;
  table.pending = true;
  missed.clear();
  offer(table);
  refreshActs(table);
  board.release();
  return true;
}

/** @param {TableState} table */
export function takeBack(table) {
  const { frame } = table.board;
  if (frame) send(table, wish.back(frame));
}

/** Asks why a node offers nothing: whose turn it is has a right to know. @param {TableState} table @param {string} key */
export function askWhy(table, key) {
  const { frame } = table.board;
  if (frame?.yours && isOpen(table)) table.connection.send(wish.why(frame, key));
}

/** @param {TableState} table */
export function askHint(table) {
  const { board, connection } = table;
  if (board.frame && mayAskHint(table) && connection.wish(wish.hint(board.frame))) board.waitForHint();
  refreshActs(table);
}

/** The table in words, once the latest frame is on the screen. @param {TableState} table */
export function askWords({ board, connection }) {
  if (board.frame && board.upToDate) connection.send(wish.words(board.frame));
}

/** @param {TableState} table @param {number} number */
export function lookBack({ board, past }, number) {
  if (!board.frame) return;
  board.sayRest();
  past.look(number, board.frame.scene);
}

/** @param {TableState} table @param {number} number */
export function askPast({ connection }, number) {
  return connection.wish(wish.look(number));
}

/** Somebody begins to look back, or comes back: what is offered now is taken away, or offered again. @param {TableState} table */
export function showPresent(table) {
  const { board, past, autoThrow } = table;
  autoThrow.stop();
  board.clearHint();
  offer(table);
  refreshActs(table);
  if (!past.active) autoThrow.follow(board.frame);
}
