/**
 * Puts a WebAssembly module together again whose code was taken apart by kind before it was packed (scripts/split-wasm.ts): what
 * resembles one another lies together then, and LZMA makes a tenth less of it. Apart lie the instructions, the locals they name,
 * the offsets of their accesses to memory, long constants (mostly addresses), floating-point constants and the functions' heads.
 * Here is also what both halves must agree upon. Not here: packing, nor LZMA (unlzma.ts).
 *
 * Opcodes and immediates: WebAssembly 2.0, section 5.4, without vectors.
 */

/** The pieces, in their order. */
export const INSTRUCTIONS = 0;
export const LOCALS = 1;
export const OFFSETS = 2;
export const ADDRESSES = 3;
export const FLOATS = 4;
export const HEADS = 5;
export const PIECES = 6;
/** Before them four bytes each: room that the module needs, bytes before and after its code, and the length of each piece. */
export const HEADER = 4 * (3 + PIECES);
/** Bytes kept free for a length, until it is known. */
const LENGTH = 5;
/** The section of functions' bodies. */
export const CODE = 10;
/** `i32.const`, and what stands for one whose number has more than a byte: an opcode that no module has. */
export const CONSTANT = 0x41;
export const LONG_CONSTANT = 0x06;
/** What encloses others ends by `end`, as a function does. */
export const END = 0x0b;
export const opens = (op: number): boolean => op >= 0x02 && op <= 0x04;

/** What `FOLLOWS` says beside a piece: nothing follows, or several numbers (`others`). */
export const NOTHING = 6;
export const OTHER = 7;
/** By opcode, the piece in which the number lies that follows it. */
export const FOLLOWS = new Uint8Array(256).fill(NOTHING);
// Blocks, branches, calls, globals, tables, sizes of memory, whole numbers, references.
for (const op of [2, 3, 4, 0x0c, 0x0d, 0x10, 0x23, 0x24, 0x25, 0x26, 0x3f, 0x40, CONSTANT, 0x42, 0xd0, 0xd2]) {
  FOLLOWS[op] = INSTRUCTIONS;
}
FOLLOWS.fill(LOCALS, 0x20, 0x23);
FOLLOWS.fill(OFFSETS, 0x28, 0x3f);
FOLLOWS[LONG_CONSTANT] = ADDRESSES;
FOLLOWS.fill(FLOATS, 0x43, 0x45);
// A table of branches, a call by table, a choice of named types, what begins with 0xfc.
for (const op of [0x0e, 0x11, 0x1c, 0xfc]) FOLLOWS[op] = OTHER;

/** Bytes of a floating-point constant. */
export const floatBytes = (op: number): number => (op === 0x43 ? 4 : 8);
/** Numbers that follow the second half of an opcode that begins with 0xfc. */
const BULK = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

/** Hands on, by `copy`, the numbers after an opcode that has several. */
export function others(op: number, copy: () => number): void {
  let count = 2;
  if (op === 0x0e) count = copy() + 1;
  else if (op === 0x1c) count = copy();
  else if (op === 0xfc) count = BULK[copy()] as number;
  while (count-- > 0) copy();
}

/** The pieces, the module, and how far each is read and written. */
interface Work {
  readonly split: Uint8Array;
  readonly out: Uint8Array<ArrayBuffer>;
  /** By piece; the last one is the module's. */
  readonly at: Int32Array;
}
const OUT = PIECES;

/** Copies a number (LEB128) as it is, and says what it means without a sign. */
function copy({ split, out, at }: Work, piece: number): number {
  let [value, shift, byte] = [0, 0, 0];
  do {
    byte = split[(at[piece] as number)++] as number;
    out[(at[OUT] as number)++] = byte;
    value |= (byte & 127) << shift;
    shift += 7;
  } while (byte > 127);
  return value;
}

function write({ out, at }: Work, value: number): void {
  let rest = value;
  for (; rest > 127; rest >>>= 7) out[(at[OUT] as number)++] = (rest & 127) | 128;
  out[(at[OUT] as number)++] = rest;
}

/** Length, then what `inside` writes. */
function sized(work: Work, inside: () => void): void {
  const { out, at } = work;
  const begin = (at[OUT] as number) + LENGTH;
  at[OUT] = begin;
  inside();
  const length = (at[OUT] as number) - begin;
  at[OUT] = begin - LENGTH;
  write(work, length);
  out.copyWithin(at[OUT] as number, begin, begin + length);
  at[OUT] = (at[OUT] as number) + length;
}

/** A function's body, without its length. Small, since it runs but once, while a reader waits: what compiles it would take longer. */
function body(work: Work, order: Uint16Array): void {
  const { split, out, at } = work;
  for (let kinds = copy(work, HEADS); kinds > 0; kinds--) {
    copy(work, HEADS);
    copy(work, HEADS);
  }
  // The function's locals, the latest first; from `known` on each is at its own number.
  let known = 0;
  for (let depth = 1; depth > 0; ) {
    const op = split[(at[INSTRUCTIONS] as number)++] as number;
    out[(at[OUT] as number)++] = op === LONG_CONSTANT ? CONSTANT : op;
    const piece = FOLLOWS[op] as number;
    if (piece === NOTHING) {
      if (op === END) depth--;
    } else if (piece === LOCALS) {
      let rank = split[(at[LOCALS] as number)++] as number;
      if (rank > 127) rank = (rank & 127) | ((split[(at[LOCALS] as number)++] as number) << 7);
      for (; known <= rank; known++) order[known] = known;
      const local = order[rank] as number;
      if (rank > 0) order.copyWithin(1, 0, rank);
      order[0] = local;
      write(work, local);
    } else if (piece === FLOATS) {
      for (let bytes = floatBytes(op); bytes > 0; bytes--) {
        out[(at[OUT] as number)++] = split[(at[FLOATS] as number)++] as number;
      }
    } else if (piece === OTHER) {
      others(op, () => copy(work, INSTRUCTIONS));
    } else {
      if (piece === OFFSETS) out[(at[OUT] as number)++] = 0;
      if (opens(op)) depth++;
      copy(work, piece);
    }
  }
}

/** The module. What it says of alignment, a mere hint, is gone: each access says one byte, which holds for any. */
export function unsplit(split: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(split.buffer, split.byteOffset);
  const header = (i: number): number => view.getUint32(4 * i, true);
  const [out, at] = [new Uint8Array(header(0)), new Int32Array(PIECES + 1)];
  const after = HEADER + header(1);
  let from = after + header(2);
  for (let piece = 0; piece < PIECES; piece++) {
    at[piece] = from;
    from += header(3 + piece);
  }
  out.set(split.subarray(HEADER, after));
  at[OUT] = after - HEADER;
  const work = { split, out, at };
  write(work, CODE);
  const order = new Uint16Array(1 << 14);
  sized(work, () => {
    for (let functions = copy(work, HEADS); functions > 0; functions--) sized(work, () => body(work, order));
  });
  out.set(split.subarray(after, after + header(2)), at[OUT]);
  return out.subarray(0, at[OUT] + header(2));
}
