// What the page adds to the panels in the picture, which know nothing but the game: a bot's face before its name, the
// rating after it, and a clock, where the panel has a place for one.

import { byId, makeSvg } from "../shared/page.js";

/** @import { Participant } from "../connection/messages.js" */

/** Units of the picture: between a name and what stands beside it, and across a face. */
const GAP = 8, FACE = 32;

export class Plates {
  constructor() {
    /** @type {Participant[]} */
    this.sitters = [];
    /** The text of each seat's clock. @type {Map<number, SVGElement>} */
    this.clocks = new Map();
    this.planned = 0;
    this.watch = new MutationObserver(() => this.plan());
    this.watch.observe(picture(), { childList: true, subtree: true, characterData: true, attributeFilter: ["viewBox"] });
  }

  /** @param {Participant[]} sitters */
  meet(sitters) {
    this.sitters = sitters;
    this.plan();
  }

  /** However much has changed, they are shown once, with the next picture. */
  plan() {
    cancelAnimationFrame(this.planned);
    this.planned = requestAnimationFrame(() => this.show());
  }

  show() {
    const svg = picture(), faces = svg.dataset.plates ?? "";
    const shown = this.sitters.filter(({ face, seat }) => face && placeOn(seat, "face-at")).map(({ seat }) => `face-of-${seat}`);
    svg.dataset.plates = shown.join(" ");
    if (faces !== svg.dataset.plates) svg.classList.remove(...faces.split(" ").filter(Boolean));
    svg.classList.add(...shown);
    svg.querySelector(".plates")?.remove();
    const layer = makeSvg("g", { class: "plates", "aria-hidden": "true" }, svg);
    this.clocks.clear();
    for (const sitter of this.sitters) {
      showFace(layer, sitter);
      const at = placeOn(sitter.seat, "clock-at");
      if (at && sitter.seat !== null) this.clocks.set(sitter.seat, makeSvg("text", { class: "plate-clock", x: at.x, y: at.y }, layer));
    }
    for (const sitter of this.sitters) showRating(layer, sitter);
    byId("clocks").dispatchEvent(new Event("plates"));
    // What was changed here is no reason to do so again.
    this.watch.takeRecords();
  }
}

function picture() {
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId("scene")));
}

/** Where a panel has room for something, in units of the picture. @param {number|null} seat @param {string} kind */
function placeOn(seat, kind) {
  const panel = picture().querySelector(`[data-key="panel ${seat}"]`), shape = panel?.querySelector("use")?.getAttribute("href");
  const place = shape ? document.querySelector(`${shape} .${kind}`) : null;
  if (!panel || !place) return null;
  const [x, y] = (panel.getAttribute("transform")?.match(/-?[\d.]+/g) ?? []).map(Number);
  return new DOMPoint(x + Number(place.getAttribute("cx")), y + Number(place.getAttribute("cy")));
}

/** @param {SVGElement} layer @param {Participant} sitter */
function showFace(layer, { seat, face }) {
  const at = face ? placeOn(seat, "face-at") : null;
  if (!at) return;
  const { x, y } = at, href = `${byId("table").dataset.faces}#face-${face}`;
  makeSvg("use", { class: "plate-face", href, x: x - 4, y: y - FACE / 2, width: FACE, height: FACE }, layer);
}

/** After the name or below it, where it hides nothing; else it stands in the list of players alone. @param {SVGElement} layer @param {Participant} sitter */
function showRating(layer, { seat, rating }) {
  const name = boxOf(`name ${seat}`), panel = boxOf(`panel ${seat}`);
  if (!rating || !name || !panel) return;
  const words = /** @type {SVGTextElement} */ (makeSvg("text", { class: "plate-rating" }, layer));
  words.textContent = rating.points;
  const { width, height } = words.getBBox();
  const places = [
    new DOMRect(name.right + GAP, name.y + (name.height - height) / 2, width, height),
    new DOMRect(name.x, name.bottom - 2, width, height),
  ];
  const clock = placeOn(seat, "clock-at");
  const others = [...boxesOver(panel, [`panel ${seat}`, `name ${seat}`]), ...(clock ? [new DOMRect(clock.x - 70, clock.y - 14, 70, 28)] : [])];
  const free = places.find((place) => isWithin(place, panel) && !others.some((other) => meet(place, other)));
  if (!free) return words.remove();
  words.setAttribute("x", String(free.x));
  words.setAttribute("y", String(free.y + height / 2));
}

/** Where something lies in the picture. @param {string} key */
function boxOf(key) {
  const element = picture().querySelector(`[data-key="${key}"]`);
  return element && inPicture(element.getBoundingClientRect());
}

/** @param {DOMRect} panel @param {string[]} but */
function boxesOver(panel, but) {
  const elements = /** @type {NodeListOf<SVGElement>} */ (picture().querySelectorAll("[data-key]"));
  const boxes = [...elements].filter(({ dataset }) => !but.includes(dataset.key ?? ""))
    .map((element) => inPicture(element.getBoundingClientRect()));
  // What is larger than the panel lies below it: the board, a strip.
  return boxes.filter((box) => box.width < panel.width && meet(box, panel));
}

/** @param {DOMRect} box on the screen */
function inPicture({ left, top, right, bottom }) {
  const matrix = /** @type {DOMMatrix} */ (picture().getScreenCTM()).inverse();
  const from = new DOMPoint(left, top).matrixTransform(matrix), to = new DOMPoint(right, bottom).matrixTransform(matrix);
  return new DOMRect(from.x, from.y, to.x - from.x, to.y - from.y);
}

/** @param {DOMRect} box @param {DOMRect} around */
function isWithin(box, around) {
  return box.right < around.right - GAP && box.bottom < around.bottom;
}

/** @param {DOMRect} one @param {DOMRect} other */
function meet(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
