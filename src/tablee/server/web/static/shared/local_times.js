// Moments as the clock on the wall of who reads shows them: the house does not know in which zone that hangs.

/** A day of the week and an hour; with its date if it is not within the week. @param {number} at @param {number} [now] */
export function moment(at, now = Date.now()) {
  const near = at - now < 6 * 86_400_000;
  /** @type {Intl.DateTimeFormatOptions} */
  const day = near ? { weekday: "long" } : { weekday: "short", day: "numeric", month: "short" };
  return new Intl.DateTimeFormat(document.documentElement.lang, { ...day, hour: "2-digit", minute: "2-digit" }).format(at);
}
