// What the others have done since one's turn: a line for each, under the prompt.

import { byId, make, symbol } from "../shared/page.js";

/** @import { Frame } from "../board/frame.js" */

/** With room for all of the others, so that nothing below jumps. @param {Frame["since"]} lines @param {number} others */
export function showSince(lines, others) {
  const place = byId("since");
  place.style.setProperty("--lines", String(Math.max(others, lines.length)));
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
