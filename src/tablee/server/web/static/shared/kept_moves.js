// Moves by days that were made without a connection: kept in the browser until they are sent. The service worker sends
// those of tables that are not open; here it is said what became of them. It knows the same database.

/**
 * @typedef {object} KeptMove
 * @property {string} table
 * @property {string} person whose move it is, as the address of the service worker says it
 * @property {number} step that it answers to
 * @property {number} number of the latest event that was shown
 * @property {object} message
 * @property {string} title of the table, for people
 * @property {"waiting"|"sent"|"unfit"} state
 * @property {string} reason why it did not fit, in words
 */

/** Whether there is anything to look for, as a page that has nothing kept should not open a database. */
const FLAG = "moves";

/** @returns {Promise<IDBObjectStore>} @param {IDBTransactionMode} mode */
function store(mode) {
  return new Promise((found, fail) => {
    const opening = indexedDB.open("tablee", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("moves", { keyPath: "table" });
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => found(opening.result.transaction("moves", mode).objectStore("moves"));
  });
}

/** What was written is there once its transaction is complete. @template Thing @param {IDBRequest<Thing>} request @returns {Promise<Thing>} */
function done(request) {
  return new Promise((found, fail) => {
    const transaction = /** @type {IDBTransaction} */ (request.transaction);
    transaction.oncomplete = () => found(request.result);
    transaction.onabort = () => fail(transaction.error);
  });
}

export const moves = {
  /** @returns {Promise<KeptMove[]>} */
  all: async () => (localStorage.getItem(FLAG) ? done((await store("readonly")).getAll()) : []),
  /** @param {KeptMove} move */
  async keep(move) {
    await done((await store("readwrite")).put(move));
    localStorage.setItem(FLAG, "1");
    if (move.state !== "waiting") return;
    // Where browsers can, they send it even if no page is open by then.
    const registration = /** @type {any} */ (await navigator.serviceWorker?.ready);
    await registration?.sync?.register("moves").catch(() => {});
  },
  /** @param {string} table */
  async forget(table) {
    await done((await store("readwrite")).delete(table));
    if (!(await moves.all()).length) localStorage.removeItem(FLAG);
  },
};

/** Who is here, as the address of the service worker says it. */
export function personHere() {
  return new URL(document.body.dataset.worker ?? "", location.href).searchParams.get("person") ?? "";
}

/** Says of each move what became of it. */
export async function tell() {
  const settled = (await moves.all()).filter(({ state }) => state !== "waiting");
  const place = document.getElementById("announcements");
  if (!settled.length || !place) return;
  const page = await (await fetch(`/offline/${document.documentElement.lang}`)).text();
  const offline = new DOMParser().parseFromString(page, "text/html");
  const texts = JSON.parse(offline.getElementById("texts")?.textContent ?? "{}");
  for (const move of settled) {
    if (place.querySelector(`[data-id="${move.table}"]`)) continue;
    const line = document.createElement("div"), words = document.createElement("p"), link = document.createElement("a");
    line.className = "announcement";
    line.dataset.id = move.table;
    Object.assign(link, { href: `/tables/${move.table}`, textContent: move.title });
    words.append(link, " ", texts[move.state], " ", move.reason);
    const read = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: texts.read });
    read.addEventListener("click", () => {
      line.remove();
      moves.forget(move.table);
    });
    line.append(words, read);
    place.append(line);
  }
}

/** The worker is asked to send what waits. */
async function send() {
  if (!(await moves.all()).some(({ state }) => state === "waiting")) return;
  (await navigator.serviceWorker?.ready)?.active?.postMessage("moves");
}

navigator.serviceWorker?.addEventListener("message", ({ data }) => data === "moves" && tell());
addEventListener("online", send);
tell();
send();
