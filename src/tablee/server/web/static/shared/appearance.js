// Puts on the looks somebody has chosen before anything is painted: a plain script, as a module would come too late.
// The styles speak of the system's colours alone; who has chosen others gets those rules as if the system had.

(() => {
  const SYSTEM = /\(prefers-color-scheme: (dark|light)\)/;
  /** Everything that asks what the system likes, and how it asks. @type {Map<MediaList|Element, string>} */
  const asking = new Map([...mediaLists(), ...document.querySelectorAll("meta[media]")].map((one) => [one, queryOf(one)]));

  /** @returns {MediaList[]} */
  function mediaLists() {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    return rules.flatMap((rule) => (rule instanceof CSSMediaRule ? [rule.media] : []));
  }

  /** @param {MediaList|Element} one */
  function queryOf(one) {
    return one instanceof MediaList ? one.mediaText : (one.getAttribute("media") ?? "");
  }

  /** @param {MediaList|Element} one @param {string} query */
  function put(one, query) {
    if (one instanceof MediaList) one.mediaText = query;
    else one.setAttribute("media", query);
  }

  /** A question to the system, answered by what was chosen. @param {string} query @param {string} theme */
  function answered(query, theme) {
    return query.replace(SYSTEM, (_, asked) => (asked === theme ? "(min-width: 0px)" : "(max-width: 0px)"));
  }

  /** @param {Record<string, any>} chosen */
  function wear({ theme = "system", contrast = false, speed = "normal", board = "wood" }) {
    const root = document.documentElement, own = theme === "light" || theme === "dark";
    for (const [one, query] of asking) if (SYSTEM.test(query)) put(one, own ? answered(query, theme) : query);
    root.style.colorScheme = own ? theme : "";
    root.dataset.contrast = contrast ? "more" : "";
    root.dataset.speed = speed;
    root.dataset.board = board;
  }

  function remembered() {
    try {
      return JSON.parse(localStorage.getItem("settings") ?? "{}") ?? {};
    } catch {
      // Some browsers remember nothing, and say so in this way.
      return {};
    }
  }

  wear(remembered());
  document.addEventListener("settings", (event) => wear(/** @type {CustomEvent} */ (event).detail));
})();
