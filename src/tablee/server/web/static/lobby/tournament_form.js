// The form for a tournament: it begins soon, by the clock of whoever fills it in.

const AHEAD = 30 * 60_000, STEP = 15 * 60_000;

for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-zone]"))) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
}
for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-soon]"))) {
  const soon = Math.ceil((Date.now() + AHEAD) / STEP) * STEP;
  field.value = new Date(soon - new Date(soon).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
