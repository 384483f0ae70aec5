// Between the page and the network. Pages come from the house, always; only when nobody answers is there what was kept:
// rulebooks, lessons as texts, replays, and the offline page, which lists them. Static files never change under their
// address, so they are kept. Its own address says the version of the static files, the language, and (as a digest) the
// person: with another of them comes another worker, and what belonged to another person is gone.

/** @typedef {{ waitUntil(promise: Promise<any>): void }} Lasting */
/** @typedef {Lasting & { request: Request, respondWith(answer: Promise<Response>): void }} Fetching */

const worker = /** @type {any} */ (self);
const query = new URL(worker.location.href).searchParams;
const STATIC = `/static/${query.get("version")}/`;
const OFFLINE = `/offline/${query.get("language")}`;
const PERSON = query.get("person") ?? "";
const NAME = `tablee ${query.get("version")} ${query.get("language")}`;
/** What belongs to a person: replays that they have looked at, and their latest games. */
const MINE = `tablee of ${PERSON} ${query.get("version")} ${query.get("language")}`;
const NEEDED = [
  "shared/colours.css", "shared/site.css", "shared/pages.css",
  "shared/icon.svg", "shared/drawings.svg", "shared/appearance.js",
  "shared/offline.js", "shared/every_page.js", "shared/settings.js", "shared/settings_dialog.js", "shared/kept_moves.js"
];

/** Rulebooks, of games and without a program, as they are without anything searched for; and lessons as texts. */
const RULES = /^\/games\/[^/]+\/(rules|lesson\/text)$|^\/rulebooks\/[^/]+$/;
const REPLAY = /^\/tables\/[^/]+\/replay$/;
/** Replays that are kept at most, and the largest of them in bytes: 20 MB at the very most. */
const MOST_REPLAYS = 20, LARGEST = 1_000_000;
/** An app that is opened fetches what it may keep, but not again within so many milliseconds. */
const AGAIN = 12 * 3600_000;
/** What a proxy says while the house behind it restarts. */
const NOBODY_HOME = [502, 503, 504];
/** Where it is written down what is to be fetched anew, and when everything was fetched last: no real addresses. */
const TO_RENEW = "/offline/to-renew", GATHERED = "/offline/gathered";
/** What cannot be kept is shown all the same: the device may be full, or the page gone that asked for it. */
const NOT_KEPT = () => {};

worker.addEventListener("install", (/** @type {Lasting} */ event) => event.waitUntil(prepare()));
worker.addEventListener("activate", (/** @type {Lasting} */ event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (/** @type {Fetching} */ event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(page(request, pathname, search));
    event.waitUntil(renew(search === "?app"));
  } else if (/^\/static\/|\/(cover\.svg|scene\.css)$|^\/rulebooks\/.+\/pictures\//.test(pathname)) event.respondWith(file(request, pathname));
  else if (REPLAY.test(pathname.replace(".json", ""))) event.respondWith(positions(request));
});

worker.addEventListener("push", (/** @type {Lasting & { data: any }} */ event) => event.waitUntil(ring(event.data?.json() ?? {})));
worker.addEventListener("notificationclick", (/** @type {Lasting & { notification: Notification }} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});
worker.addEventListener("pushsubscriptionchange", (/** @type {Lasting} */ event) => event.waitUntil(hangAgain()));
worker.addEventListener("sync", (/** @type {Lasting} */ event) => event.waitUntil(sendMoves()));
worker.addEventListener("message", (/** @type {Lasting & { data: any, source: any }} */ event) => {
  if (event.data === "moves") event.waitUntil(sendMoves().catch(() => {}));
  if (event.data === "gather") event.waitUntil(renew(true, true).then(() => event.source?.postMessage("gathered"), () => event.source?.postMessage("failed")));
});

/** Somebody is called: not if they have that very page before their eyes. @param {{title?: string, body?: string, path?: string, waiting?: number}} told */
async function ring({ title = "Tablée", body = "", path = "/", waiting = 0 }) {
  await (waiting ? worker.navigator.setAppBadge?.(waiting) : worker.navigator.clearAppBadge?.())?.catch(() => {});
  const pages = await openPages();
  if (pages.some((page) => page.visibilityState === "visible" && leadsTo(page, path))) return;
  // The same tag as that of the page: a later one takes the place of an earlier one, and makes no noise.
  await worker.registration.showNotification(title, { body, tag: path, icon: "/icons/icon-192.png", data: { path } });
}

/** Goes to a page: one that is open already, if there is. @param {string} path */
async function open(path) {
  const pages = await openPages();
  const there = pages.find((page) => leadsTo(page, path));
  return there ? there.focus() : worker.clients.openWindow(path);
}

/** @returns {Promise<any[]>} */
function openPages() {
  return worker.clients.matchAll({ type: "window", includeUncontrolled: true });
}

/** @param {{url: string}} page @param {string} path */
function leadsTo(page, path) {
  return new URL(page.url).pathname === path;
}

/** The push service gives the browser another address: the house is told. */
async function hangAgain() {
  const { key, here } = await (await fetch("/me/notifications.json")).json();
  if (!here) return;
  const asked = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await worker.registration.pushManager.subscribe(asked);
  await fetch("/me/notifications", { method: "POST", body: JSON.stringify(subscription) });
}

async function prepare() {
  const kept = await caches.open(NAME);
  await kept.addAll([OFFLINE, ...NEEDED.map((name) => STATIC + name)]);
  await worker.skipWaiting();
}

/** What an earlier version has kept is fetched anew with the next page, and thrown away now: it would look for old files. */
async function takeOver() {
  /** @type {Set<string>} */
  const pages = new Set();
  for (const name of await caches.keys()) {
    if (name === NAME || name === MINE) continue;
    const old = await caches.open(name), isOurs = !name.startsWith("tablee of ") || name.startsWith(`tablee of ${PERSON} `);
    for (const { url } of isOurs ? await old.keys() : []) if (isKept(new URL(url).pathname)) pages.add(new URL(url).pathname);
    await caches.delete(name);
  }
  if (pages.size) await (await caches.open(NAME)).put(TO_RENEW, new Response(JSON.stringify([...pages])));
  for (const { table, person } of await kept("readonly", (moves) => moves.getAll())) {
    if (person !== PERSON) await kept("readwrite", (moves) => moves.delete(table));
  }
  await worker.clients.claim();
}

/** @param {string} pathname */
function isKept(pathname) {
  return RULES.test(pathname) || REPLAY.test(pathname);
}

/** @param {Request} request @param {string} pathname @param {string} search */
async function page(request, pathname, search) {
  try {
    const answer = await fetch(request);
    if (NOBODY_HOME.includes(answer.status)) return (await offline()) ?? answer;
    if (answer.ok && !answer.redirected && (RULES.test(pathname) ? !search : REPLAY.test(pathname))) await keepPage(pathname, answer).catch(NOT_KEPT);
    return answer;
  } catch (error) {
    const instead = (isKept(pathname) && (await caches.match(pathname))) || (await offline());
    if (instead) return instead;
    throw error;
  }
}

function offline() {
  return caches.match(OFFLINE);
}

/** Static files as they were kept; covers and styles anew if possible. @param {Request} request @param {string} pathname */
async function file(request, pathname) {
  const kept = await caches.match(request);
  if (kept && pathname.startsWith("/static/")) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(NAME)).put(request, answer.clone()).catch(NOT_KEPT);
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** All positions of a game; without a network in any shape and through any eyes that were kept. @param {Request} request */
async function positions(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await keepPositions(request.url, answer.clone()).catch(NOT_KEPT);
    return answer;
  } catch (error) {
    const instead = (await caches.match(request)) ?? (await caches.match(request, { ignoreSearch: true }));
    if (instead) return instead;
    throw error;
  }
}

/** @param {string} address @param {Response} answer */
async function keepPositions(address, answer) {
  const body = await answer.blob();
  if (body.size <= LARGEST) await (await caches.open(MINE)).put(address, new Response(body, { headers: answer.headers }));
}

/** Of replays the latest are kept, each with one set of its positions. @param {string} pathname @param {Response} answer */
async function keepPage(pathname, answer) {
  const mine = REPLAY.test(pathname), into = await caches.open(mine ? MINE : NAME);
  await into.delete(pathname); // what is put anew is the latest
  await into.put(pathname, answer.clone());
  if (!mine) return;
  const pages = (await into.keys()).map(({ url }) => new URL(url).pathname).filter((path) => REPLAY.test(path));
  for (const path of pages.slice(0, Math.max(0, pages.length - MOST_REPLAYS))) {
    await into.delete(path);
    await into.delete(`${path}.json`, { ignoreSearch: true });
  }
}

/**
 * Fetches anew what an earlier version had kept; and all that may be kept, if it is an app that is opened, or somebody asks.
 * @param {boolean} everything @param {boolean} [now]
 */
async function renew(everything, now = false) {
  const ours = await caches.open(NAME), old = await ours.match(TO_RENEW), last = await ours.match(GATHERED);
  /** @type {Set<string>} */
  const pages = new Set(old ? await old.json() : []);
  await ours.delete(TO_RENEW);
  if (everything && (now || !last || Date.now() - Number(await last.text()) > AGAIN)) {
    await ours.put(GATHERED, new Response(String(Date.now())));
    for (const path of (await (await fetch("/me/offline.json")).json()).pages) pages.add(path);
  }
  for (const path of pages) await gather(path).catch(() => {}); // the next time, perhaps
}

/** A page with all that it needs without a network. @param {string} path */
async function gather(path) {
  const answer = await fetch(path);
  if (!answer.ok || answer.redirected) return;
  await keepPage(path, answer);
  const html = await answer.text();
  await Promise.all([...html.matchAll(/(?:href|src)="(\/(?:static|games|rulebooks)\/[^"#]+\.(?:css|js|svg|png))/g)].map(([, part]) => fetchPart(part)));
  if (!REPLAY.test(path)) return;
  const data = `${path}.json?eyes=all&shape=upright`, found = await fetch(data);
  if (found.ok) await keepPositions(data, found);
}

/** A file, and what a script imports. @param {string} path */
async function fetchPart(path) {
  const ours = await caches.open(NAME), known = await ours.match(path);
  if (known) return;
  const answer = await fetch(path);
  if (!answer.ok) return;
  await ours.put(path, answer.clone());
  if (!path.endsWith(".js")) return;
  for (const [, name] of (await answer.text()).matchAll(/^(?:import|export) .*from\s"([^"]+)"/gm)) {
    await fetchPart(new URL(name, worker.location.origin + path).pathname);
  }
}

// ---- moves by days that were made without a connection: shared/kept_moves.js keeps them --------------------------------

/**
 * @param {"readonly"|"readwrite"} mode @param {(moves: IDBObjectStore) => IDBRequest} ask
 * @returns {Promise<any>}
 */
function kept(mode, ask) {
  return new Promise((found, fail) => {
    const opening = indexedDB.open("tablee", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("moves", { keyPath: "table" });
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
      const request = ask(opening.result.transaction("moves", mode).objectStore("moves"));
      request.onsuccess = () => found(request.result);
      request.onerror = () => fail(request.error);
      request.transaction?.addEventListener("complete", () => opening.result.close());
    };
  });
}

/** Sends what waits, one after the other; fails if the house cannot be reached, so that the browser tries again. */
async function sendMoves() {
  const pages = await openPages();
  for (const move of await kept("readonly", (moves) => moves.getAll())) {
    // The page of that table sends it itself.
    if (move.state !== "waiting" || move.person !== PERSON || pages.some((page) => leadsTo(page, `/tables/${move.table}`))) continue;
    const outcome = await deliver(move);
    await kept("readwrite", (moves) => moves.put({ ...move, ...outcome }));
  }
  for (const page of await openPages()) page.postMessage("moves");
}

/**
 * The house takes a move only if it answers to the latest step. One that was sent already, and not heard of, is found
 * among the events since.
 * @param {any} move @returns {Promise<{state: string, reason: string}>}
 */
function deliver({ table, step, number, message }) {
  return new Promise((settle, fail) => {
    const socket = new WebSocket(`${worker.location.origin.replace("http", "ws")}/tables/${table}/live?as=events&after=${number}`);
    const [first] = message.action.split("; ");
    let sent = false;
    /** @param {string} state @param {string} [reason] */
    const end = (state, reason = "") => {
      settle({ state, reason });
      socket.close();
    };
    socket.onmessage = ({ data }) => {
      const told = JSON.parse(data);
      if (told.say === "refused") end("unfit", told.message);
      if (told.say !== "events") return;
      if (sent || told.events.some((/** @type {any[]} */ event) => event[0] > number && event[2] === first)) end("sent");
      else if (told.step !== step || !told.actions.length) end("unfit");
      else {
        socket.send(JSON.stringify(message));
        sent = true;
      }
    };
    socket.onclose = ({ code }) => (code >= 4400 && code < 4420 ? end("unfit") : fail(new Error(String(code))));
  });
}
