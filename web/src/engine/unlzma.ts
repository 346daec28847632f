/**
 * Unpacks LZMA: the engine's bytes come in it, a quarter smaller than deflated. Written for this one use, since a reader waits
 * for it: the whole output is the dictionary, and a stream with an end mark instead of a length is refused. The libraries
 * that were tried take three to fifteen times as long. Not here: packing (scripts/packed-wasm.mjs, by the package lzma1).
 *
 * The format: Igor Pavlov's "LZMA specification" (public domain), in its form with a header of 13 bytes.
 */
import { unsplit } from "./unsplit.ts";

/** Bytes before the range coder's: properties, size of the dictionary (4), length of the output (8). */
const HEADER = 13;
const HALF = 1024;
/** Slots of distances, and of the lengths 2, 3, 4 and more. */
const LENGTH_CLASSES = 4;
/** From this slot on a distance's middle bits are sent plainly. */
const PLAIN_SLOT = 14;
const ALIGN_BITS = 4;
const STATES = 12;
/** Below this state the last thing was a literal. */
const AFTER_MATCH = 7;

const fresh = (length: number): Uint16Array => new Uint16Array(length).fill(HALF);

/** Probabilities of a match's length: two choices, then trees of 3, 3 and 8 bits, the first two for each place. */
const LOW = 2;
const MIDDLE = LOW + 16 * 8;
const HIGH = MIDDLE + 16 * 8;
const LENGTHS = HIGH + 256;

/** The module that a script carries as text (scripts/packed-wasm.mjs). */
export function unpacked(base64: string): Uint8Array<ArrayBuffer> {
  return unsplit(unlzma(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))));
}

/** The bytes that were packed. Throws where the stream is none. */
export function unlzma(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  const properties = packed[0] ?? 255;
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(5, true);
  const known = packed[9] === 0 && packed[10] === 0 && packed[11] === 0 && packed[12] === 0;
  if (properties >= 225 || packed.length < HEADER + 5 || !known) throw new Error("not LZMA of a known length");
  const literalContext = properties % 9;
  const literalPlace = (1 << (Math.floor(properties / 9) % 5)) - 1;
  const placeMask = (1 << Math.floor(properties / 45)) - 1;

  const out = new Uint8Array(length);
  const literals = fresh(0x300 << (literalContext + Math.floor(Math.log2(literalPlace + 1))));
  const isMatch = fresh(STATES * 16);
  const isRepeat = fresh(STATES);
  const isOlder = fresh(STATES);
  const isLong = fresh(STATES * 16);
  const isThird = fresh(STATES);
  const isFourth = fresh(STATES);
  const slots = fresh(LENGTH_CLASSES * 64);
  const middles = fresh(128);
  const align = fresh(1 << ALIGN_BITS);
  const matchLengths = fresh(LENGTHS);
  const repeatLengths = fresh(LENGTHS);

  let next = HEADER + 1;
  // Range and code in an array of their kind: as variables they would be numbers on the heap, one for each bit.
  const coder = new Uint32Array([0xffffffff, 0]);
  for (let i = 0; i < 4; i++) coder[1] = ((coder[1] as number) << 8) | (packed[next++] ?? 0);
  const refill = (): void => {
    coder[0] = (coder[0] as number) << 8;
    coder[1] = ((coder[1] as number) << 8) | (packed[next++] as number);
  };

  const bit = (probabilities: Uint16Array, at: number): 0 | 1 => {
    const probability = probabilities[at] as number;
    const range = coder[0] as number;
    const code = coder[1] as number;
    const bound = (range >>> 11) * probability;
    if (code < bound) {
      coder[0] = bound;
      probabilities[at] = probability + ((2048 - probability) >> 5);
      if (bound < 0x1000000) refill();
      return 0;
    }
    coder[0] = range - bound;
    coder[1] = code - bound;
    probabilities[at] = probability - (probability >> 5);
    if (range - bound < 0x1000000) refill();
    return 1;
  };
  const tree = (probabilities: Uint16Array, from: number, bits: number): number => {
    let node = 1;
    for (let i = 0; i < bits; i++) node = (node << 1) | bit(probabilities, from + node);
    return node - (1 << bits);
  };
  const reversed = (probabilities: Uint16Array, from: number, bits: number): number => {
    let [node, value] = [1, 0];
    for (let i = 0; i < bits; i++) {
      const one = bit(probabilities, from + node);
      node = (node << 1) | one;
      value |= one << i;
    }
    return value;
  };
  const plain = (bits: number): number => {
    let value = 0;
    for (let i = 0; i < bits; i++) {
      const range = (coder[0] as number) >>> 1;
      const one = (coder[1] as number) >= range;
      coder[0] = range;
      if (one) coder[1] = (coder[1] as number) - range;
      value = (value << 1) | Number(one);
      if (range < 0x1000000) refill();
    }
    return value;
  };
  const matchLength = (probabilities: Uint16Array, place: number): number => {
    if (!bit(probabilities, 0)) return 2 + tree(probabilities, LOW + place * 8, 3);
    if (!bit(probabilities, 1)) return 10 + tree(probabilities, MIDDLE + place * 8, 3);
    return 18 + tree(probabilities, HIGH, 8);
  };
  const distance = (matched: number): number => {
    const slot = tree(slots, Math.min(matched - 2, LENGTH_CLASSES - 1) * 64, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << bits;
    if (slot < PLAIN_SLOT) return base + reversed(middles, base - slot, bits);
    return base + (plain(bits - ALIGN_BITS) << ALIGN_BITS) + reversed(align, 0, ALIGN_BITS);
  };

  let [state, at] = [0, 0];
  let [first, second, third, fourth] = [0, 0, 0, 0];
  while (at < length) {
    const place = at & placeMask;
    if (!bit(isMatch, state * 16 + place)) {
      const before = at > 0 ? (out[at - 1] as number) : 0;
      const context = ((at & literalPlace) << literalContext) + (before >> (8 - literalContext));
      const from = 0x300 * context;
      let symbol = 1;
      if (state >= AFTER_MATCH) {
        // The byte that a longer match would have brought tells about this one, as far as they agree.
        let guess = out[at - first - 1] as number;
        do {
          const guessed = (guess >> 7) & 1;
          guess <<= 1;
          const one = bit(literals, from + ((1 + guessed) << 8) + symbol);
          symbol = (symbol << 1) | one;
          if (one !== guessed) break;
        } while (symbol < 0x100);
      }
      while (symbol < 0x100) symbol = (symbol << 1) | bit(literals, from + symbol);
      out[at++] = symbol;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let matched: number;
    if (bit(isRepeat, state)) {
      if (!bit(isOlder, state)) {
        if (!bit(isLong, state * 16 + place)) {
          if (first >= at) throw new Error("broken LZMA");
          out[at] = out[at - first - 1] as number;
          at++;
          state = state < AFTER_MATCH ? 9 : 11;
          continue;
        }
      } else {
        let older = second;
        if (bit(isThird, state)) {
          older = third;
          if (bit(isFourth, state)) {
            older = fourth;
            fourth = third;
          }
          third = second;
        }
        second = first;
        first = older;
      }
      matched = matchLength(repeatLengths, place);
      state = state < AFTER_MATCH ? 8 : 11;
    } else {
      fourth = third;
      third = second;
      second = first;
      matched = matchLength(matchLengths, place);
      state = state < AFTER_MATCH ? 7 : 10;
      first = distance(matched);
    }
    if (first < 0 || first >= at || at + matched > length) throw new Error("broken LZMA");
    for (const end = at + matched; at < end; at++) out[at] = out[at - first - 1] as number;
  }
  return out;
}
