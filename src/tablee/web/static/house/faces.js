// The faces of those who play for the house.

const SVG = "http://www.w3.org/2000/svg";

/** @param {number} level */
export function face(level) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "face");
  svg.setAttribute("viewBox", "0 0 64 64");
  svg.setAttribute("aria-hidden", "true");
  const faces = /** @type {HTMLElement|null} */ (document.querySelector("[data-faces]"));
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${faces?.dataset.faces}#face-${level}`);
  svg.append(use);
  return svg;
}
