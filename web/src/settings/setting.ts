/**
 * Facts about a setting that a control needs, and their consequences without a screen: its default for a variant, how
 * many settings of a section were changed, its value in the screen's unit (its "face"). The rows themselves are
 * generated from the engine's tables. Not here: how a slider spreads a face (slider-scale.ts), nor any drawing.
 */

import type { Section, Setting, Span, Value, Variant } from "../generated/settings.ts";

export type { Section, Setting, Span, Value };

/** A flow's settings about what it sends, and when: they are together, apart from its TCP stack. */
export const SENT: ReadonlySet<string> = new Set(["application", "transfer_bytes", "start_s", "stop_s"]);

/** The section as a flow on this host has it: with the variant first that the host brings along. */
export function sectionOn(section: Section, host: unknown): Section {
  const first = section.variants.find((v) => v.default_on !== undefined && v.default_on === host);
  if (first === undefined) return section;
  return { ...section, variants: [first, ...section.variants.filter((v) => v !== first)] };
}

/** A flow's own settings, with the defaults that its algorithm brings along. */
export function withAlgorithm(own: Section, { flow_defaults }: Section): Section {
  if (flow_defaults === undefined) return own;
  const params = own.params.map((p) => ({ ...p, default: flow_defaults[p.name] ?? p.default }));
  return { ...own, params };
}

/** The variant that the values choose (the first one by default), if the section has any. */
function variantOf(section: Section, values: Readonly<Record<string, Value>>): Variant | undefined {
  const name = section.selector ? values[section.selector] : undefined;
  return section.variants.find((v) => v.name === name) ?? section.variants[0];
}

/** The default of a setting under the variant that the values choose. */
export function defaultOf(section: Section, values: Readonly<Record<string, Value>>, name: string): Value {
  const variant = variantOf(section, values);
  if (variant && name === section.selector) {
    return section.variants[0]?.name ?? null;
  }
  if (variant && name in variant.defaults) {
    return variant.defaults[name] ?? null;
  }
  const given = section.params.find((p) => p.name === name)?.default ?? null;
  return typeof given === "object" ? null : given; // no control holds a list
}

/** The settings that exist under the variant that the values choose, the variant's own chooser included. */
export function settingsOf(section: Section, values: Readonly<Record<string, Value>>): Setting[] {
  const lacks = variantOf(section, values)?.lacks ?? [];
  return section.params.filter((p) => !lacks.includes(p.name));
}

/** How many of the named settings differ from their defaults. A setting that the values do not give is at its default. */
export function changedCount(
  section: Section,
  values: Readonly<Record<string, Value>>,
  names: readonly string[],
): number {
  return names.filter((name) => name in values && values[name] !== defaultOf(section, values, name)).length;
}

/** A number as the screen shows it: its unit, its factor to the document, and the part of its range a slider covers. */
export interface Face {
  unit: string;
  /** Screen value = document value x factor. */
  factor: number;
  /** Ends of the slider, in the screen's unit; the field beside it takes the whole legal range. */
  min: number;
  max: number;
  scale: "linear" | "log";
  /** On a log scale: zero is allowed and has a stop of its own before `min`. */
  zero: boolean;
  integer: boolean;
  /** Labelled places on the track, ascending; 0 stands for the zero stop. */
  ticks: readonly number[];
  /** Legal range in the screen's unit. */
  least: number;
  most: number;
  /** `least` itself is refused. */
  above: boolean;
}

/** Spans that the design names (design 6) or that the schema's range is too wide for, by the setting's name, in the screen's unit. */
const SPANS: Readonly<Record<string, Span>> = {
  probability: { min: 0.01, max: 10, ticks: [0, 0.01, 0.1, 1, 10] },
  ack_loss: { min: 0.1, max: 100, ticks: [0, 0.1, 1, 10, 100] },
  base_rtt_ms: { min: 1, max: 1000, ticks: [1, 10, 100, 1000] },
  rate_bps: { min: 0.1, max: 1000, ticks: [0.1, 1, 10, 100, 1000] },
  limit_packets: { min: 1, max: 1000, ticks: [1, 10, 100, 1000] },
  limit_bytes: { min: 1.5, max: 1500, ticks: [1.5, 15, 150, 1500] },
  good_s: { min: 0.001, max: 100, ticks: [0.001, 0.1, 1, 100] },
  bad_s: { min: 0.001, max: 100, ticks: [0.001, 0.1, 1, 100] },
};

/** Limits: none at all is more than the largest. */
const LIMITS = new Set(["initial_ssthresh_packets", "receive_window_packets"]);

/** Where a slider stands while its setting has no value and no default; the screen's unit. */
export const unsetAt = (setting: Setting, face: Face): number => (LIMITS.has(setting.name) ? face.max : face.min);

/** Settings that are a share of one and are read in per cent. */
const SHARES = new Set([
  "probability",
  "p_good_bad",
  "p_bad_good",
  "loss_good",
  "loss_bad",
  "max_probability",
  "ack_loss",
]);

/** Screen unit and factor of a document unit. */
function unitOf(setting: Setting): { unit: string; factor: number } {
  if (SHARES.has(setting.name)) return { unit: "%", factor: 100 };
  if (setting.unit === "bit/s") return { unit: "Mbit/s", factor: 1e-6 };
  if (setting.name === "limit_bytes") return { unit: "kB", factor: 1e-3 };
  // "per RTT" is said where the gradient is explained; the field has room for the time alone.
  if (setting.unit === "ms per RTT") return { unit: "ms", factor: 1 };
  return { unit: setting.unit, factor: 1 };
}

/** The screen's face of a number. `span` narrows the slider; without one the design's or the schema's range is taken. */
export function faceOf(setting: Setting, span: Span | undefined = setting.slider ?? SPANS[setting.name]): Face {
  if (setting.domain.type !== "number") {
    throw new Error(`${setting.name} is not a number`);
  }
  const { min, max, above, integer } = setting.domain;
  const { unit, factor } = unitOf(setting);
  const log = setting.scale === "log" || (span !== undefined && span.min > 0 && span.max / span.min >= 50);
  const least = min * factor;
  const most = max * factor;
  const lowest = log ? Math.max(least, most / 1e4) : least;
  return {
    unit,
    factor,
    min: span?.min ?? lowest,
    max: span?.max ?? most,
    scale: log ? "log" : "linear",
    zero: log && min === 0 && !above,
    integer: integer && factor === 1,
    ticks: span?.ticks ?? (lowest === least ? [least, most] : [least === 0 && !above ? 0 : lowest, most]),
    least,
    most,
    above,
  };
}

/** Document value of a screen value, freed of the dust of the conversion. */
export function toDocument(face: Face, shown: number): number {
  return face.factor === 1 ? shown : Number((shown / face.factor).toPrecision(12));
}

/** Screen value of a document value. */
export function toScreen(face: Face, value: number): number {
  return face.factor === 1 ? value : Number((value * face.factor).toPrecision(12));
}
