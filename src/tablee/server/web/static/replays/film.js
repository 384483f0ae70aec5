// The game as an animated picture, by whatever the device shares files with; else it is downloaded.

import { byId, text, toast } from "../shared/page.js";

/** @param {Event} event */
export async function shareFilm(event) {
  const link = /** @type {HTMLAnchorElement} */ (byId("film"));
  const sample = { files: [new File([], link.download, { type: "image/gif" })] };
  toast(text("making"));
  // A browser that shares no files downloads it as any link.
  if (!navigator.canShare?.(sample)) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(String(answer.status));
    const file = new File([await answer.blob()], link.download, { type: "image/gif" });
    await navigator.share({ files: [file] });
  } catch (error) {
    // Who changes their mind has not failed. Who waited too long for a share to be allowed gets the file.
    if (error instanceof DOMException && error.name === "AbortError") return;
    if (error instanceof DOMException) location.href = link.href;
    else toast(text("no_film"));
  }
}
