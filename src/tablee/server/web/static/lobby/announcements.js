// What the host tells everybody: put away with a click, and told anew at open tables. A cookie says what was put away.

/** @typedef {{id: string, text: string, language: string}} Announcement */

const COOKIE = "announcements", A_MONTH = 30 * 86400;
const SVG = "http://www.w3.org/2000/svg";
const place = /** @type {HTMLElement} */ (document.getElementById("announcements"));

// A page that has some has the style, too.
const href = new URL("announcements.css", import.meta.url).href;
if (!place.children.length) document.head.append(make("link", { rel: "stylesheet", href }));
for (const one of place.children) offer(/** @type {HTMLElement} */ (one));

/** @param {{announcements: Announcement[], from: string, read: string}} message */
export function show({ announcements, from, read: words }) {
  place.ariaLabel = from;
  place.dataset.read = words;
  const known = new Map([...place.children].map((one) => [/** @type {HTMLElement} */ (one).dataset.id, one]));
  const read = putAway();
  const shown = announcements.filter(({ id }) => !read.includes(id));
  for (const [id, one] of known) if (!shown.some((other) => other.id === id)) one.remove();
  // What is there already stays, so that a screen reader says only what is new.
  place.append(...shown.filter(({ id }) => !known.has(id)).map(newAnnouncement));
}

/** @param {Announcement} announcement */
function newAnnouncement({ id, text, language }) {
  const one = make("div", { className: "announcement" });
  one.dataset.id = id;
  one.append(make("p", { lang: language, textContent: text }));
  offer(one);
  return one;
}

/** @param {HTMLElement} one */
function offer(one) {
  const { read } = place.dataset;
  const button = make("button", { className: "icon-button", type: "button", title: read, ariaLabel: read });
  const cross = document.createElementNS(SVG, "svg"), lines = document.createElementNS(SVG, "path");
  cross.setAttribute("viewBox", "0 0 24 24");
  cross.setAttribute("aria-hidden", "true");
  lines.setAttribute("d", "M6 6l12 12M18 6L6 18");
  cross.append(lines);
  button.append(cross);
  button.addEventListener("click", () => {
    const away = [...putAway(), one.dataset.id].slice(-20).join(".");
    document.cookie = `${COOKIE}=${away}; path=/; max-age=${A_MONTH}; samesite=lax`;
    one.remove();
    /** @type {HTMLElement|null} */ (document.querySelector(".announcement button, main a, main button"))?.focus({ preventScroll: true });
  });
  one.append(button);
}

/** @param {string} name @param {Record<string, any>} fields */
function make(name, fields) {
  return Object.assign(document.createElement(name), fields);
}

/** @returns {string[]} */
function putAway() {
  const found = document.cookie.split("; ").find((one) => one.startsWith(`${COOKIE}=`));
  return found ? found.slice(COOKIE.length + 1).split(".") : [];
}
