// The lobby on the shelf: invitations and open tables. It is asked for now and then, and put in its place.

const SOON = 4_000;
const LATER = 15_000;

/** @param {string} id */
function part(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** Who looks for company hears of it soon, and even from behind another window. */
function isMatchmaking() {
  return part("invitations").dataset.matchmaking === "yes";
}

/** @param {Document} fresh @param {string} id */
function renew(fresh, id) {
  const here = part(id), there = /** @type {HTMLElement} */ (fresh.getElementById(id));
  here.dataset.matchmaking = there.dataset.matchmaking ?? "";
  // What somebody is about to press stays where it is.
  if (isSame(here, there) || here.contains(document.activeElement)) return;
  here.replaceChildren(...there.childNodes);
}

/** @param {HTMLElement} one @param {HTMLElement} other */
function isSame({ childNodes: one }, { childNodes: other }) {
  return one.length === other.length && [...one].every((node, at) => node.isEqualNode(other[at]));
}

function sayInTitle() {
  const title = document.title.replace(/^● /, "");
  document.title = part("invitations").querySelector(".invited") ? `● ${title}` : title;
}

/** Who was matched plays: there is nothing to be asked. */
function goOver() {
  const match = /** @type {HTMLFormElement|null} */ (part("invitations").querySelector("form[data-at-once]"));
  match?.requestSubmit(/** @type {HTMLButtonElement} */ (match.querySelector("[value=yes]")));
}

async function look() {
  try {
    const answer = await fetch("/lobby", { cache: "no-store" });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    renew(fresh, "invitations");
    renew(fresh, "found");
    sayInTitle();
    goOver();
  } catch {
    // The house does not answer just now: the next look may find it.
  }
}

async function lookAgain() {
  if (!document.hidden || isMatchmaking()) await look();
  setTimeout(lookAgain, isMatchmaking() ? SOON : LATER);
}

/** A game by days starts without its players: the browser adds to its dice already when it looks for one. */
document.querySelector("form.find-opponent")?.addEventListener("formdata", (event) => {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const nonce = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  /** @type {FormDataEvent} */ (event).formData.set("nonce", nonce);
});

/** Rated games have a clock: choosing one sets the other. */
document.querySelector("form.find-opponent")?.addEventListener("change", (event) => {
  const { form, name, value } = /** @type {HTMLInputElement} */ (event.target);
  /** @param {string} which */
  const check = (which) => {
    const found = /** @type {HTMLInputElement|null|undefined} */ (form?.querySelector(which));
    if (found) found.checked = true;
  };
  if (name === "rated" && value && form?.querySelector("[name=pace][value='']:checked")) check("[name=pace]:not([value=''])");
  if (name === "pace" && !value) check("[name=rated][value='']");
  if (form) sayWish(form);
});

/** The line over the choices says what is chosen, in the words in which the house writes it. @param {HTMLFormElement} form */
function sayWish(form) {
  const line = /** @type {HTMLElement} */ (form.querySelector("summary"));
  /** @param {string} name @returns {HTMLInputElement} */
  const chosen = (name) => /** @type {HTMLInputElement} */ (form.querySelector(`[name=${name}]:checked`));
  /** @param {HTMLInputElement} one */
  const label = (one) => one.nextElementSibling?.textContent ?? "";
  const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name^=game_]")), players = chosen("players");
  const fitting = [...boxes].filter(({ dataset }) => dataset.players?.split(" ").includes(players.value));
  const games = fitting.every(({ checked }) => checked) ? line.dataset.any : fitting.filter(({ checked }) => checked).map(label).join(", ");
  line.textContent = [games, players.dataset.words, label(chosen("rated")), label(chosen("pace"))].filter(Boolean).join(" · ");
}

sayInTitle();
goOver();
setTimeout(lookAgain, isMatchmaking() ? SOON : LATER);
document.addEventListener("visibilitychange", () => document.hidden || look());

export {};
