// Between the page and the network. Pages come from the house, always; only when nobody answers is there the offline
// page, or a rulebook that was opened before. Static files never change under their address, so they are kept.
// Its own address says the version of the static files and the language: with another of either comes another worker.

/** @typedef {{ waitUntil(promise: Promise<any>): void }} Lasting */
/** @typedef {Lasting & { request: Request, respondWith(answer: Promise<Response>): void }} Fetching */

const worker = /** @type {any} */ (self);
const query = new URL(worker.location.href).searchParams;
const STATIC = `/static/${query.get("version")}/`;
const OFFLINE = `/offline/${query.get("language")}`;
const NAME = `tablee ${query.get("version")} ${query.get("language")}`;
const NEEDED = [
  "shared/colours.css", "shared/site.css", "shared/pages.css",
  "shared/icon.svg", "shared/drawings.svg",
  "shared/offline.js", "shared/every_page.js", "shared/settings.js", "shared/settings_dialog.js"
];

/** Rulebooks, of games and without a program, as they are without anything searched for. */
const RULES = /^\/games\/[^/]+\/rules$|^\/rulebooks\/[^/]+$/;
/** What a proxy says while the house behind it restarts. */
const NOBODY_HOME = [502, 503, 504];

worker.addEventListener("install", (/** @type {Lasting} */ event) => event.waitUntil(prepare()));
worker.addEventListener("activate", (/** @type {Lasting} */ event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (/** @type {Fetching} */ event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, pathname + search));
  else if (/^\/static\/|\/(cover\.svg|scene\.css)$|^\/rulebooks\/.+\/pictures\//.test(pathname)) event.respondWith(file(request, pathname));
});

worker.addEventListener("push", (/** @type {Lasting & { data: any }} */ event) => event.waitUntil(ring(event.data?.json() ?? {})));
worker.addEventListener("notificationclick", (/** @type {Lasting & { notification: Notification }} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});
worker.addEventListener("pushsubscriptionchange", (/** @type {Lasting} */ event) => event.waitUntil(hangAgain()));

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

async function takeOver() {
  for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
  await worker.clients.claim();
}

/** @param {Request} request @param {string} address */
async function page(request, address) {
  try {
    const answer = await fetch(request);
    if (NOBODY_HOME.includes(answer.status)) return (await offline()) ?? answer;
    if (answer.ok && RULES.test(address)) await keep(request, answer);
    return answer;
  } catch (error) {
    const instead = (await caches.match(request)) ?? (await offline());
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
    if (answer.ok) await keep(request, answer);
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** @param {Request} request @param {Response} answer */
async function keep(request, answer) {
  const kept = await caches.open(NAME);
  await kept.put(request, answer.clone());
}
