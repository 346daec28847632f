/** Common parts of the kinds of attack: luck that is a function of a seed, time that is bounded, rows of figures. Not here: an attack. */
import { availableParallelism } from "node:os";

/** The columns of harm. Whatever is answered otherwise than promised counts as accepted wrongly, a draft that is left as lost. */
export const FAULTS = /** @type {const} */ (["accepted wrongly", "crashed", "hung", "lost"]);

/** @typedef {(typeof FAULTS)[number]} Fault */

/** Faults of one row that are printed. */
const PRINTED = 5;

/** Processes of ours at once: the machine has others' work, too. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);

/** Numbers from 0 to below 1 by Mulberry32. */
function lucky(/** @type {number} */ state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Luck of a seed. */
export class Luck {
  constructor(/** @type {number} */ seed) {
    this.random = lucky(seed);
  }
  /** A whole number from 0 to below `count`. */
  below(/** @type {number} */ count) {
    return Math.floor(this.random() * count);
  }
  oneOf(/** @type {readonly any[]} */ list) {
    return list[this.below(list.length)];
  }
}

/** An attack's inputs, and what came of them. */
export class Row {
  inputs = 0;
  /** @type {Record<Fault, number>} */
  faults = { "accepted wrongly": 0, crashed: 0, hung: 0, lost: 0 };
  /** @type {Map<string, number>} */
  #ends = new Map();
  #printed = 0;

  constructor(/** @type {string} */ name) {
    this.name = name;
  }
  /** An input, and how it ended. */
  add(/** @type {string} */ end, count = 1) {
    this.inputs += count;
    this.#ends.set(end, (this.#ends.get(end) ?? 0) + count);
  }
  /** Harm that an input did. */
  harm(/** @type {Fault} */ fault, /** @type {string} */ what, count = 1) {
    this.faults[fault] += count;
    if (this.#printed++ < PRINTED) console.log(`${this.name}: ${fault}: ${what.slice(0, 2000)}`);
  }
  toString() {
    return `${this.name}: ${this.inputs}: ${[...this.#ends].map(([end, count]) => `${count} ${end}`).join(", ")}`;
  }
}

/** The attacks of one kind. */
export class Tries {
  /** @type {Row[]} */
  rows = [];
  #end;

  constructor(/** @type {number} */ seed, /** @type {number} */ seconds, /** @type {string} */ work) {
    this.luck = new Luck(seed);
    this.seconds = seconds;
    /** An empty folder, which goes with the kind. */
    this.work = work;
    this.#end = Date.now() + seconds * 1000;
  }

  /** Attacks, one row each, each with an equal part of the time that is left; one that throws has met what it should not. */
  each = async (/** @type {Record<string, (row: Row, over: () => boolean) => Promise<void>>} */ attacks) => {
    const all = Object.entries(attacks);
    for (const [place, [name, attack]] of all.entries()) {
      const row = new Row(name);
      this.rows.push(row);
      const end = Date.now() + (this.#end - Date.now()) / (all.length - place);
      try {
        await attack(row, () => Date.now() >= end);
      } catch (error) {
        row.harm("crashed", error instanceof Error ? `${error.stack}` : `${error}`);
      }
    }
  };
}

/** Does things until the time is over, as many at once as there may be. */
export async function meanwhile(/** @type {() => boolean} */ over, /** @type {() => Promise<void>} */ act) {
  const worker = async () => {
    do await act();
    while (!over());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
