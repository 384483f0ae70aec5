// Looks through the shelf while one types. The house does the looking, as without a script: here the boxes are replaced.

/** Milliseconds without a key after which somebody has typed a word. */
const PAUSE = 180;

const form = /** @type {HTMLFormElement} */ (document.querySelector("form.looking"));
let waiting = 0;
/** The latest question: answers to earlier ones come too late. */
let asked = new AbortController();

function address() {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value) fields.set(name, String(value));
  return fields.size ? `/?${fields}` : "/";
}

async function look() {
  clearTimeout(waiting);
  asked.abort();
  asked = new AbortController();
  const boxes = /** @type {HTMLElement} */ (document.getElementById("boxes")), where = address();
  boxes.ariaBusy = "true";
  try {
    const answer = await fetch(where, { signal: asked.signal });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const id of ["boxes", "on-shelf"]) {
      const found = page.getElementById(id);
      if (found) document.getElementById(id)?.replaceChildren(...found.childNodes);
    }
    history.replaceState(null, "", where);
    boxes.ariaBusy = "false";
  } catch (error) {
    // The form itself still works: it asks for a page.
    if (!(error instanceof DOMException)) form.submit();
  }
}

form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(look, PAUSE);
});
form.addEventListener("change", look);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  look();
});
/** @type {HTMLElement} */ (form.querySelector("button")).hidden = true;
