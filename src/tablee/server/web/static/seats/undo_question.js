// What somebody asks the others for who cannot take back alone: to allow it or not, or to withdraw the question.

import { announce, byId, focusOn, make, rewrite } from "../shared/page.js";

/** @import { TableMessage } from "../connection/messages.js" */

export class UndoQuestionPanel {
  /** @param {(yes: boolean) => void} answer */
  constructor(answer) {
    this.answer = answer;
    this.place = make("section", "sheet notice undo-question");
    this.place.setAttribute("role", "group");
    this.words = this.place.appendChild(make("p"));
    this.note = this.place.appendChild(make("p", "quiet"));
    this.buttons = this.place.appendChild(make("p", "go"));
    byId("notice").before(this.place);
    this.place.hidden = true;
  }

  /** @param {TableMessage} table */
  show({ undo, you, sitters, status }) {
    const shown = undo !== null && status === "playing", had = this.place.contains(document.activeElement);
    if (shown) {
      const own = sitters.filter(({ id }) => you.sitters.includes(id)).map(({ seat }) => seat);
      const { texts, waits, words, note, waiting } = undo, asked = own.some((seat) => seat !== null && waits.includes(seat));
      if (this.place.hidden) announce(words);
      this.place.setAttribute("aria-label", words);
      rewrite(this.words, words);
      rewrite(this.note, [note, asked ? "" : waiting].join(" ").trim());
      this.note.hidden = !this.note.textContent;
      const answers = asked ? [this.button(texts.yes, true), this.button(texts.no, false)] : [];
      const withdraw = own.includes(undo.seat) ? [this.button(texts.withdraw, false)] : [];
      this.buttons.replaceChildren(...(asked ? answers : withdraw));
    }
    this.place.hidden = !shown;
    if (!shown && had) focusOn(byId("scene"));
  }

  /** @param {string} words @param {boolean} yes */
  button(words, yes) {
    const button = /** @type {HTMLButtonElement} */ (make("button", yes ? "button main" : "button", words));
    button.type = "button";
    button.addEventListener("click", () => this.answer(yes));
    return button;
  }
}
