// What may be done by pointing: offered nodes become buttons, for mouse, finger and keyboard alike.

/** @typedef {import("./scene.js").Picture} Picture */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Offers {
  /**
   * @param {Picture} picture
   * @param {(actions: string[]) => Promise<string>} choose asks which of several actions is meant
   * @param {(action: string) => boolean} act
   */
  constructor(picture, choose, act) {
    this.picture = picture;
    this.choose = choose;
    this.act = act;
    /** @type {Map<string, string[]>} */
    this.offers = new Map();
    this.current = "";
    /** Where the keyboard stands, even when the node there is gone. @type {[number, number]} */
    this.here = [0, 0];
    picture.svg.addEventListener("click", (event) => this.point(event));
    picture.svg.addEventListener("keydown", (event) => this.press(event));
  }

  /** @param {Record<string, string[]>} offers */
  set(offers) {
    const focused = this.picture.svg.contains(document.activeElement);
    for (const key of this.offers.keys()) this.put(key, false);
    this.offers = new Map(Object.entries(offers).filter(([key]) => this.picture.parts.has(key)));
    for (const key of this.offers.keys()) this.put(key, true);
    this.rove(this.offers.has(this.current) ? this.current : this.nearest(), focused);
    // Whoever was here by keyboard stays here while the others play.
    if (focused && !this.offers.size) this.picture.svg.focus({ preventScroll: true });
  }

  clear() {
    this.set({});
  }

  /** @param {string} key @param {boolean} offered */
  put(key, offered) {
    const part = this.picture.parts.get(key);
    if (!part) return;
    const { element, body, node } = part;
    element.classList.toggle("offered", offered);
    element.classList.remove("pending");
    body.querySelector(".halo")?.remove();
    if (offered) {
      element.setAttribute("role", "button");
      element.setAttribute("tabindex", "-1");
      body.append(halo(body));
    } else {
      element.removeAttribute("tabindex");
      if (node[7]) element.setAttribute("role", "img");
      else element.removeAttribute("role");
    }
  }

  /** @param {string} key @param {boolean} focus */
  rove(key, focus) {
    const part = this.picture.parts.get(key);
    if (!part || !this.offers.has(key)) return;
    this.picture.parts.get(this.current)?.element.setAttribute("tabindex", "-1");
    this.current = key;
    this.here = [part.node[3], part.node[4]];
    part.element.setAttribute("tabindex", "0");
    if (focus) part.element.focus({ preventScroll: true });
  }

  /** @param {Event} event @returns {string} */
  offered(event) {
    const group = event.target instanceof Element ? event.target.closest("[data-key]") : null;
    const key = group instanceof SVGElement ? (group.dataset.key ?? "") : "";
    return this.offers.has(key) ? key : "";
  }

  /** @param {Event} event */
  async point(event) {
    const key = this.offered(event);
    if (!key) return;
    const actions = this.offers.get(key) ?? [];
    const action = actions.length > 1 ? await this.choose(actions) : actions[0];
    if (!action || !this.offers.get(key)?.includes(action) || !this.act(action)) return;
    this.rove(key, false);
    this.clear();
    this.picture.parts.get(key)?.element.classList.add("pending");
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const arrow = ARROWS[event.key];
    if (arrow) {
      this.rove(this.nearest(arrow), true);
    } else if (event.key === "Enter" || event.key === " ") {
      this.point(event);
    } else {
      return;
    }
    event.preventDefault();
  }

  /**
   * The nearest offered node, or the nearest in a direction: what lies aside counts double.
   * @param {[number, number]} [arrow]
   */
  nearest(arrow) {
    let best = "", least = Infinity;
    for (const key of this.offers.keys()) {
      const node = /** @type {import("./scene.js").Part} */ (this.picture.parts.get(key)).node;
      const far = distance(node[3] - this.here[0], node[4] - this.here[1], arrow);
      if (far < least) [best, least] = [key, far];
    }
    return best;
  }
}

/** @param {number} x @param {number} y @param {[number, number]} [arrow] */
function distance(x, y, arrow) {
  if (!arrow) return Math.hypot(x, y);
  const along = x * arrow[0] + y * arrow[1];
  const aside = Math.abs(x * arrow[1]) + Math.abs(y * arrow[0]);
  return along > 1 ? along + 2 * aside : Infinity;
}

/** A lit frame around what is offered, which also widens where one may touch. @param {SVGGElement} body */
function halo(body) {
  const box = body.getBBox();
  const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  rect.setAttribute("class", "halo");
  rect.setAttribute("x", String(box.x - 1));
  rect.setAttribute("y", String(box.y - 1));
  rect.setAttribute("width", String(box.width + 2));
  rect.setAttribute("height", String(box.height + 2));
  rect.setAttribute("rx", "9");
  return rect;
}
