// The connection: keeps itself alive, and says when it is not.

import { command } from "./protocol.js";

/** @import { Listener } from "../table/state.js" */

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
/** After so long without a word we ask whether anybody is there. */
const QUIET = 20_000;
/** After a command a word should come much sooner. Not every command has an answer, so we ask before we worry. */
const SOON = 1_500;
/** After so long without an answer to that, nobody is there. */
const PATIENCE = 8_000;
/** Opening a connection may take a little longer. */
const OPENING = 15_000;

/** Why the server hangs up. */
export const ENDED = 4401, FORBIDDEN = 4403, NOT_FOUND = 4404, ELSEWHERE = 4409, REMOVED = 4410;
export const HASTY = 4428, CROWDED = 4429;

/** After these it is of no use to come back. */
const FINAL = [ENDED, FORBIDDEN, NOT_FOUND, REMOVED];

export class Connection {
  /** @param {string} table @param {Listener} listener */
  constructor(table, listener) {
    this.table = table;
    this.listener = listener;
    /** @type {WebSocket|null} */
    this.socket = null;
    this.heartbeat = new Heartbeat(() => this.send(command.ping()), () => this.drop());
    this.pause = FIRST_PAUSE;
    this.timer = 0;
    this.gaveUp = false;
    // Coming back to the page, or back into reach of the network, is a good moment to try at once.
    addEventListener("online", () => this.hurry());
    // A browser that knows that there is no network says so at once: nothing has to fall silent first.
    addEventListener("offline", () => this.drop());
    document.addEventListener("visibilitychange", () => (document.hidden ? this.send(command.ping()) : this.hurry()));
    this.connect();
  }

  connect() {
    const socket = new WebSocket(this.address());
    this.socket = socket;
    this.heartbeat.start();
    socket.onopen = () => {
      this.pause = FIRST_PAUSE;
      this.heartbeat.heard();
      this.listener.connection(true, 0);
      if (document.hidden) this.send(command.ping());
    };
    socket.onmessage = (event) => {
      this.heartbeat.heard();
      this.listener.hear(JSON.parse(event.data));
    };
    socket.onclose = (event) => this.lost(event.code);
  }

  address() {
    const address = new URL(`/tables/${this.table}/live`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.searchParams.set("as", "scenes");
    address.searchParams.set("shape", this.listener.shape());
    address.searchParams.set("talk", "1");
    const after = this.listener.after();
    if (after !== null) address.searchParams.set("after", String(after));
    return address;
  }

  /** @param {number} code */
  lost(code) {
    this.socket = null;
    this.heartbeat.stop();
    this.listener.connection(false, code);
    this.gaveUp = FINAL.includes(code);
    // Of too many windows the oldest is let go. It would only push out another: who comes back to it is meant to.
    if (this.gaveUp || code === ELSEWHERE) return;
    if (code === HASTY || code === CROWDED) this.pause = LONGEST_PAUSE;
    // A little chance, so that not everybody comes back in the same instant after a restart.
    this.timer = setTimeout(() => this.connect(), this.pause * (0.7 + 0.6 * Math.random()));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  /** Hang up on somebody who is silent. Their good-bye would not come either, so nothing waits for it. */
  drop() {
    if (this.hangUp()) this.lost(0);
  }

  /** Says something else with the connection: opens another in its place. */
  renew() {
    if (this.hangUp()) this.connect();
  }

  /** Is there anybody to hang up on? */
  hangUp() {
    const socket = this.socket;
    if (!socket) return false;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.socket = null;
    return true;
  }

  hurry() {
    if (this.socket) {
      this.heartbeat.check();
    } else if (!this.gaveUp) {
      clearTimeout(this.timer);
      this.pause = FIRST_PAUSE;
      this.connect();
    }
  }

  /** Sends something that has no answer. @param {object} message @returns {boolean} whether it could be sent */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Sends a command, upon which something should happen soon. @param {object} message @returns {boolean} */
  command(message) {
    const sent = this.send(message);
    if (sent) this.heartbeat.wished();
    return sent;
  }
}

/** Notices when the other side has fallen silent: a network that is gone does not say so. */
class Heartbeat {
  /** @param {() => void} ask sends something that is always answered @param {() => void} silent nobody is there */
  constructor(ask, silent) {
    this.ask = ask;
    this.silent = silent;
    /** What we wait for. @type {"nothing"|"word"|"answer"} */
    this.waiting = "nothing";
    this.timer = 0;
  }

  /** A connection is being opened. */
  start() {
    this.wait("answer", OPENING);
  }

  stop() {
    clearTimeout(this.timer);
  }

  /** Whatever comes shows that somebody is there. */
  heard() {
    this.wait("nothing", QUIET);
  }

  wished() {
    if (this.waiting === "nothing") this.wait("word", SOON);
  }

  /** Is anybody there? */
  check() {
    // Nobody minds while nobody looks; whoever comes back to the page checks again.
    if (this.waiting === "answer" || document.hidden) return;
    this.wait("answer", PATIENCE);
    this.ask();
  }

  /** @param {"nothing"|"word"|"answer"} what @param {number} time */
  wait(what, time) {
    this.stop();
    this.waiting = what;
    this.timer = setTimeout(() => (what === "answer" ? this.silent() : this.check()), time);
  }
}
