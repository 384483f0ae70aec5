// What the host tells everybody: put away with a click, and told anew at open tables. A cookie says what was put away.

const COOKIE = "announcements", A_MONTH = 30 * 86400;
const place = /** @type {HTMLElement} */ (document.getElementById("announcements"));

for (const one of place.children) offer(/** @type {HTMLElement} */ (one));

/** @param {{announcements: {id: string, text: string, language: string}[]}} message */
export function showAnnouncements({ announcements }) {
  const known = new Map([...place.children].map((one) => [/** @type {HTMLElement} */ (one).dataset.id, one]));
  const read = putAway();
  const shown = announcements.filter(({ id }) => !read.includes(id));
  for (const [id, one] of known) if (!shown.some((other) => other.id === id)) one.remove();
  // What is there already stays, so that a screen reader says only what is new.
  place.append(...shown.filter(({ id }) => !known.has(id)).map(newAnnouncement));
}

/** @param {{id: string, text: string, language: string}} announcement */
function newAnnouncement({ id, text, language }) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("announcement"));
  const one = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
  one.dataset.id = id;
  Object.assign(/** @type {HTMLElement} */ (one.querySelector("p")), { lang: language, textContent: text });
  offer(one);
  return one;
}

/** @param {HTMLElement} one */
function offer(one) {
  const button = /** @type {HTMLButtonElement} */ (one.querySelector("button"));
  button.hidden = false;
  button.addEventListener("click", () => {
    const read = [...putAway(), one.dataset.id].slice(-20).join(".");
    document.cookie = `${COOKIE}=${read}; path=/; max-age=${A_MONTH}; samesite=lax`;
    one.remove();
    /** @type {HTMLElement|null} */ (document.querySelector(".announcement button, main a, main button"))?.focus({ preventScroll: true });
  });
}

/** @returns {string[]} */
function putAway() {
  const found = document.cookie.split("; ").find((one) => one.startsWith(`${COOKIE}=`));
  return found ? found.slice(COOKIE.length + 1).split(".") : [];
}
