// All positions of a game: what changes from each to the next, and the whole of each.

import { KEY } from "../board/scene.js";

/** @import { Node, Past, Scene } from "../board/frame.js" */

export class Positions {
  /** @param {Past[]} frames each the difference to the one before */
  constructor(frames) {
    this.frames = frames;
    /** The nodes of each. @type {Node[][]} */
    this.nodes = [];
    /** @type {Map<string, Node>} */
    const nodes = new Map();
    for (const { scene } of frames) {
      for (const key of scene.gone) nodes.delete(key);
      for (const node of scene.set) nodes.set(node[KEY], node);
      this.nodes.push([...nodes.values()]);
    }
  }

  /** The picture of a position. @param {number} at @returns {Scene} */
  whole(at) {
    return { ...this.frames[at].scene, set: this.nodes[at], gone: [] };
  }

  /** The place of the position after an event, or the last one before it. @param {number} number */
  at(number) {
    return Math.max(0, this.frames.findLastIndex((frame) => frame.number <= number));
  }
}
