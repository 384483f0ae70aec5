// How the points came about, as a table: what was counted, for whom, and a cell lights up what it counts.

import { make, symbol, text } from "../shared/page.js";

/** @import { Cell, Row, SheetLine } from "../board/frame.js" */
/** @typedef {(keys: string[]) => void} Light */

/** @param {Row[]} rows in the order of the columns @param {SheetLine[]} sheet @param {Light} light */
export function sheetTable(rows, sheet, light) {
  const table = make("table", "score-sheet"), head = make("thead"), body = make("tbody"), foot = make("tfoot");
  head.append(headings(rows));
  body.append(...sheet.map((line) => lineOf(line, rows, light)));
  foot.append(total(rows));
  table.append(head, body, foot);
  return table;
}

/** @param {Row[]} rows */
function headings(rows) {
  const line = make("tr");
  line.append(make("td"));
  for (const { name, colour } of rows) {
    const cell = make("th", `seat-${colour}`);
    cell.setAttribute("scope", "col");
    cell.title = name;
    if (document.getElementById(`mark-${colour}`)) cell.append(symbol(`#mark-${colour}`, "-15 -15 30 30"));
    cell.append(make("span", "who", name));
    line.append(cell);
  }
  return line;
}

/** @param {SheetLine} what @param {Row[]} rows @param {Light} light */
function lineOf({ words, cells }, rows, light) {
  const line = make("tr"), heading = make("th", "", words);
  heading.setAttribute("scope", "row");
  line.append(heading, ...rows.map(({ seat, name }) => cellOf(cells[seat], `${words}, ${name}`, light)));
  return line;
}

/** @param {Cell|null} cell @param {string} whose @param {Light} light */
function cellOf(cell, whose, light) {
  const place = make("td");
  if (!cell) return place;
  const shown = cell.shown || signed(cell.points);
  if (!cell.keys.length) {
    place.textContent = shown;
    return place;
  }
  const button = make("button", "lights", shown);
  button.setAttribute("type", "button");
  button.setAttribute("aria-label", `${whose}: ${cell.words || shown}`);
  button.title = cell.words;
  button.addEventListener("pointerenter", () => light(cell.keys));
  button.addEventListener("focus", () => light(cell.keys));
  button.addEventListener("click", () => light(cell.keys));
  button.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && light([]));
  button.addEventListener("blur", () => light([]));
  place.append(button);
  return place;
}

/** @param {Row[]} rows */
function total(rows) {
  const line = make("tr"), heading = make("th", "", text("total"));
  heading.setAttribute("scope", "row");
  line.append(heading, ...rows.map(({ score }) => make("td", "", String(score).replace("-", "−"))));
  return line;
}

/** @param {number} points */
function signed(points) {
  return points < 0 ? `−${-points}` : points ? `+${points}` : "0";
}
