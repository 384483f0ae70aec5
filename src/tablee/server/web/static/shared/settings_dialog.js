// The dialog behind the gear, in which settings are changed: each of its fields is named after one. One's name, which
// the house keeps and not the browser, can be changed there, too.

import { change, settings, whenChanged } from "./settings.js";

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("settings"));
const refused = /** @type {HTMLElement} */ (document.getElementById("notify-refused"));
const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));

/** Pages that the browser keeps do not know it. @type {HTMLElement|null} */
const ownName = document.getElementById("own-name");

/** @returns {HTMLInputElement[]} */
function fields() {
  return [...form.querySelectorAll("input")].filter((field) => field !== ownName);
}

function show() {
  const values = /** @type {Record<string, any>} */ (settings);
  for (const field of fields()) {
    field.checked = field.type === "checkbox" ? values[field.name] : values[field.name] === field.value;
  }
}

/** @param {Event} event */
async function read({ target }) {
  const field = /** @type {HTMLInputElement} */ (target);
  if (field === ownName) return takeName(field.value.trim());
  if (field.name === "notify" && field.checked) field.checked = await mayNotify();
  change({ [field.name]: field.type === "checkbox" ? field.checked : field.value });
}

/** Keeps a name for the tables to come; a table that is open hears of it. @param {string} name */
async function takeName(name) {
  if (!name) return;
  const body = new URLSearchParams({ name });
  await fetch("/me/name", { method: "POST", body, redirect: "manual" }).catch(() => {});
  const shown = document.querySelector(".oneself-link span");
  if (shown) shown.textContent = name;
  document.dispatchEvent(new CustomEvent("name", { detail: name }));
}

/** Browsers ask only when somebody has just wished for it. */
async function mayNotify() {
  const permitted = "Notification" in window && (await Notification.requestPermission()) === "granted";
  refused.hidden = permitted;
  return permitted;
}

/** A click beside the dialog closes it. @param {MouseEvent} event */
function leave(event) {
  if (event.target === dialog) dialog.close();
}

export function open() {
  dialog.showModal();
}

dialog.addEventListener("click", leave);
form.addEventListener("change", read);
whenChanged(show, true);
