// What this browser remembers, and above all what somebody likes. Everything that depends on it asks here, or listens
// for "settings".

/**
 * @typedef {object} Values
 * @property {"system"|"light"|"dark"} theme
 * @property {boolean} contrast stronger colours
 * @property {"wood"|"slate"|"plain"} board what boards look like
 * @property {"off"|"slow"|"normal"|"fast"} speed of what moves
 * @property {""|"days"|"turns"|"every"} confirm which actions are asked about first: those that end a turn in games by days or in all games, or every one
 * @property {boolean} throw are dice thrown by themselves?
 * @property {boolean} sound
 * @property {boolean} talk do bots say something now and then?
 * @property {boolean} clocks are they shown?
 * @property {boolean} notify is it said outside the page that it is one's turn?
 * @property {boolean} keys do single letters press buttons?
 */

const NAME = "settings";

/** @type {Values} */
const DEFAULTS = {
  theme: "system",
  contrast: false,
  board: "wood",
  speed: "normal",
  confirm: "days",
  throw: false,
  sound: false,
  talk: true,
  clocks: true,
  notify: false,
  keys: true,
};

/** @type {Values} */
export const settings = { ...DEFAULTS, ...kept() };

/** @param {Partial<Values>} values */
export function change(values) {
  Object.assign(settings, values);
  remember(NAME, JSON.stringify(settings));
  tell();
}

/** @param {() => void} listener @param {boolean} [now] is it called at once, too? */
export function whenChanged(listener, now = false) {
  document.addEventListener(NAME, listener);
  if (now) listener();
}

/** @param {string} name */
export function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    // Some browsers remember nothing, and say so in this way.
    return null;
  }
}

/** @param {string} name @param {string} value */
export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Then it holds for this page alone.
  }
}

function tell() {
  document.dispatchEvent(new CustomEvent(NAME, { detail: { ...settings } }));
}

/** @returns {Partial<Values>} */
function kept() {
  try {
    return JSON.parse(remembered(NAME) ?? "{}") ?? {};
  } catch {
    // Somebody has written something else there.
    return {};
  }
}

// What is changed on one page holds on all that are open.
addEventListener("storage", ({ key }) => {
  if (key !== NAME) return;
  Object.assign(settings, DEFAULTS, kept());
  tell();
});
