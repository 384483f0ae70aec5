// Moments as the clock on the wall of who reads shows them: the house does not know in which zone that hangs.

/** The kind of English, or French, that who reads has chosen; “Practise” goes with the dates of Britain. */
const LANGUAGE = document.documentElement.lang;
const REGION = navigator.languages.find((one) => one.startsWith(`${LANGUAGE}-`)) ?? (LANGUAGE === "en" ? "en-GB" : LANGUAGE);

/** A day of the week and an hour; with its date if it is not within the week. @param {number} at @param {number} [now] */
export function moment(at, now = Date.now()) {
  const near = Math.abs(at - now) < 6 * 86_400_000;
  /** @type {Intl.DateTimeFormatOptions} */
  const day = near ? { weekday: "long" } : { weekday: "short", day: "numeric", month: "short" };
  return new Intl.DateTimeFormat(REGION, { ...day, hour: "numeric", minute: "2-digit" }).format(at);
}
