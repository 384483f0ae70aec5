// At a table that counts: everybody's rating, small, beside the name on the panel, and what the game did to it.

import { addStyle, announce, byId, make, makeSvg, text } from "../shared/page.js";

/** @import { Participant, TableMessage } from "../connection/messages.js" */

/** Units of the picture between a name and what stands beside it. */
const GAP = 8;

export class Ratings {
  constructor() {
    /** @type {TableMessage|null} */
    this.info = null;
    this.planned = 0;
    /** What was said of one's own. */
    this.told = "";
    // How long words are is known only then.
    addStyle(byId("result")).addEventListener("load", () => this.plan());
    this.watch = new MutationObserver(() => this.plan());
    this.watch.observe(picture(), { childList: true, subtree: true, characterData: true, attributeFilter: ["viewBox"] });
    this.watch.observe(byId("scores"), { childList: true });
  }

  /** @param {TableMessage} info */
  meet(info) {
    this.info = info;
    this.plan();
  }

  /** However much has changed, they are shown once, with the next picture. */
  plan() {
    cancelAnimationFrame(this.planned);
    this.planned = requestAnimationFrame(() => this.info && this.show(this.info));
  }

  /** @param {TableMessage} info */
  show({ sitters, uncounted, you }) {
    picture().querySelector(".ratings")?.remove();
    const panels = makeSvg("g", { class: "ratings", "aria-hidden": "true" }, picture());
    for (const sitter of sitters) {
      showOnPanel(panels, sitter);
      showInResult(sitter);
    }
    showWhyNot(uncounted);
    this.tell(sitters.find(({ id }) => id === you.sitter)?.rating?.course ?? "");
    // What was changed here is no reason to do so again.
    this.watch.takeRecords();
  }

  /** Whoever listens hears once what the game did to them, after how it ended. @param {string} course */
  tell(course) {
    if (course === this.told || !byId("scores").childElementCount) return;
    if (course) announce(text("your_rating", { course }));
    this.told = course;
  }
}

function picture() {
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId("scene")));
}

/** After the name or below it, where it hides nothing; else it stands in the list of people alone. @param {SVGGElement} panels @param {Participant} sitter */
function showOnPanel(panels, { seat, rating }) {
  const name = boxOf(`name ${seat}`), panel = boxOf(`panel ${seat}`);
  if (!rating || !name || !panel) return;
  const words = makeSvg("text", { class: "panel-rating" }, panels);
  words.textContent = rating.points;
  const { width, height } = words.getBBox();
  const places = [
    new DOMRect(name.right + GAP, name.y + (name.height - height) / 2, width, height),
    new DOMRect(name.x, name.bottom - 2, width, height),
  ];
  const others = boxesOver(panel, [`panel ${seat}`, `name ${seat}`]);
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

/** @param {Participant} sitter */
function showInResult({ colour, rating }) {
  const name = byId("scores").querySelector(`.seat-${colour} th`);
  name?.querySelector(".rating-course")?.remove();
  if (!name || !rating?.course) return;
  const line = make("span", "rating-course", `${rating.course} `);
  line.append(make("b", "", rating.change));
  name.append(line);
}

/** @param {string} why */
function showWhyNot(why) {
  byId("result").querySelector(".uncounted")?.remove();
  if (why) byId("decision").after(make("p", "quiet uncounted", why));
}
