// How the game ended, and what next.

import { isCalm } from "../board/motion.js";
import { byId, copy, make, symbol, text } from "../shared/page.js";
import { command } from "../connection/protocol.js";

/** @import { Cell, Result, Row, SheetLine } from "../board/frame.js" */
/** @import { TableMessage } from "../connection/messages.js" */
/** @typedef {(keys: string[]) => void} Light */

/** With more lines than this, how the points came about is folded. */
const MANY_LINES = 12;

export class ResultPanel {
  /** @param {(message: object) => void} send @param {(keys: string[]) => void} light marks what a cell counts */
  constructor(send, light) {
    this.asked = false;
    this.light = light;
    /** @type {Result|null} */
    this.shown = null;
    this.told = false;
    /** Does somebody look who has played? */
    this.seated = false;
    byId("again").addEventListener("click", () => {
      this.asked = true;
      send(command.again());
    });
    byId("share-game").addEventListener("click", share);
  }

  /** @param {Result|null} result @param {boolean} fresh has the game ended just now? */
  show(result, fresh) {
    byId("result").hidden = !result;
    byId("table").classList.toggle("with-result", Boolean(result));
    if (!result || JSON.stringify(result) === JSON.stringify(this.shown)) return;
    this.shown = result;
    byId("headline").textContent = result.title;
    byId("decision").textContent = result.decision;
    byId("decision").hidden = !result.decision;
    byId("export").setAttribute("href", result.export);
    byId("scores").replaceChildren(...result.rows.map(row));
    this.explain(result);
    showNextLevel(result);
    linkAnalysis();
    this.tell(fresh);
    if (fresh) cheer(result.rows.filter(({ winner }) => winner).map(({ colour }) => colour));
  }

  /** The story is told once, by what is fetched for it. @param {boolean} fresh */
  tell(fresh) {
    if (this.told) return;
    this.told = true;
    import("../review/brief.js").then(({ tellBriefly }) => tellBriefly(fresh && this.seated));
  }

  /** @param {Result} result */
  explain({ rows, sheet }) {
    const fold = /** @type {HTMLDetailsElement} */ (byId("points-fold"));
    // Whoever has opened or closed it knows why.
    if (fold.hidden) fold.open = sheet.length <= MANY_LINES;
    fold.hidden = !sheet.length;
    byId("points").replaceChildren(...(sheet.length ? [sheetTable(rows, sheet, this.light)] : []));
  }

  /** The table opened by "again", if there is one. @param {TableMessage} table */
  next({ next, you }) {
    const seated = you.sitter !== null;
    this.seated = seated;
    if (next && this.asked) location.href = next;
    byId("again").hidden = Boolean(next) || !seated;
    const link = /** @type {HTMLAnchorElement} */ (byId("next"));
    link.hidden = !next;
    link.href = next || "#";
    link.textContent = text("next");
  }
}

/** @param {number[]} colours of the winners */
async function cheer(colours) {
  if (!isCalm()) (await import("./celebration.js")).celebrate(colours);
}

/** @param {Row} row */
function row({ name, colour, score, rank, winner, left, late, own }) {
  const line = make("tr", `seat-${colour}${winner ? " winner" : ""}`);
  line.append(make("td", "rank", String(rank)), mark(colour));
  const who = make("th", "", name);
  who.setAttribute("scope", "row");
  const notes = [own ? text("you") : "", winner ? text("winner") : "", left ? text(late ? "ran_out" : "has_left") : ""].filter(Boolean);
  if (notes.length) who.append(" ", make("span", "note", notes.join(", ")));
  line.append(who, make("td", "score", String(score).replace("-", "−")));
  return line;
}

/** The mark of a colour, if the game's shapes have one. @param {number} colour */
function mark(colour) {
  const cell = make("td", "mark-cell");
  if (document.getElementById(`mark-${colour}`)) cell.append(symbol(`#mark-${colour}`, "-15 -15 30 30"));
  return cell;
}

/** The analysis begins where the game began. */
function linkAnalysis() {
  const first = /** @type {HTMLElement|null} */ (byId("log").querySelector("[data-number]"))?.dataset.number;
  const link = /** @type {HTMLAnchorElement} */ (byId("analysis"));
  link.hidden = !first;
  link.search = String(new URLSearchParams({ from: `table ${byId("table").dataset.table} ${first}` }));
}

/** A form that opens a table against bots one level up after a win, one level down after a loss. @param {Result} result */
function showNextLevel({ level: fields, level_words: words }) {
  const form = byId("stronger");
  form.hidden = !fields;
  /** @type {HTMLElement} */ (form.querySelector("button")).textContent = words;
  for (const old of form.querySelectorAll("input")) old.remove();
  for (const [name, value] of Object.entries(fields ?? {})) {
    const field = /** @type {HTMLInputElement} */ (make("input"));
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
}

/** The link to the replay, by whatever the device shares things with. */
async function share() {
  const field = /** @type {HTMLInputElement} */ (byId("share-link"));
  if (!navigator.share) return copy(field);
  // Who changes their mind has not failed.
  await navigator.share({ title: document.title, url: field.value }).catch(() => {});
}

/**
 * How the points came about, as a table: what was counted, for whom, and a cell lights up what it counts.
 * @param {Row[]} rows in the order of the columns @param {SheetLine[]} sheet @param {Light} light
 */
function sheetTable(rows, sheet, light) {
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
  button.setAttribute("aria-label", text("says", { name: whose, words: cell.words || shown }));
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
