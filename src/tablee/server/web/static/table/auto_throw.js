// Dice that are thrown by themselves, for who likes it, when there is nothing else to decide.

import { settings } from "../shared/settings.js";

/** @import { Frame } from "../board/frame.js" */

/** They are thrown only after everybody has seen that it is their turn. */
const BREATH = 350;

export class AutoThrow {
  /** @param {(frame: Frame) => boolean} isOpen is it on the screen, and may something be done? @param {(action: string) => void} act */
  constructor(isOpen, act) {
    this.isOpen = isOpen;
    this.act = act;
    this.timer = 0;
  }

  stop() {
    clearTimeout(this.timer);
  }

  /** @param {Frame|null} frame */
  follow(frame) {
    this.stop();
    if (!frame?.scene.throw || !frame.yours || !settings.throw) return;
    const { throw: action, hold } = frame.scene;
    this.timer = setTimeout(() => this.isOpen(frame) && this.act(action), Math.max(BREATH, hold));
  }
}
