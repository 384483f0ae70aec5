// Somebody has come for who plays here, or invites them: a card over the table asks whether to go over.

import { addStyle, byId, toast } from "../house/page.js";

/** @import { Called } from "./messages.js" */

addStyle(byId("calls"));

/** @param {Called} message */
export function showCalled({ calls, seeking }) {
  const place = byId("calls");
  const known = new Map([...place.children].map((card) => [card.getAttribute("action"), card]));
  place.replaceChildren(...calls.map((call) => known.get(address(call)) ?? newCard(call)));
  place.hidden = !calls.length;
  showSeeking(seeking);
}

/** @param {Called["calls"][number]} call */
function address({ table }) {
  return `/hall/calls/${table}`;
}

/** @param {Called["calls"][number]} call */
function newCard(call) {
  const template = /** @type {HTMLTemplateElement} */ (byId("call-card"));
  const card = /** @type {HTMLFormElement} */ (template.content.firstElementChild?.cloneNode(true));
  card.setAttribute("action", address(call));
  /** @type {HTMLElement} */ (card.querySelector("p")).textContent = call.words;
  /** @type {HTMLElement} */ (card.querySelector("[value=never]")).hidden = call.kind !== "invitation";
  card.addEventListener("submit", (event) => decline(event, card));
  return card;
}

/** Who goes over leaves this page; who does not stays in the game. @param {SubmitEvent} event @param {HTMLFormElement} card */
function decline(event, card) {
  const answer = /** @type {HTMLButtonElement} */ (event.submitter)?.value;
  if (answer === "yes") return;
  event.preventDefault();
  const body = new URLSearchParams({ answer });
  fetch(card.action, { method: "POST", body, redirect: "manual" }).catch(() => {});
  card.remove();
  byId("calls").hidden = !byId("calls").children.length;
}

/** @param {string} words */
function showSeeking(words) {
  const place = byId("seeking-words");
  if (words && place.textContent !== words) toast(words);
  place.textContent = words;
  byId("seeking").hidden = !words;
}
