// The words over the page as long as there is no connection: what has happened, and what can still be done.

import { CROWDED, ENDED, FORBIDDEN, NOT_FOUND } from "./live.js";
import { byId, text } from "./page.js";

/** @type {Record<number, string>} */
const REASONS = { [ENDED]: "ended", [FORBIDDEN]: "foreign", [NOT_FOUND]: "no_table", [CROWDED]: "crowded" };

/** @param {boolean} connected @param {number} code why it is not */
export function showConnection(connected, code) {
  const place = byId("connection");
  place.hidden = connected;
  place.textContent = connected ? "" : text(REASONS[code] ?? "lost");
}
