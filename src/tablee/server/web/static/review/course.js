// How the points went, as a picture: a line for each seat, and where one is. Pointing at it leads to that position.

import { byId, makeSvg, within } from "../shared/page.js";

/** After which event everybody had how many points, wherever they changed. @typedef {[number, number[]][]} Points */

const WIDTH = 600, HEIGHT = 170, EDGE = 14, MARK = 20;
/** With fewer changes there is nothing to tell. */
const FEWEST = 3;

export class Course {
  /** @param {(at: number) => void} jump to a position */
  constructor(jump) {
    this.place = byId("course");
    this.count = 0;
    /** Where a position stands in the picture. @type {(at: number) => number} */
    this.x = () => 0;
    /** @type {SVGElement|null} */
    this.here = null;
    this.place.addEventListener("click", (event) => this.count && jump(this.positionAt(event)));
  }

  /**
   * @param {Points} points
   * @param {number[]} colours of the seats; empty if all wear their own
   * @param {(number: number) => number} positionOf that after an event
   * @param {number} count of positions
   */
  draw(points, colours, positionOf, count) {
    this.count = count;
    byId("story").hidden = points.length < FEWEST;
    const all = points.flatMap(([, scores]) => scores), low = Math.min(0, ...all), high = Math.max(1, ...all);
    const x = (/** @type {number} */ at) => EDGE + ((WIDTH - 2 * EDGE - MARK) * at) / Math.max(1, count - 1);
    const y = (/** @type {number} */ score) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (score - low)) / (high - low);
    const svg = makeSvg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" });
    makeSvg("line", { class: "zero-line", x1: EDGE, x2: WIDTH - EDGE, y1: y(0), y2: y(0) }, svg);
    for (const seat of points[0]?.[1].keys() ?? []) {
      const steps = points.map(([number, scores]) => [x(positionOf(number)), y(scores[seat])]);
      drawSeat(svg, colours[seat] ?? seat, stairs(steps, x(count - 1)));
    }
    this.here = makeSvg("line", { class: "here-line", y1: 0, y2: HEIGHT }, svg);
    this.x = x;
    this.place.replaceChildren(svg);
  }

  /** Which position is on the screen. @param {number} at */
  mark(at) {
    const x = String(this.x(at));
    this.here?.setAttribute("x1", x);
    this.here?.setAttribute("x2", x);
  }

  /** @param {MouseEvent} event */
  positionAt({ clientX }) {
    const { left, width } = this.place.getBoundingClientRect();
    const share = (((clientX - left) / width) * WIDTH - EDGE) / (WIDTH - 2 * EDGE - MARK);
    return within(Math.round(share * (this.count - 1)), 0, this.count - 1);
  }
}

/** Points stay as they are until they change. @param {number[][]} steps @param {number} end */
function stairs(steps, end) {
  let path = "";
  for (const [at, [x, y]] of steps.entries()) path += at ? `H${x}V${y}` : `M${x} ${y}`;
  return { path: `${path}H${end}`, end: [end, steps.at(-1)?.[1] ?? 0] };
}

/** @param {Element} svg @param {number} colour @param {{path: string, end: number[]}} line */
function drawSeat(svg, colour, { path, end: [x, y] }) {
  const group = makeSvg("g", { class: `seat-${colour}` }, svg);
  makeSvg("path", { class: "course-edge", d: path }, group);
  makeSvg("path", { class: "course-line", d: path }, group);
  makeSvg("use", { href: `#mark-${colour}`, transform: `translate(${x + 12} ${y}) scale(.7)` }, group);
}
