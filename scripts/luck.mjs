/** What the attacks share: their options, and luck that is a function of a seed. Not here: an attack (attack.mjs, attack-pages.mjs). */
import { parseArgs } from "node:util";

/** The command line of an attack: `[PART]... [--seed N] [--sample]`. Ends the program if it is wrong. */
export function asked(/** @type {string[]} */ parts) {
  const options = /** @type {const} */ ({ seed: { type: "string", default: "1" }, sample: { type: "boolean" } });
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const seed = Number(values.seed);
  if (!Number.isSafeInteger(seed) || positionals.some((word) => !parts.includes(word))) {
    console.error(`Wanted: [${parts.join(" | ")}]... [--seed N] [--sample]`);
    process.exit(2);
  }
  // A sample is a fiftieth.
  return { chosen: positionals.length > 0 ? positionals : parts, seed, share: values.sample ? 1 / 50 : 1 };
}

/** Numbers from 0 to below 1 by Mulberry32. */
export function lucky(/** @type {number} */ state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
