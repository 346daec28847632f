/** Written by `npm run generate` from the engine's tables; never by hand. */

/** Fields that choose a section, each with the fields that a change of it keeps; all others take defaults (contract 1.5). */
export const SELECTORS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([["kind", []], ["discipline", ["limit_packets", "limit_bytes"]], ["model", []]]);

/** Fields of a queue's limit, of which a document has one. */
export const LIMITS: readonly string[] = ["limit_packets", "limit_bytes"];

/** Limits that a discipline does not have. */
export const LACKED_LIMITS: ReadonlyMap<unknown, readonly string[]> = new Map<unknown, readonly string[]>([["dualpi2", ["limit_bytes"]]]);

/** A probability given to the first of these loss models makes it the second (contract 1.1). */
export const MODEL_OF_A_PROBABILITY = { absent: "none", added: "bernoulli" } as const;

/** Maximum number of entries of a trace in an address; a longer one is a file that the document names (contract 1.1). */
export const MOST_IN_ADDRESS = 20000;

/** What a step of the playhead goes to. */
export const STEP_UNITS = ["event", "ack", "rtt", "congestion"] as const;

/** How a series is reduced to what the screen can show (`telemetry/view.rs`). */
export const REDUCTIONS = ["line", "mean", "max", "rate", "marks", "state"] as const;
