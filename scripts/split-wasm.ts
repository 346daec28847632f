/**
 * Takes the code of a WebAssembly module apart by kind, which LZMA packs a tenth smaller than the module as it is: the half that
 * runs when the pages are built. Not here: the other half, and what both agree upon (web/src/engine/unsplit.ts).
 */
import {
  ADDRESSES,
  CODE,
  CONSTANT,
  END,
  FLOATS,
  FOLLOWS,
  floatBytes,
  HEADER,
  HEADS,
  INSTRUCTIONS,
  LOCALS,
  LONG_CONSTANT,
  NOTHING,
  OFFSETS,
  OTHER,
  opens,
  others,
  PIECES,
} from "../web/src/engine/unsplit.ts";

/** Magic number and version. */
const PREAMBLE = 8;
/** What the other half's lengths may take, before they are known: five bytes each for the section and one function. */
const ROOM = 10;
/** Opcodes that nothing follows: control, dropping and choosing; arithmetic; whether a reference is none. */
const alone = (op: number): boolean =>
  [0x00, 0x01, 0x05, END, 0x0f, 0x1a, 0x1b, 0xd1].includes(op) || (op >= 0x45 && op <= 0xc4);
/** From here on a rank would take three bytes. */
const TWO_BYTES = 1 << 14;

const leb = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)]);

/** The module apart, as `unsplit` takes it. Throws where an instruction is not known. */
export function split(module: Uint8Array): Uint8Array {
  let at = PREAMBLE;
  const next = (): number => {
    const byte = module[at++];
    if (byte === undefined) throw new Error("the module ends too early");
    return byte;
  };
  const pieces: number[][] = Array.from({ length: PIECES }, () => []);
  /** A number as it stands, copied into a piece if one is named. */
  const number = (piece?: number): number => {
    let [value, shift, byte] = [0, 0, 0];
    do {
      byte = next();
      if (piece !== undefined) pieces[piece]?.push(byte);
      value |= (byte & 127) << shift;
      shift += 7;
    } while (byte > 127);
    return value >>> 0;
  };
  /** The function's locals, the latest first; those not named yet are not in it. */
  let order: number[] = [];
  const local = (): void => {
    const name = number();
    // Those never named stand in their order behind the others, each at its own number.
    while (order.length <= name && !order.includes(name)) order.push(order.length);
    const rank = order.indexOf(name);
    order.splice(rank, 1);
    order.unshift(name);
    if (rank >= TWO_BYTES) throw new Error(`a function has ${rank} locals`);
    pieces[LOCALS]?.push(...leb(rank));
  };

  const instruction = (op: number): void => {
    const follows = FOLLOWS[op];
    if ((follows === NOTHING && !alone(op)) || op === LONG_CONSTANT) {
      throw new Error(`opcode ${op} at ${at - 1} is not known`);
    }
    if (op === CONSTANT && (module[at] ?? 0) > 127) {
      pieces[INSTRUCTIONS]?.push(LONG_CONSTANT);
      number(ADDRESSES);
      return;
    }
    pieces[INSTRUCTIONS]?.push(op);
    if (follows === LOCALS) {
      local();
    } else if (follows === OFFSETS) {
      if (number() > 4) throw new Error(`an access at ${at - 1} names a memory`);
      number(OFFSETS);
    } else if (follows === FLOATS) {
      for (let bytes = floatBytes(op); bytes > 0; bytes--) pieces[FLOATS]?.push(next());
    } else if (follows === OTHER) {
      others(op, () => number(INSTRUCTIONS));
    } else if (follows !== NOTHING) {
      number(INSTRUCTIONS);
    }
  };

  let [id, section, length] = [0, at, 0];
  for (;;) {
    section = at;
    id = next();
    length = number();
    if (id === CODE) break;
    at += length;
  }
  const end = at + length;
  for (let functions = number(HEADS); functions > 0; functions--) {
    number();
    for (let kinds = number(HEADS); kinds > 0; kinds--) {
      number(HEADS);
      number(HEADS);
    }
    order = [];
    for (let depth = 1; depth > 0; ) {
      const op = next();
      if (opens(op)) depth++;
      else if (op === END) depth--;
      instruction(op);
    }
  }
  if (at !== end) throw new Error("the code does not end where its section does");

  const [before, after] = [module.subarray(0, section), module.subarray(end)];
  const header = new DataView(new ArrayBuffer(HEADER));
  const numbers = [module.length + ROOM, before.length, after.length, ...pieces.map((piece) => piece.length)];
  for (const [index, value] of numbers.entries()) header.setUint32(4 * index, value, true);
  return Buffer.concat([
    new Uint8Array(header.buffer),
    before,
    after,
    ...pieces.map((piece) => Uint8Array.from(piece)),
  ]);
}
