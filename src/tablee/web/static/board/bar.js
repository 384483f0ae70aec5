// The bar under the picture: buttons for what is no thing in it. They keep their elements, and with them the focus.

import { arrange, byId, disable, focusOn, make } from "../house/page.js";

/** @import { BarButton, BarRow } from "./frame.js" */
/** @import { PlayState } from "./state.js" */

export function listenToBar() {
  // A key held down is one wish.
  byId("bar").addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && event.preventDefault());
}

/** @param {PlayState} state @param {BarRow[]} rows */
export function showBar(state, rows) {
  const list = byId("bar"), { buttons: known } = state.bar;
  const focused = list.contains(document.activeElement) ? document.activeElement : null;
  const kept = new Set(rows.flatMap(({ buttons }) => buttons.map(({ action }) => action)));
  for (const [action, button] of known) {
    if (kept.has(action)) continue;
    button.remove();
    known.delete(action);
  }
  arrange(list, rows.map((row, at) => fillRow(state, row, at)));
  number(state, rows.flatMap(({ buttons }) => buttons));
  keepFocus(state, /** @type {HTMLElement|null} */ (focused));
}

/** @param {PlayState} state @param {boolean} open may anything be pressed? */
export function openBar({ bar }, open) {
  for (const button of bar.buttons.values()) disable(button, !open);
}

/** The first nine have a digit as their key. @param {PlayState} state @param {BarButton[]} buttons */
function number({ bar }, buttons) {
  for (const [at, { action }] of buttons.slice(0, 9).entries()) {
    bar.buttons.get(action)?.setAttribute("aria-keyshortcuts", String(at + 1));
  }
}

/** @param {PlayState} state @param {BarRow} row @param {number} at */
function fillRow(state, { words, buttons }, at) {
  const row = (state.bar.rows[at] ??= newRow());
  row.setAttribute("aria-label", words);
  const before = /** @type {HTMLElement} */ (row.firstElementChild);
  before.textContent = words;
  before.hidden = !words;
  arrange(row, [before, ...buttons.map((button) => fillButton(state, button))]);
  return row;
}

/** @param {PlayState} state @param {BarButton} button */
function fillButton(state, { text, action, kind, hint }) {
  const button = state.bar.buttons.get(action) ?? newButton(state, action);
  button.className = `button ${kind}${hint ? " hinted" : ""}`;
  button.textContent = text;
  button.setAttribute("aria-description", hint);
  return button;
}

/** @param {PlayState} state @param {string} action */
function newButton(state, action) {
  const button = make("button");
  button.setAttribute("type", "button");
  disable(button, true);
  button.addEventListener("click", () => button.getAttribute("aria-disabled") === "true" || state.on.act(action));
  state.bar.buttons.set(action, button);
  return button;
}

/** @param {PlayState} state @param {HTMLElement|null} focused what had the focus before */
function keepFocus({ svg, bar }, focused) {
  if (focused?.isConnected) {
    if (document.activeElement !== focused) focusOn(focused);
    return;
  }
  bar.waiting = focused !== null || (bar.waiting && document.activeElement === svg);
  if (!bar.waiting) return;
  const main = mainButton();
  focusOn(main ?? svg);
  bar.waiting = !main;
}

/** What one will probably press. */
export function mainButton() {
  return /** @type {HTMLElement|null} */ (byId("bar").querySelector(".main"));
}

function newRow() {
  const row = make("div", "bar-row");
  row.setAttribute("role", "group");
  row.append(make("span", "bar-words"));
  return row;
}
