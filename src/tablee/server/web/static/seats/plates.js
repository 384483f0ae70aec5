// What the page adds to the panels in the picture, which know nothing but the game: a face before the name, the
// rating after it, and a clock, where the panel has a place for one.

import { byId, makeSvg, portrait } from "../shared/page.js";

/** @import { Participant } from "../connection/messages.js" */

/** Units of the picture across a face. */
const FACE = 32;

export class Plates {
  constructor() {
    /** @type {Participant[]} */
    this.sitters = [];
    /** The text of each seat's clock. @type {Map<number, SVGElement>} */
    this.clocks = new Map();
    this.planned = 0;
    /** What was drawn last, in words. */
    this.looks = "";
    // A picture of another shape has its panels elsewhere, and perhaps no room for a face.
    new MutationObserver(() => this.undress()).observe(picture(), { attributeFilter: ["viewBox"] });
    picture().addEventListener("plates", () => this.plan());
  }

  /** @param {Participant[]} sitters */
  meet(sitters) {
    this.sitters = sitters;
    this.plan();
  }

  /** Nothing flies over the panels any more, so that a rating may have found its place. */
  settle() {
    if (this.sitters.some(({ rating }) => rating)) this.plan();
  }

  /** However much has changed, they are shown once, with the next picture. */
  plan() {
    this.planned ||= requestAnimationFrame(() => {
      this.planned = 0;
      this.show();
    });
  }

  undress() {
    const svg = picture();
    svg.classList.remove(...(svg.dataset.plates ?? "").split(" ").filter(Boolean));
    svg.dataset.plates = this.looks = "";
    svg.querySelector(".plates")?.remove();
    this.plan();
  }

  show() {
    // What was drawn for the same panels is drawn still.
    const looks = JSON.stringify(this.sitters.map((sitter) => [sitter.seat, faceOf(sitter), sitter.rating?.points, placeOn(sitter.seat, "face-at"), placeOn(sitter.seat, "clock-at")]));
    if (looks === this.looks && !this.sitters.some(({ rating }) => rating) && picture().lastElementChild?.matches(".plates")) return;
    this.looks = looks;
    const svg = picture(), faces = svg.dataset.plates ?? "";
    const shown = this.sitters.filter((sitter) => faceOf(sitter) && placeOn(sitter.seat, "face-at")).map(({ seat }) => `face-of-${seat}`);
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
    if (this.sitters.some(({ rating }) => rating)) this.showRatings(layer);
    byId("clocks").dispatchEvent(new Event("plates"));
  }

  /** Where the game counts, what finds a place for them is fetched. @param {SVGElement} layer */
  async showRatings(layer) {
    const { showRating } = await import("../ratings/on_plates.js");
    if (layer.isConnected) for (const sitter of this.sitters) showRating(layer, sitter);
  }
}

export function picture() {
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId("scene")));
}

/** Where a panel has room for something, in units of the picture. @param {number|null} seat @param {string} kind */
export function placeOn(seat, kind) {
  const panel = picture().querySelector(`[data-key="panel ${seat}"]`), shape = panel?.querySelector("use")?.getAttribute("href");
  const place = shape ? document.querySelector(`${shape} .${kind}`) : null;
  if (!panel || !place) return null;
  const [x, y, , size] = (panel.getAttribute("transform")?.match(/-?[\d.]+/g) ?? []).map(Number);
  return { x: x + size * Number(place.getAttribute("cx")), y: y + size * Number(place.getAttribute("cy")), size };
}

/** @param {SVGElement} layer @param {Participant} sitter */
function showFace(layer, sitter) {
  const href = faceOf(sitter), at = href ? placeOn(sitter.seat, "face-at") : null;
  if (!at) return;
  const { x, y, size } = at, name = sitter.face ? "use" : "image", side = FACE * size;
  makeSvg(name, { class: "plate-face", href, x: x - 4 * size, y: y - side / 2, width: side, height: side }, layer);
}

/** A program has none, nor has a name that needs all the room. @param {Participant} sitter */
function faceOf({ face, name, program, seat }) {
  if (picture().querySelector(`[data-key="name ${seat}"].faceless`)) return "";
  if (face) return `${byId("table").dataset.faces}#face-${face}`;
  return program ? "" : portrait(name);
}
