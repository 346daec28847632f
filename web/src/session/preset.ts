/** A run that the laboratory offers, as its file in wasm-core/measures/presets has it. Not here: which there are (presets.ts, courses.ts). */
import type { Value } from "../settings/setting.ts";
import type { Scenario } from "./scenario.ts";

export interface Preset {
  id: string;
  group: string;
  /** Panels open at first, as in an address. */
  view: string;
  /** The control that the reader is asked to drag, and how far. */
  nudge?: { path: string; value: Value };
  /** The telling moment, for reduced motion. */
  still_t_s?: number;
  scenario: Scenario;
}
