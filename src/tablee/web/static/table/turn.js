// What can be done now: offered when it can, and taken away when it cannot.

import { showSideActs } from "./side_acts.js";

/** @import { TableState } from "./state.js" */

/** Something may be done only when the latest frame is on the screen and nothing is under way. @param {TableState} table */
export function isOpen({ board, connected, pending, past }) {
  return board.frame !== null && !board.saying && connected && !pending && board.upToDate && !past.active;
}

/** @param {TableState} table */
export function offer(table) {
  if (isOpen(table)) table.board.offer(true);
  else withdraw(table);
  table.page.classList.toggle("busy", table.pending);
}

/** @param {TableState} table */
export function withdraw({ board, confirm }) {
  confirm.clear();
  board.offer(false);
}

/** @param {TableState} table */
export function mayAskHint(table) {
  const { board, info } = table;
  return Boolean(info?.hints && board.frame?.yours && isOpen(table) && !board.awaitsHint);
}

/** @param {TableState} table */
export function refreshActs(table) {
  showSideActs(table.info, Boolean(table.board.frame?.back) && !table.pending, mayAskHint(table));
}
