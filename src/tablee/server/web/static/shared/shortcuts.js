// Single keys that press buttons: each button says in `aria-keyshortcuts` which one is its own.

import { byId } from "./page.js";
import { settings } from "./settings.js";

export function listenForKeys() {
  document.addEventListener("keydown", press);
}

/** Lets the list of all keys be opened. */
export function listKeys() {
  byId("keys-open").addEventListener("click", () => /** @type {HTMLDialogElement} */ (byId("keys")).showModal());
}

/** @param {KeyboardEvent} event */
function press(event) {
  const { key, repeat, ctrlKey, metaKey, altKey, defaultPrevented } = event;
  if (!settings.keys || repeat || ctrlKey || metaKey || altKey || defaultPrevented || isElsewhere(event)) return;
  const button = buttonOf(key.toLowerCase());
  if (!button) return;
  event.preventDefault();
  button.click();
}

/** Is a key meant for a field or for a dialog? @param {KeyboardEvent} event */
function isElsewhere({ target }) {
  const field = target instanceof Element && target.closest("input, select, textarea");
  return Boolean(field || document.querySelector("dialog[open]"));
}

/** The button that has this key and can be seen, or is in the menu. @param {string} key */
function buttonOf(key) {
  const all = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("button[aria-keyshortcuts]"));
  const inReach = (/** @type {HTMLElement} */ one) => one.getClientRects().length > 0 || one.closest("dialog.more");
  return [...all].find((one) => one.getAttribute("aria-keyshortcuts") === key && inReach(one));
}
