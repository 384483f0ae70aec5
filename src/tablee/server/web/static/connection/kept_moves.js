// A move by days that is made without a connection outlives the page: it is kept by the browser, with the step that it
// answers to, and sent by the page that is open, or by the service worker.

import { moves, personHere } from "../shared/kept_moves.js";
import { texts } from "../shared/page.js";
import { settings } from "../shared/settings.js";
import { sendAgain } from "../table/act.js";

/** @import { TableState } from "../table/state.js" */

/** From now on moves of this table are kept; one that was kept before is sent. @param {TableState} table */
export async function keepMoves(table) {
  const { connection, board } = table, { listener } = connection, id = connection.table;
  table.keeps = true;
  // What asks must be here before the connection is gone.
  if (settings.confirm) table.confirm.fetch();
  const command = connection.command.bind(connection), hear = listener.hear;
  let kept = (await moves.all()).find((one) => one.table === id && one.state === "waiting");
  connection.command = (message) => {
    const sent = command(message), { step, action } = /** @type {any} */ (message);
    if (!sent && table.offline && action) {
      const number = board.state.frame?.number ?? 0;
      kept = { table: id, person: personHere(), step, number, message, title: titleOf(table), state: "waiting", reason: "" };
      moves.keep(kept);
    }
    return sent;
  };
  listener.hear = (message) => {
    hear(message);
    // It was played, or refused: the page says so itself.
    if (kept && (message.say === "refused" || (message.say === "frame" && message.step !== kept.step))) {
      moves.forget(id);
      kept = undefined;
    }
  };
  const { frame } = board.state;
  if (!kept || !frame || table.unsent) return;
  if (frame.yours && frame.step === kept.step) {
    table.unsent = { step: kept.step, message: kept.message, action: "", key: "" };
    sendAgain(table);
  } else {
    moves.keep({ ...kept, state: "unfit" });
    kept = undefined;
    import("../shared/kept_moves.js").then(({ tell }) => tell());
  }
}

/** The game, and with whom. @param {TableState} table */
function titleOf({ info }) {
  const others = info?.sitters.filter(({ id }) => !info.you.sitters.includes(id)).map(({ name }) => name) ?? [];
  return [texts["game"], others.join(", ")].filter(Boolean).join(" – ");
}
