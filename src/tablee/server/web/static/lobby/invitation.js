// Invitations, shown over the head of the table: somebody invites the player. Who was matched goes over at once. Whoever
// has come to a table is called there no more.

import { addStyle, announce, byId } from "../shared/page.js";

/** @import { Invitations } from "../connection/messages.js" */

addStyle(byId("invitations"));

/** @param {Invitations} message @param {boolean} isFree may the player leave this table without a word? */
export function showInvitations({ calls: all, seeking }, isFree) {
  const place = byId("invitations"), calls = all.filter(({ table }) => table !== byId("table").dataset.table);
  const known = new Map([...place.children].map((card) => [card.getAttribute("action"), card]));
  place.replaceChildren(...calls.map((invitation) => known.get(address(invitation)) ?? newCard(invitation)));
  place.hidden = !calls.length;
  showMatchmaking(seeking);
  const match = calls.findIndex(({ at_once }) => at_once);
  if (isFree && match >= 0) accept(/** @type {HTMLFormElement} */ (place.children[match]));
}

/** @param {HTMLFormElement} card */
function accept(card) {
  card.requestSubmit(/** @type {HTMLButtonElement} */ (card.querySelector("[value=yes]")));
}

/** @param {Invitations["calls"][number]} invitation */
function address({ table }) {
  return `/lobby/invitations/${table}`;
}

/** @param {Invitations["calls"][number]} invitation */
function newCard(invitation) {
  const template = /** @type {HTMLTemplateElement} */ (byId("invitation-template"));
  const card = /** @type {HTMLFormElement} */ (template.content.firstElementChild?.cloneNode(true));
  card.setAttribute("action", address(invitation));
  /** @type {HTMLElement} */ (card.querySelector("p")).textContent = invitation.words;
  /** @type {HTMLElement} */ (card.querySelector("[value=never]")).hidden = invitation.kind !== "invitation";
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
  byId("invitations").hidden = !byId("invitations").children.length;
}

/** @param {string} words */
function showMatchmaking(words) {
  const place = byId("matchmaking-words");
  if (words && place.textContent !== words) announce(words);
  place.textContent = words;
  byId("matchmaking").hidden = !words;
}
