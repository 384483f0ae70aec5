// What is agreed in the waiting room: who begins, and who wears which colour.

import { byId, make, symbol, text } from "../shared/page.js";
import { command } from "../connection/protocol.js";

/** @import { Participant, TableMessage } from "../connection/messages.js" */

export class Agreed {
  /** @param {(message: object) => void} send */
  constructor(send) {
    this.send = send;
    this.first = /** @type {HTMLSelectElement} */ (byId("first"));
    this.first.addEventListener("change", () => send(command.first(Number(this.first.value))));
    /** The choices of oneself and of those beside, by sitter. @type {Map<number, HTMLElement>} */
    this.choices = new Map();
  }

  /** @param {TableMessage} table */
  show(table) {
    const own = table.sitters.filter(({ id }) => table.you.sitters.includes(id));
    byId("agreed").hidden = own.length === 0;
    byId("first-field").hidden = table.throws_for_start;
    this.showFirst(table);
    this.showColours(own, table);
  }

  /** @param {TableMessage} table */
  showFirst({ sitters, first }) {
    const lines = [["0", text("lot")], ...sitters.map(({ id, name }) => [String(id), name])];
    const known = [...this.first.options].map(({ value, textContent }) => [value, textContent]);
    if (JSON.stringify(known) !== JSON.stringify(lines)) {
      this.first.replaceChildren(...lines.map(([value, words]) => new Option(words, value)));
    }
    this.first.value = String(first);
  }

  /** Elements stay as long as their sitter does: nobody's focus is lost. @param {Participant[]} own @param {TableMessage} table */
  showColours(own, table) {
    for (const [id, element] of this.choices) {
      if (own.some((one) => one.id === id)) continue;
      element.remove();
      this.choices.delete(id);
    }
    for (const one of own) {
      const choice = this.choices.get(one.id) ?? this.add(one.id, table.palette);
      choice.children[0].textContent = one.id === table.you.sitter ? text("your_colour") : text("colour_of", { name: one.name });
      const taken = table.sitters.filter(({ id }) => id !== one.id).map(({ colour }) => colour);
      for (const input of choice.querySelectorAll("input")) {
        const colour = input.value === "" ? null : Number(input.value);
        input.checked = colour === one.colour;
        input.disabled = colour !== null && taken.includes(colour);
      }
    }
  }

  /** @param {number} sitter @param {string[]} palette what the colours are called */
  add(sitter, palette) {
    const choice = make("fieldset", "choices colours");
    choice.append(make("legend"), this.option(sitter, null, text("any_colour")));
    choice.append(...palette.map((name, colour) => this.option(sitter, colour, name)));
    this.choices.set(sitter, choice);
    byId("colours").append(choice);
    return choice;
  }

  /** @param {number} sitter @param {number|null} colour @param {string} name */
  option(sitter, colour, name) {
    const label = make("label"), input = /** @type {HTMLInputElement} */ (make("input")), face = make("span");
    Object.assign(input, { type: "radio", name: `colour-${sitter}`, value: colour === null ? "" : String(colour) });
    input.addEventListener("change", () => this.send(command.colour(sitter, colour)));
    if (document.getElementById(`mark-${colour}`)) {
      face.className = `seat-${colour}`;
      face.append(symbol(`#mark-${colour}`, "-15 -15 30 30"));
    }
    face.append(name);
    label.append(input, face);
    return label;
  }
}
