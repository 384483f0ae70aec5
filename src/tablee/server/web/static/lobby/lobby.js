// The part of the shelf that changes: who calls, which tables wait. It is asked for now and then, and put in its place.

const SOON = 4_000;
const LATER = 15_000;

/** @param {string} id */
function part(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** Who looks for company hears of it soon, and even from behind another window. */
function isSeeking() {
  return part("calls").dataset.seeking === "yes";
}

/** @param {Document} fresh @param {string} id */
function renew(fresh, id) {
  const here = part(id), there = /** @type {HTMLElement} */ (fresh.getElementById(id));
  here.dataset.seeking = there.dataset.seeking ?? "";
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
  document.title = part("calls").querySelector(".call") ? `● ${title}` : title;
}

async function look() {
  try {
    const answer = await fetch("/hall", { cache: "no-store" });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    renew(fresh, "calls");
    renew(fresh, "found");
    sayInTitle();
  } catch {
    // The house does not answer just now: the next look may find it.
  }
}

async function lookAgain() {
  if (!document.hidden || isSeeking()) await look();
  setTimeout(lookAgain, isSeeking() ? SOON : LATER);
}

sayInTitle();
setTimeout(lookAgain, isSeeking() ? SOON : LATER);
document.addEventListener("visibilitychange", () => document.hidden || look());

export {};
