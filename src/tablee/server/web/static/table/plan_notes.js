// At a table by days: the way to one's plan, and, in one's own list of moves, what has become of it.

import { byId, make, rewrite } from "../shared/page.js";

/** @import { PlanMessage } from "../connection/messages.js" */

/** @type {{notes: PlanMessage["notes"]}} */
const told = { notes: [] };
const link = /** @type {HTMLAnchorElement} */ (make("a", "button"));
link.id = "plan";

/** @param {PlanMessage} message */
export function show(message) {
  told.notes = message.notes;
  link.href = message.link;
  rewrite(link, message.words);
  if (!message.link) link.remove();
  else if (!link.isConnected) byId("acts").prepend(link);
  write();
}

/** Each note stands below the line of its event, once that is there. */
function write() {
  for (const [number, words] of told.notes) {
    const line = byId("log").querySelector(`[data-number="${number}"]`)?.parentElement;
    const id = `plan-note-${number}`, shown = document.getElementById(id);
    if (!line || shown?.textContent === words) continue;
    shown?.remove();
    line.append(Object.assign(make("span", "quiet plan-note", words), { id }));
  }
}

// Lines come with frames, and anew with a new connection.
new MutationObserver(write).observe(byId("log"), { childList: true });
