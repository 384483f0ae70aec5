// The clocks of a table: counted on by the page between two words of the server, seen by all, heard by their owner.

import { addStyle, announce, byId, make, plural, symbol, text } from "../shared/page.js";
import { moment } from "../shared/local_times.js";
import { settings, whenChanged } from "../shared/settings.js";
import { play } from "../shared/sound.js";
import { command } from "../connection/protocol.js";

/** @import { ClockMessage, TableMessage } from "../connection/messages.js" */
/** @import { TableState } from "./state.js" */

const TICK = 200;
/** From here on a clock that runs is short of time; and so often it is said. In milliseconds. */
const SHORT = 30_000, SAID = [60_000, 30_000, 10_000];
/** So long after one has come, when all that a game needs is there, one may be offered something else. */
const AT_EASE = 2_000;
/** In the last of it every second is heard. */
const LAST = 5_000;

export class Clocks {
  /** @param {TableState} table */
  constructor(table) {
    this.table = table;
    /** Where clocks stand if all of them have a place there. */
    this.plates = table.plates;
    this.place = byId("clocks");
    addStyle(this.place);
    /** @type {ClockMessage|null} */
    this.told = null;
    /** By our own clock. */
    this.toldAt = 0;
    /** @type {TableMessage|null} */
    this.info = null;
    /** What was left when it was last looked at, of the clock that is one's own. */
    this.before = Infinity;
    this.timer = 0;
    this.offer = 0;
    /** What keeps moves that are made without a connection. @type {Promise<void>|null} */
    this.keeping = null;
    /** @type {import("../history/next_table.js").NextTable|null} */
    this.next = null;
    whenChanged(() => this.show());
    this.place.addEventListener("plates", () => this.show());
  }

  /** @param {TableMessage} info */
  meet(info) {
    this.info = info;
    this.show();
  }

  /** @param {ClockMessage} clock */
  hear(clock) {
    const before = this.told;
    this.told = clock;
    this.toldAt = performance.now();
    if (before?.runs !== clock.runs) this.before = Infinity;
    if (clock.days && this.info?.you.sitter) this.offer ||= setTimeout(() => this.offerBell(), AT_EASE);
    if (clock.days && !before) this.showAway();
    if (clock.days && before?.runs !== clock.runs) this.offerNext(Boolean(before && this.isOwn(before.runs)));
    // The server is told at once that its word has come.
    if (!clock.days && this.info?.you.sitter !== null) this.table.connection.send(command.ping(clock.now));
    if (clock.days && this.info?.you.sitter) this.keeping ??= import("../connection/kept_moves.js").then(({ keepMoves }) => keepMoves(this.table));
    this.show();
  }

  async offerBell() {
    const { offer } = await import("../notifications/push_offer.js");
    await offer(this.place);
  }

  /** Who is on holiday. */
  async showAway() {
    this.place.classList.add("by-days");
    const { showAway } = await import("../history/away.js");
    await showAway(this.place, byId("table").dataset.table ?? "");
  }

  /** @param {number|null} seat */
  isOwn(seat) {
    return Boolean(this.info?.sitters.some((one) => one.seat === seat && this.info?.you.sitters.includes(one.id)));
  }

  /** When others are to act: the way to the next table. @param {boolean} played has one just acted here? */
  async offerNext(played) {
    const { NextTable } = await import("../history/next_table.js"), runs = this.told?.runs ?? null;
    this.next ??= new NextTable(this.place, byId("table").dataset.table ?? "");
    if (runs === null || !this.info?.you.sitter || this.isOwn(runs)) this.next.withdraw();
    else await this.next.offer(played);
  }

  /** What a seat has left now. @param {ClockMessage} clock @param {number} seat */
  left(clock, seat) {
    const gone = seat === clock.runs ? performance.now() - this.toldAt : 0;
    return Math.max(0, clock.left[seat] - gone);
  }

  show() {
    const { told, info, place } = this;
    clearInterval(this.timer);
    const shown = Boolean(told && settings.clocks && info?.status === "playing");
    const rows = told && info && shown ? this.rows(told, info) : [];
    const onPlates = Boolean(told && !told.days && rows.every(({ dataset }) => this.plates.clocks.has(Number(dataset.seat))));
    place.hidden = !shown;
    // Whoever listens finds them in the list all the same.
    place.classList.toggle("unseen", onPlates);
    document.getElementById("table")?.classList.toggle("with-clocks", shown && !onPlates);
    if (!onPlates || !shown) for (const clock of this.plates.clocks.values()) clock.textContent = "";
    if (!told || info?.status !== "playing") return;
    place.replaceChildren(...rows);
    if (told.runs !== null && !told.days) this.timer = setInterval(() => this.tick(told), TICK);
  }

  /** @param {ClockMessage} clock @param {TableMessage} info */
  rows(clock, { sitters }) {
    const seated = sitters.filter(({ seat, bot, left }) => seat !== null && !bot && !left);
    return seated.map(({ seat, name, colour, program, stand_in: standIn }) => {
      const row = make("li", `seat-${colour}`);
      row.dataset.seat = String(seat);
      if (document.getElementById(`mark-${colour}`)) row.append(symbol(`#mark-${colour}`, "-15 -15 30 30"));
      row.append(make("span", "who", program ? `⚙\uFE0E\u00A0${name}` : name), make("span", "left"));
      if (standIn) row.classList.add("stands-still");
      this.write(row, clock, Number(seat));
      return row;
    });
  }

  /** @param {HTMLElement} row @param {ClockMessage} clock @param {number} seat */
  write(row, clock, seat) {
    const left = this.left(clock, seat), runs = clock.runs === seat;
    const words = clock.days ? byDays(clock, seat) : live(left);
    const place = /** @type {HTMLElement} */ (row.querySelector(".left"));
    if (place.textContent !== words) place.textContent = words;
    const plate = clock.days ? undefined : this.plates.clocks.get(seat);
    if (plate && plate.textContent !== words) plate.textContent = words;
    for (const one of plate ? [row, plate] : [row]) {
      one.classList.toggle("runs", runs);
      one.classList.toggle("short", runs && !clock.days && left <= SHORT);
    }
  }

  /** @param {ClockMessage} clock */
  tick(clock) {
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (this.place.querySelectorAll("li"))) {
      this.write(row, clock, Number(row.dataset.seat));
    }
    if (this.isOwn(clock.runs)) this.warn(this.left(clock, Number(clock.runs)));
  }

  /** Says and sounds near the end, to who must hurry. @param {number} left */
  warn(left) {
    const passed = SAID.filter((mark) => left <= mark && mark < this.before);
    // Whoever has no more to begin with need not be told at once.
    if (passed.length && this.before !== Infinity) {
      play("hurry");
      if (settings.clocks) announce(plural("seconds_left", Math.ceil(left / 1000)));
    } else if (left <= LAST && Math.ceil(left / 1000) < Math.ceil(this.before / 1000)) {
      play("hurry");
    }
    this.before = left;
  }
}

/** Minutes and seconds; tenths of them in the end. @param {number} left */
export function live(left) {
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Until when, for who is to act; else what there is for holidays. @param {ClockMessage} clock @param {number} seat */
export function byDays({ runs, until, bank, now }, seat) {
  if (runs === seat && until !== null) return text("until", { when: moment(until, now) });
  return plural("holidays", Math.floor(bank[seat] / 86_400_000));
}
