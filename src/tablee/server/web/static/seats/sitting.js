// Sitting down, and what is said until the game starts. The waiting room itself is fetched where there is one.

import { text } from "../shared/page.js";
import { command } from "../connection/protocol.js";

/** @import { TableMessage } from "../connection/messages.js" */

export class Sitting {
  /** @param {(message: object) => void} send */
  constructor(send) {
    this.send = send;
    /** Whoever stands up is not seated again by the page. */
    this.stoodUp = false;
    this.nonceSent = false;
  }

  sit() {
    this.stoodUp = false;
    this.nonceSent = true;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    this.send(command.sit(nonce));
  }

  /** On a new connection the nonce may have to be sent again. */
  reconnect() {
    this.nonceSent = false;
  }

  /**
   * A page sits down by itself, and gives its nonce once it has been shown the commitment.
   * @param {TableMessage} table
   */
  sitIfWanted(table) {
    if (table.status !== "waiting" || this.stoodUp || this.nonceSent) return;
    const seated = table.you.sitter !== null;
    if (seated ? !table.you.nonce : table.sitters.length < table.players) this.sit();
  }
}

/** Is there a waiting room? @param {TableMessage} table */
export function isWaiting({ status, solo }) {
  return status === "waiting" && !solo;
}

/** What is said before the game starts. @param {TableMessage} table */
export function waitingText(table) {
  const { sitters, players, you } = table;
  if (!isWaiting(table)) return text("wait_frame");
  const free = sitters.length < players;
  if (you.sitter === null) return text(free ? "you_watch" : "full");
  if (free) return text("wait_people");
  const missing = sitters.filter(({ here }) => !here).map(({ name }) => name);
  return missing.length ? text("wait_missing", { names: missing.join(", ") }) : text("wait_start");
}
