// How the page is laid out: beside the picture there is room for everything, or it is folded below.

/** The same question is asked in layout.css. */
const beside = matchMedia("(min-width: 900px), (min-width: 600px) and (max-height: 520px)");
/** Where pictures that can lie wide are larger so. */
const broad = matchMedia("(min-width: 1120px) and (min-aspect-ratio: 4/3), (min-width: 600px) and (max-height: 520px)");

const FOLDS = "#log-fold, #people-fold";

/** The shape in which pictures are wished for. */
export function shape() {
  return broad.matches ? "wide" : "upright";
}

/** @param {() => void} reshape another shape is wished for */
export function layOut(reshape) {
  const unfold = () => {
    for (const fold of document.querySelectorAll(FOLDS)) /** @type {HTMLDetailsElement} */ (fold).open = beside.matches;
  };
  broad.addEventListener("change", reshape);
  beside.addEventListener("change", unfold);
  unfold();
}
