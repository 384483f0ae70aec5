// Looks through the shelf while one types. The house does the looking, as without a script: here the boxes are replaced.

/** Milliseconds without a key after which somebody has typed a word. */
const PAUSE = 180;
/** The parts of the page that an answer replaces. */
const PARTS = ["boxes", "on-shelf"];

/** @param {HTMLFormElement} form */
function address(form) {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value) fields.set(name, String(value));
  return fields.size ? `/?${fields}` : "/";
}

/** @param {string} where @param {AbortSignal} signal */
async function show(where, signal) {
  const answer = await fetch(where, { signal });
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of PARTS) {
    const found = page.getElementById(id);
    if (found) document.getElementById(id)?.replaceChildren(...found.childNodes);
  }
  history.replaceState(null, "", where);
}

/** @param {HTMLFormElement} form @param {HTMLElement} boxes */
function listen(form, boxes) {
  let waiting = 0, asked = new AbortController();

  async function look() {
    clearTimeout(waiting);
    asked.abort(); // an answer to an earlier question would come too late
    asked = new AbortController();
    boxes.ariaBusy = "true";
    try {
      await show(address(form), asked.signal);
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
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    look();
  });
  for (const button of form.querySelectorAll("button")) button.hidden = true;
}

const form = document.querySelector("form.looking"), boxes = document.getElementById("boxes");
if (form instanceof HTMLFormElement && boxes) listen(form, boxes);
