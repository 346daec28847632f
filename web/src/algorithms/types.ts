/**
 * The forms in which an algorithm's page comes from the build (scripts/algorithms-data.ts): a queue discipline and a loss
 * model have one, too. Types only. Not here: how any of it looks.
 */
import type { TemplateResult } from "lit";

export type Family = "algorithm" | "discipline" | "model";

/** An algorithm's entry in the index. */
export interface Entry {
  kind: string;
  title: string;
  /** Description in a sentence. */
  about: string;
  family: Family;
  /** It sets a rate, no window. */
  rate_based: boolean;
  /** Group of a window-based algorithm in lists. */
  group?: "loss" | "delay" | "model" | "mark" | "slow" | "none";
  /** The window of an algorithm, alone on one path, as the text of an SVG path. */
  window?: string;
}

/** Common axes of all drawings of a window: from 0 to these maxima, on this path. */
export interface Scales {
  duration_s: number;
  packets: number;
  path: { rate_bps: number; base_rtt_ms: number; limit_packets: number; mark_packets: number };
}

/** Words with mathematics in them, as a template. */
export type Words = () => TemplateResult;

export interface Equation {
  /** When it holds. */
  when: Words;
  /** Its number, or where it is from; empty where nothing is said. */
  source: string;
  math: Words;
}

/** A way from one state to another. */
export interface Way {
  from: string;
  to: string;
  when: string;
}

export interface States {
  names: readonly { name: string; is: string }[];
  ways: readonly Way[];
  drawing: Words;
}

/** A page's text. */
export interface Text {
  lead: Words;
  equations: readonly Equation[];
  /** Meaning of the letters. */
  symbols: Words | null;
  states: States | null;
  choices: Words;
  look: Words;
  /** Settings in which the miniature's run differs from that of its family, by path. */
  run: Readonly<Record<string, unknown>>;
}

export interface Page extends Entry {
  /** Authors, and year. */
  source: string;
  /** The field of a scenario that names it. */
  field: string;
  /** Its file in the repository, and the address under which the page sends it along. */
  file: string;
  sent: string;
  text: Text;
}
