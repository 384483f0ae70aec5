// The bar under the picture: buttons for what is no thing in it. They keep their elements, and with them the focus; and
// they keep their places: what has gone leaves its room until the turn changes.

import { arrange, byId, disable, focusOn, make, rewrite, write } from "../shared/page.js";

/** @import { BarButton, BarRow, Frame } from "../board/frame.js" */
/** @import { PlayState } from "../board/state.js" */

/** @param {PlayState} state */
export function listenToBar({ bar }) {
  // Measured when the page is laid out: who asks in between lets it be laid out twice.
  new ResizeObserver(([{ borderBoxSize: [{ blockSize }] }]) => (bar.height = blockSize)).observe(byId("bar"));
  // A key held down is one command.
  byId("bar").addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && event.preventDefault());
}

/** @param {PlayState} state @param {Frame} frame */
export function showBar(state, frame) {
  const list = byId("bar"), { buttons: known } = state.bar, rows = frame.scene.bar;
  const focused = list.contains(document.activeElement) ? document.activeElement : null;
  const kept = new Set(rows.flatMap(({ buttons }) => buttons.map(({ action }) => action)));
  keepRoom(state, list, frame);
  for (const [action, button] of known) {
    if (kept.has(action)) continue;
    button.remove();
    known.delete(action);
  }
  arrange(list, rows.map((row, at) => fillRow(state, row, at)));
  number(list);
  keepFocus(state, /** @type {HTMLElement|null} */ (focused));
}

/**
 * A bar that is empty for now stays as high as it was, lest what lies below jumps up and down; and where buttons were is
 * forgotten in another turn.
 * @param {PlayState} state @param {HTMLElement} list @param {Frame} frame
 */
function keepRoom({ bar }, list, { scene, turn, whole, result }) {
  if (whole || (turn !== null && turn !== bar.turn)) bar.places = [];
  if (turn !== null) bar.turn = turn;
  if (scene.bar.length || whole || result) list.style.removeProperty("--bar-room");
  else if (list.childElementCount) list.style.setProperty("--bar-room", `${bar.height}px`);
}

/** @param {PlayState} state @param {boolean} open may anything be pressed? */
export function openBar({ bar }, open) {
  for (const button of bar.buttons.values()) disable(button, !open);
}

/** The first nine places have a digit as their key, which stays theirs if one of them goes. @param {HTMLElement} list */
function number(list) {
  for (const [at, place] of list.querySelectorAll(".button").entries()) {
    write(place, "aria-keyshortcuts", at < 9 ? String(at + 1) : null);
  }
}

/** @param {PlayState} state @param {BarRow} row @param {number} at */
function fillRow(state, { words, buttons }, at) {
  const row = (state.bar.rows[at] ??= newRow());
  row.setAttribute("aria-label", words);
  const before = /** @type {HTMLElement} */ (row.firstElementChild);
  rewrite(before, words);
  before.hidden = !words;
  const places = (state.bar.places[at] = placesOf(state.bar.places[at] ?? [], buttons));
  arrange(row, [before, ...places.map((place) => (buttons.includes(place) ? fillButton(state, place) : newRoom(place)))]);
  return row;
}

/**
 * The buttons of a row in their places. As long as one of those before is still there, the others keep their room; what
 * is pressed for the same with other dice has the same text.
 * @param {BarButton[]} before @param {BarButton[]} now
 */
function placesOf(before, now) {
  const byText = new Map(now.map((button) => [button.text, button]));
  if (!before.some(({ text }) => byText.has(text))) return now;
  const stayed = before.map((button) => byText.get(button.text) ?? button);
  return [...stayed, ...now.filter((button) => !stayed.includes(button))];
}

/** The room that a button has left. @param {BarButton} button */
function newRoom({ text, kind }) {
  const room = make("span", `button ${kind} room`);
  room.setAttribute("aria-hidden", "true");
  room.textContent = text;
  return room;
}

/** @param {PlayState} state @param {BarButton} button */
function fillButton(state, { text, action, kind, hint }) {
  const button = state.bar.buttons.get(action) ?? newButton(state, action);
  write(button, "class", `button ${kind}${hint ? " hinted" : ""}`);
  rewrite(button, text);
  write(button, "aria-description", hint);
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
  return /** @type {HTMLElement|null} */ (byId("bar").querySelector("button.main"));
}

function newRow() {
  const row = make("div", "bar-row");
  row.setAttribute("role", "group");
  row.append(make("span", "bar-words"));
  return row;
}
