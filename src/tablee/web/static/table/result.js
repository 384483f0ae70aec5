// How the game ended, and what next.

import { byId, make, symbol, text } from "../house/page.js";
import { wish } from "./protocol.js";

/** @import { Result, Row, ScoreLine } from "../board/frame.js" */

/** With more lines than this, how the points came about is folded. */
const MANY_LINES = 8;

export class ResultPanel {
  /** @param {(message: object) => void} send */
  constructor(send) {
    this.asked = false;
    byId("again").addEventListener("click", () => {
      this.asked = true;
      send(wish.again());
    });
  }

  /** @param {Result|null} result */
  show(result) {
    byId("result").hidden = !result;
    if (!result) return;
    byId("headline").textContent = result.headline;
    byId("export").setAttribute("href", result.export);
    byId("scores").replaceChildren(...result.rows.map(row));
    this.explain(result);
  }

  /** @param {Result} result */
  explain({ rows, lines }) {
    const fold = /** @type {HTMLDetailsElement} */ (byId("points-fold"));
    // Whoever has opened or closed it knows why.
    if (fold.hidden) fold.open = lines.length <= MANY_LINES;
    fold.hidden = !lines.length;
    byId("points").replaceChildren(
      ...rows.flatMap(({ name, seat }) => share(name, lines.filter((line) => line.seat === seat))),
    );
  }

  /** @param {string} next the address of the table opened by "again" @param {boolean} seated */
  next(next, seated) {
    if (next && this.asked) location.href = next;
    byId("again").hidden = Boolean(next) || !seated;
    const link = /** @type {HTMLAnchorElement} */ (byId("next"));
    link.hidden = !next;
    link.href = next || "#";
    link.textContent = text("next");
  }
}

/** @param {Row} row */
function row({ name, seat, score, winner, left }) {
  const line = make("tr", `seat-${seat}${winner ? " winner" : ""}`);
  line.append(mark(seat));
  const who = make("th", "", name);
  who.setAttribute("scope", "row");
  if (winner || left) who.append(" ", make("span", "note", text(winner ? "winner" : "has_left")));
  line.append(who, make("td", "score", String(score).replace("-", "−")));
  return line;
}

/** How one seat came to its points: its name and a list. @param {string} name @param {ScoreLine[]} lines */
function share(name, lines) {
  if (!lines.length) return [];
  const list = make("ul");
  for (const { words, points } of lines) {
    const line = make("li", "", `${words} `);
    line.append(make("b", "", points < 0 ? `−${-points}` : `+${points}`));
    list.append(line);
  }
  return [make("h3", "", name), list];
}

/** The seat's mark, if the game's shapes have one. @param {number} seat */
function mark(seat) {
  const cell = make("td", "mark-cell");
  if (document.getElementById(`mark-${seat}`)) cell.append(symbol(`#mark-${seat}`, "-15 -15 30 30"));
  return cell;
}
