/**
 * From an address to a run: which document opens, how it plays, and what of the address could not be used, in words.
 * Shared by the laboratory and the widget. Not here: the reading of fields (fields.ts).
 */
import { CHARTS, type Listed, listed, OPEN_AT_FIRST, STAGED, TRACKS } from "../charts/registry.ts";
import { ALGORITHM_SIGNALS } from "../generated/signals.ts";
import { translate } from "../i18n/catalogue.ts";
import { errorLines } from "../i18n/errors.ts";
import type { LabDocument } from "../session/document.ts";
import { OPENING_PRESET } from "../session/opening.ts";
import { nearestId, PRESETS, type Preset, presetBehind, presetOf } from "../session/presets.ts";
import { isScenario, parsed, type Scenario, valueAt } from "../session/scenario.ts";
import type { Engine } from "../session/session.ts";
import type { Address } from "./fields.ts";

export interface Opened {
  document: LabDocument;
  address: Address;
  /** The preset that opens, or that the run was made from. */
  preset: Preset | null;
  /** The address names no run: the opening's rule holds. */
  isOpening: boolean;
  /** Few things of the laboratory are shown, or all; null, where the address names neither a run nor charts: as the reader left it. */
  few?: boolean | null;
  /** Problems of the address, in words. */
  problems: string[];
  /** The text of the address's run where it is none: the engine says what is wrong with it (`refusalOf`). */
  unread: string | null;
}

/** Charts for which a run has data that few runs have: rates of algorithms that model the path, marks, the delays of two queues. */
function ownCharts(scenario: Scenario | undefined): Listed[] {
  const emits = (signal: string): boolean =>
    (scenario?.flows ?? []).some(({ algorithm }) =>
      ALGORITHM_SIGNALS.get(String(algorithm?.kind))?.some(({ name }) => name === signal),
    );
  const used = valueAt(scenario ?? {}, "bottleneck.queue.discipline");
  return CHARTS.filter(({ signal, discipline }) => (signal ? emits(signal) : discipline && discipline === used));
}

/** Charts among panels: the path is no chart. */
const chartsOf = (panels: readonly string[]): string[] => panels.filter((panel) => panel !== "path");

const idsOf = (charts: readonly Listed[]): string[] => charts.map(({ id }) => id);

/**
 * Charts that a preset opens with. `tracks`: number of charts open under the laboratory's stage, which is window and queue; null: all are
 * beside each other.
 */
export function firstCharts(preset: Preset | null, tracks: number | null, scenario = preset?.scenario): string[] {
  const of = ownCharts(scenario);
  const lead = CHARTS.filter((chart) => chart.always && !chart.of);
  const own = preset ? chartsOf(preset.view.split(",")) : [];
  const usual = of.length === 0 ? [...OPEN_AT_FIRST] : idsOf([...lead, ...of.slice(0, 2)].slice(-OPEN_AT_FIRST.length));
  const panels = own.length > 0 ? own : usual;
  if (tracks === null) return panels;
  // Without a call the charts of its delay would be empty, without CDG those of its gradient.
  const known = scenario ?? preset?.scenario;
  const has = {
    call: known === undefined || (known.cross_traffic ?? []).length > 0,
    cdg: known === undefined || (known.flows ?? []).some(({ algorithm }) => algorithm?.kind === "cdg"),
  };
  const ids = [...panels, ...idsOf(TRACKS)].filter((id) => {
    const { of: runs } = listed(id) ?? {};
    return !STAGED.includes(id) && (!runs || has[runs]);
  });
  return [...STAGED, ...new Set(ids)].slice(0, STAGED.length + tracks);
}

/** The document of a preset. */
export function documentOf(preset: Preset, charts: readonly string[] = firstCharts(preset, null)): LabDocument {
  return { scenario: preset.scenario, view: { charts: [...charts], focus: null } };
}

/** The opening's run. */
export function openingPreset(): Preset {
  const preset = presetOf(OPENING_PRESET) ?? PRESETS[0];
  if (!preset) throw new Error("no presets");
  return preset;
}

/** A text as a scenario; null if it has not the form of one, which is the engine's to refuse in its words. */
function scenarioOf(text: string): Scenario | null {
  const value = parsed(text);
  return isScenario(value) ? value : null;
}

/** The run that an address opens; `tracks`: how many are open under a stage, where there is one. */
export function opened(address: Address, tracks: number | null = null): Opened {
  const panels = ["path", ...CHARTS.map((chart) => chart.id)].join(", ");
  const problems = address.problems.map(({ code, args }) =>
    translate(code, args.field === "view" ? { ...args, allowed: panels } : args),
  );
  const unknown = (address.view ?? []).filter(
    (panel) => panel !== "path" && !CHARTS.some((chart) => chart.id === panel),
  );
  for (const panel of unknown) problems.push(translate("link.panel", { found: panel }));
  const view = address.view ? address.view.filter((panel) => !unknown.includes(panel)) : null;
  const charts = view && view.length > 0 ? chartsOf(view) : null;
  const few = address.show === null ? null : address.show === "few";
  let unread: string | null = null;

  if (address.scenario !== null) {
    const scenario = scenarioOf(address.scenario);
    if (scenario) {
      const preset = presetBehind(scenario) ?? null;
      const view = { charts: charts ?? firstCharts(preset, tracks, scenario), focus: null };
      const document: LabDocument = { scenario, view, fork: address.fork };
      return { document, address, preset, isOpening: false, few: few ?? false, problems, unread };
    }
    unread = address.scenario;
  }
  let preset = address.preset === null ? undefined : presetOf(address.preset);
  if (address.preset !== null && !preset) {
    const found = address.preset.slice(0, 60);
    const nearest = nearestId(address.preset);
    problems.push(
      nearest ? translate("lab.address.preset_near", { found, nearest }) : translate("lab.address.preset", { found }),
    );
  }
  const named = preset !== undefined;
  preset ??= openingPreset();
  return {
    document: { ...documentOf(preset, charts ?? firstCharts(preset, tracks)), fork: named ? address.fork : null },
    address,
    preset,
    isOpening: !named,
    few: few ?? (named || view !== null ? false : null),
    problems,
    unread,
  };
}

/** The engine's refusal of a text that is no scenario, in words. */
export async function refusalOf(engine: Engine, text: string, signal?: AbortSignal): Promise<string[]> {
  const answer = await engine.ask("check", { scenario: text }, signal && { signal });
  return answer.ok ? [] : errorLines(answer.errors, answer.more);
}
