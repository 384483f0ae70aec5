// Sounds, made on the spot and quiet: a knock on wood for a piece, a clack for a tile, a rattle for dice, a horn for a call, two notes for one's turn, a soft one for a word.

/** @typedef {"knock"|"tile"|"flip"|"dice"|"call"|"turn"|"hurry"|"end"|"word"} Sound */

const LOUDNESS = 0.22;

/** @type {AudioContext|null} */
let context = null;
/** @type {AudioBuffer|null} */
let noise = null;

/** @param {Sound} sound */
export function sound(sound) {
  const here = ready();
  if (here) SOUNDS[sound](here, here.currentTime + 0.02);
}

/** Browsers let a page sound only after somebody has touched it. */
function ready() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context.state === "running" ? context : null;
}

/** @type {Record<Sound, (here: AudioContext, at: number) => void>} */
const SOUNDS = {
  knock(here, at) {
    hit(here, at, 900, 1);
    tone(here, at, 190, 0.09, 0.9, "triangle");
  },
  tile(here, at) {
    hit(here, at, 620, 0.9);
    hit(here, at + 0.045, 480, 0.5);
    tone(here, at, 120, 0.12, 0.7, "triangle");
  },
  flip(here, at) {
    hit(here, at, 2200, 0.3);
    hit(here, at + 0.12, 760, 0.7);
  },
  dice(here, at) {
    for (const [step, strength] of [0.9, 0.5, 0.8, 0.4, 0.6, 0.3, 0.35, 0.2].entries()) {
      hit(here, at + 0.07 * step + 0.03 * Math.random(), 1600 + 900 * Math.random(), strength);
    }
  },
  call(here, at) {
    tone(here, at, 392, 0.2, 0.8, "triangle");
    tone(here, at + 0.13, 523, 0.4, 0.8, "triangle");
  },
  turn(here, at) {
    tone(here, at, 587, 0.35, 0.5);
    tone(here, at + 0.16, 784, 0.5, 0.5);
  },
  word(here, at) {
    tone(here, at, 698, 0.14, 0.22);
  },
  hurry(here, at) {
    tone(here, at, 440, 0.12, 0.35, "triangle");
  },
  end(here, at) {
    for (const [step, pitch] of [523, 659, 784, 1047].entries()) tone(here, at + 0.14 * step, pitch, 0.7, 0.4);
  },
};

/**
 * A note that dies away.
 * @param {AudioContext} here @param {number} at @param {number} pitch @param {number} length @param {number} strength
 * @param {OscillatorType} [type]
 */
function tone(here, at, pitch, length, strength, type = "sine") {
  const source = new OscillatorNode(here, { type, frequency: pitch });
  source.connect(fading(here, at, length, strength));
  source.start(at);
  source.stop(at + length);
}

/**
 * Something hard on something hard.
 * @param {AudioContext} here @param {number} at @param {number} pitch @param {number} strength
 */
function hit(here, at, pitch, strength) {
  const source = new AudioBufferSourceNode(here, { buffer: (noise ??= hiss(here)) });
  const body = new BiquadFilterNode(here, { type: "bandpass", frequency: pitch, Q: 3 });
  source.connect(body).connect(fading(here, at, 0.06, strength));
  source.start(at);
  source.stop(at + 0.06);
}

/** @param {AudioContext} here @param {number} at @param {number} length @param {number} strength */
function fading(here, at, length, strength) {
  const gain = new GainNode(here, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(LOUDNESS * strength, at + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + length);
  gain.connect(here.destination);
  return gain;
}

/** A tenth of a second of noise. @param {AudioContext} here */
function hiss(here) {
  const buffer = here.createBuffer(1, here.sampleRate / 10, here.sampleRate);
  buffer.getChannelData(0).forEach((_, at, samples) => (samples[at] = 2 * Math.random() - 1));
  return buffer;
}
