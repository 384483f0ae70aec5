// Says on the icon of the installed page at how many tables it is one's turn.

import { ask } from "../notifications/push.js";

/** @param {number} count */
export function mark(count) {
  const icon = /** @type {any} */ (navigator);
  (count ? icon.setAppBadge?.(count) : icon.clearAppBadge?.())?.catch(() => {});
}

export async function look() {
  const known = await ask().catch(() => null);
  if (known) mark(known.waiting);
}
