// Small helps for the page: elements by their id, texts in the person's language, short notices.

/** @type {Record<string, any>} */
export const texts = JSON.parse(byId("texts").textContent ?? "{}");

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {string} id @returns {HTMLFormElement} */
export function formById(id) {
  return /** @type {HTMLFormElement} */ (byId(id));
}

/** A text with its {fields} filled in. @param {string} name @param {Record<string, string|number>} [values] */
export function text(name, values = {}) {
  return fill(texts[name], values);
}

/** How languages tell numbers apart, in the order in which catalogues have their forms. @type {Intl.LDMLPluralRule[]} */
const COUNTS = ["zero", "one", "two", "few", "many", "other"];

/** A text for so many things. @param {string} name @param {number} count @param {Record<string, string>} [values] */
export function plural(name, count, values = {}) {
  const rules = new Intl.PluralRules(document.documentElement.lang);
  const kinds = COUNTS.filter((kind) => rules.resolvedOptions().pluralCategories.includes(kind));
  const forms = texts[name];
  const form = forms[Math.min(kinds.indexOf(rules.select(count)), forms.length - 1)];
  return fill(form, { count, ...values });
}

/** @param {string} words @param {Record<string, string|number>} values */
function fill(words, values) {
  return words.replace(/\{(\w+)\}/g, (all, field) => String(values[field] ?? all));
}

/** @param {string} name @param {string} [kind] @param {string} [words] */
export function make(name, kind = "", words = "") {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  element.textContent = words;
  return element;
}

/** An element of a picture. @param {string} name @param {Record<string, string|number>} [attributes] @param {Element} [parent] */
export function makeSvg(name, attributes = {}, parent) {
  const element = /** @type {SVGGElement} */ (document.createElementNS("http://www.w3.org/2000/svg", name));
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent?.append(element);
  return element;
}

/** A symbol as a small picture. @param {string} href @param {string} viewBox @param {string} [kind] */
export function symbol(href, viewBox, kind = "") {
  const svg = makeSvg("svg", { viewBox, class: kind, "aria-hidden": "true" });
  makeSvg("use", { href }, svg);
  return svg;
}

/** The face of a bot, by its number: the first of each level has the level's. @param {number} number */
export function face(number) {
  const { faces } = /** @type {HTMLElement} */ (document.querySelector("[data-faces]")).dataset;
  return symbol(`${faces}#face-${number}`, "0 0 64 64", "face");
}

/** Where the face of a person lies, drawn from the name: the same number as server/web/portraits.py makes. @param {string} name */
export function portrait(name) {
  let number = 2166136261;
  for (const letter of name) number = Math.imul(number ^ Number(letter.codePointAt(0)), 16777619);
  return `/faces/${(number ^ (number >>> 13)) & 8191}.svg`;
}

/** Gives an element an attribute, or takes it away. @param {Element} element @param {string} name @param {string|null} value */
export function write(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Hides an element or shows it; one that is hidden anew is styled anew. @param {HTMLElement} element @param {boolean} hidden */
export function hide(element, hidden) {
  if (element.hidden !== hidden) element.hidden = hidden;
}

/** Rewrites only what has changed: else it is laid out anew, and said again by a screen reader. @param {globalThis.Node} element @param {string} words */
export function rewrite(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** @param {number} value @param {number} least @param {number} most */
export function within(value, least, most) {
  return Math.max(least, Math.min(value, most));
}

/** The page does not move. @param {HTMLElement|SVGElement|null|undefined} element */
export function focusOn(element) {
  element?.focus({ preventScroll: true });
}

/** A button that is really disabled would lose the focus. @param {Element} button @param {boolean} disabled */
export function disable(button, disabled) {
  write(button, "aria-disabled", String(disabled));
}

/**
 * Lets a parent have just these children. One that is moved loses the focus: only what must be is moved.
 * @param {HTMLElement} parent @param {HTMLElement[]} children
 */
export function arrange(parent, children) {
  children.forEach((child, at) => {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
  });
  while (parent.children.length > children.length) parent.lastElementChild?.remove();
}

/** Lets a screen reader say what others see. @param {string} words */
export function announce(words) {
  const place = byId("announcer");
  // Words that stood there already would not be said again.
  if (words) place.textContent = place.textContent === words ? `${words}\u00a0` : words;
}

let toastTimer = 0;

/** Says something that goes away by itself. @param {string} words */
export function toast(words) {
  const place = byId("toast");
  place.textContent = words;
  place.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    place.hidden = true;
    place.textContent = "";
  }, 5000);
}

/** Copies what a field holds, or marks it where the browser does not let us. @param {HTMLInputElement} field */
export async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    toast(text("copied"));
  } catch {
    // Without a safe connection there is no clipboard; the old way still works nearly everywhere.
    toast(text(document.execCommand("copy") ? "copied" : "copy_by_hand"));
  }
}

/** Fetches the style of an element that is seldom needed; the page says where it is. @param {HTMLElement} element */
export function addStyle({ dataset }) {
  return new Promise((onload, fail) => {
    const link = Object.assign(make("link"), { rel: "stylesheet", href: dataset.style, onload });
    link.onerror = () => {
      link.remove();
      fail(new Error(link.href));
    };
    document.head.append(link);
  });
}

/** A part of the page that is fetched when it is needed for the first time. @template Part */
export class Later {
  /** @param {() => Promise<Part>} make */
  constructor(make) {
    this.make = make;
    /** @type {Promise<Part>|null} */
    this.coming = null;
    /** @type {Part|null} */
    this.here = null;
  }

  /** Whoever needs it without a connection is told so, and may try again. @returns {Promise<Part>} */
  fetch() {
    this.coming ??= this.make().then((part) => (this.here = part)).catch((error) => {
      console.warn(error);
      this.coming = null;
      document.dispatchEvent(new Event("unfetched"));
      return new Promise(() => {});
    });
    return this.coming;
  }
}
