// What is in the nodes of a scene.

/** @import { Node, Scene } from "./frame.js" */

/** Where in a node what stands. */
export const KEY = 0, LAYER = 1, SHAPE = 2, X = 3, Y = 4, KIND = 5, TEXT = 6, LABEL = 7, SIZE = 8, TURN = 9, ENTER = 10;

/** Is a node of this kind? @param {Node} node @param {string} kind */
export function isOf(node, kind) {
  return ` ${node[KIND]} `.includes(` ${kind} `);
}

/** Have dice been thrown? @param {Scene} scene */
export function hasThrown({ set }) {
  return set.some((node) => isOf(node, "thrown"));
}
