/**
 * Algorithms in groups, for every list of them. Which settings deserve a slider in the card itself is here too. An
 * algorithm that is not named yet still appears: among the others, with all of its settings to unfold.
 */
import { html, type TemplateResult } from "lit";
import { say } from "../words/words.ts";
import type { Section, Span } from "./setting.ts";

/** Window-based families by kind; `rate_based` is in the tables. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  loss: ["newreno", "cubic", "htcp"],
  slow: ["aimd", "sqrt", "iiad"],
  delay: ["cdg", "vegas", "card", "dual", "fast", "africa", "compound", "lp", "pert", "hd", "chd"],
};

const packets: Span = { min: 0.5, max: 50, ticks: [0.5, 10, 50] };
const delays: Span = { min: 1, max: 200, ticks: [1, 10, 100, 200] };
const counts: Span = { min: 1, max: 32, ticks: [1, 8, 16, 32] };

/** Settings that are in the card itself, by kind, each with its slider's span where its range is wider than one drags. */
export const MAIN: Readonly<Record<string, Readonly<Record<string, Span | undefined>>>> = {
  cdg: { g_ms: undefined },
  vegas: { alpha: packets, beta: packets },
  aimd: { b: undefined },
  card: { beta_delay: undefined },
  dual: { threshold: undefined },
  fast: { gamma: undefined },
  africa: { alpha: packets },
  compound: { gamma_packets: { min: 1, max: 100, ticks: [1, 10, 100] } },
  lp: { threshold: undefined },
  pert: { max_threshold_ms: delays },
  hd: { q_threshold_ms: delays },
  chd: { q_threshold_ms: delays },
  rap: { b: undefined },
  tfrc: { k: counts },
  tear: { epochs: counts },
};

/** What a list needs of an algorithm. */
export type Named = Pick<Section, "kind" | "title" | "rate_based">;

/** The groups that are not empty, each with its name on the screen. */
export function grouped<T extends Named>(algorithms: readonly T[]): { name: string; members: readonly T[] }[] {
  const familyOf = ({ kind, rate_based }: Named): string =>
    rate_based ? "rate" : (Object.keys(FAMILIES).find((family) => FAMILIES[family]?.includes(kind)) ?? "other");
  return ["loss", "delay", "slow", "rate", "other"]
    .map((family) => ({
      name: say(`control.family.${family}`),
      members: algorithms.filter((each) => familyOf(each) === family),
    }))
    .filter(({ members }) => members.length > 0);
}

/** Options of a native list, in groups. */
export function algorithmOptions(algorithms: readonly Named[], chosen: string): TemplateResult[] {
  return grouped(algorithms).map(
    ({ name, members }) => html`<optgroup label=${name}>
      ${members.map((a) => html`<option value=${a.kind} ?selected=${a.kind === chosen}>${a.title}</option>`)}
    </optgroup>`,
  );
}
