// Where words about something are put: beside it, and never beyond the screen.

import { within } from "../shared/page.js";

const MARGIN = 6;

/** Above if there is room, else below, else at its side. @param {HTMLElement} words @param {DOMRect} box what they are about */
export function putBeside({ style, offsetWidth: width, offsetHeight: height }, box) {
  const { clientWidth, clientHeight } = document.documentElement;
  const above = box.top - height - MARGIN, below = box.bottom + MARGIN;
  const fits = above >= MARGIN || below + height + MARGIN <= clientHeight;
  const right = box.right + MARGIN, left = box.left - width - MARGIN;
  const x = fits ? (box.left + box.right - width) / 2 : right + width + MARGIN <= clientWidth ? right : left;
  const y = above >= MARGIN ? above : fits ? below : (box.top + box.bottom - height) / 2;
  style.left = `${within(x, MARGIN, clientWidth - width - MARGIN)}px`;
  style.top = `${within(y, MARGIN, clientHeight - height - MARGIN)}px`;
}
