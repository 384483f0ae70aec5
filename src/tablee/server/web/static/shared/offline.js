// The page that is shown when nobody answers: it tries again by itself, and lists what is at hand. Under its own address
// it also fetches that.

import { moves } from "./kept_moves.js";

const PAUSE = 3000;

const texts = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");
const again = /** @type {HTMLAnchorElement} */ (document.getElementById("try-again"));
// Under its own address the page is only looked at; anywhere else it stands in for the page that was asked for.
const stands = !location.pathname.startsWith("/offline");
if (stands) again.href = location.href;
else {
  show("looked-at");
  again.hidden = /** @type {HTMLElement} */ (document.getElementById("stands-in")).hidden = true;
}

async function tryAgain() {
  try {
    const answer = await fetch("/health", { cache: "no-store" });
    if (answer.ok && stands) location.replace(again.href);
  } catch {
    // Nobody there yet.
  }
}

/** @param {string} id */
function show(id) {
  /** @type {HTMLElement} */ (document.getElementById(id)).hidden = false;
}

async function list() {
  for (const move of await moves.all()) {
    if (move.state === "waiting") add("waiting-moves", document.createTextNode(move.title));
  }
  if (!("caches" in window)) return;
  for (const item of document.querySelectorAll("#kept-rules li")) {
    const link = /** @type {HTMLAnchorElement} */ (item.querySelector("a"));
    if (!(item instanceof HTMLElement) || !(await caches.match(link.href))) continue;
    item.hidden = false;
    show("kept");
  }
  for (const name of (await caches.keys()).filter((one) => one.startsWith("tablee of "))) {
    const mine = await caches.open(name), pages = (await mine.keys()).filter(({ url }) => url.endsWith("/replay"));
    for (const page of pages.reverse()) {
      const text = (await (await mine.match(page))?.text()) ?? "", kept = new DOMParser().parseFromString(text, "text/html");
      const link = Object.assign(document.createElement("a"), { href: page.url });
      link.textContent = kept.querySelector("meta[name=description]")?.getAttribute("content") ?? kept.title;
      add("kept-games", link);
    }
  }
}

/** @param {string} id @param {Node} what */
function add(id, what) {
  const item = document.createElement("li");
  item.append(what);
  document.querySelector(`#${id} ul`)?.append(item);
  show(id);
}

async function offerToGather() {
  const registration = await navigator.serviceWorker?.ready, said = /** @type {HTMLElement} */ (document.getElementById("gathered"));
  if (!registration) return;
  show("gather-part");
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    said.textContent = texts[data] ?? "";
    if (data === "gathered") location.reload();
  });
  document.getElementById("gather")?.addEventListener("click", () => {
    said.textContent = texts.gathering;
    registration.active?.postMessage("gather");
  });
}

addEventListener("online", tryAgain);
setInterval(tryAgain, PAUSE);
list();
if (!stands) offerToGather();
