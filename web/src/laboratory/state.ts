/**
 * The laboratory's own state: what is open, pointed out, refused or asked for beside the run on show. Plain data with one owner,
 * laboratory.ts; everything else reads it. Not here: the run (session/session.ts), what a reader can do (actions.ts).
 */
import type { TemplateResult } from "lit";
import type { Opened } from "../address/from-address.ts";
import type { Theme, ThemeChoice } from "../design/theme.ts";
import type { SourceName, StepUnit } from "../engine/protocol.ts";
import type { Opening } from "../session/opening.ts";
import type { Preset } from "../session/presets.ts";
import type { SavedRun } from "../session/saved-run.ts";
import type { Scenario } from "../session/scenario.ts";
import type { Value } from "../settings/setting.ts";

/** A setting that a preset asks the reader to change, and to what. */
export interface Nudge {
  path: string;
  value: Value;
  pulse: boolean;
}

export interface LaboratoryState {
  /** Colours as the page has them; null: not read yet. */
  theme: Theme | null;
  themeChoice: ThemeChoice;
  /** Single letters are keys (WCAG 2.1.4). */
  letters: boolean;
  /** The rule of the first ten seconds, as long as it holds. */
  opening: Opening | null;
  /** The page writes its address: not before the reader has acted in the opening. */
  acted: boolean;
  /** The preset that the run was made from. */
  preset: Preset | null;
  nudge: Nudge | null;
  /** Which thing is pointed out (opening-hints.ts); null: none. */
  pointed: number | null;
  /** What the step buttons step by. */
  unit: StepUnit;
  /** The flow whose card is open: it is in focus. */
  card: SourceName | null;
  /** Parts of cards that are unfolded, by id. */
  unfolded: ReadonlySet<string>;
  /** The flow under the pointer. */
  hover: SourceName | null;
  /** The flow that the reader keeps in front. */
  picked: SourceName | null;
  /** All controls are shown, where they are a sheet. */
  all: boolean;
  /** What of an address or a file could not be used. */
  wrong: readonly string[];
  /** What it is that could not be opened, where that is a file; else it is the address. */
  wrongFile: string | null;
  /** The run of an address that names the file of a trace, until that file is opened, with the field that opens it; null: none waits. */
  awaits: { found: Opened; field: TemplateResult } | null;
  /** What ended or halted a run. */
  faults: readonly string[];
  /** Refused at a field before the engine saw it, by path. */
  unread: ReadonlyMap<string, string>;
  /** The card whose name gets the focus once the sidebar shows the run as it is now; null: the button that adds a flow. */
  goTo: { card: SourceName | null; ready: boolean; added: boolean } | null;
  /** Where the last step led: there the clock shows microseconds. */
  stepped_s: number | null;
  /** The projector's profile. */
  projector: boolean;
  /** The reader's own run, while a script is presented. */
  aside: SavedRun | null;
  /** The run that a script was left with: not the reader's own, as long as it is unchanged. */
  played: Scenario | null;
}

/** Before any run has opened. */
export function initialState(themeChoice: ThemeChoice, letters: boolean): LaboratoryState {
  return {
    theme: null,
    themeChoice,
    letters,
    opening: null,
    acted: false,
    preset: null,
    nudge: null,
    pointed: null,
    unit: "event",
    card: null,
    unfolded: new Set(),
    hover: null,
    picked: null,
    all: false,
    wrong: [],
    wrongFile: null,
    awaits: null,
    faults: [],
    unread: new Map(),
    goTo: null,
    stepped_s: null,
    projector: false,
    aside: null,
    played: null,
  };
}

/** The reader has acted: the opening's rule ends, nothing is pointed out, and from now on the address follows. */
export const actedIn = (): Partial<LaboratoryState> => ({ opening: null, pointed: null, acted: true });

/** Nothing is wrong, as when another run opens, or the list of what was refused is dismissed. */
export const nothingWrong = (): Partial<LaboratoryState> => ({ wrong: [], wrongFile: null, awaits: null, faults: [] });

/** A setting changes to a value: no field is refused; a nudge is over once another setting is changed, or its value is reached. */
export function changing(
  { nudge }: Pick<LaboratoryState, "nudge">,
  path: string | undefined,
  value: Value,
  done: boolean,
): Partial<LaboratoryState> {
  const over = nudge && (nudge.path !== path || (done && nudge.value === value));
  return { unread: new Map(), ...(over && { nudge: null }) };
}

/** A part of a card is unfolded, or folded again. */
export function unfolding({ unfolded }: Pick<LaboratoryState, "unfolded">, id: string, on: boolean) {
  const next = new Set(unfolded);
  if (on) next.add(id);
  else next.delete(id);
  return { unfolded: next };
}

/** The flow that comes after the one in focus, by `by`; round the ends, and from none to the first or last. */
export function focusAfter(flows: readonly SourceName[], card: SourceName | null, by: 1 | -1): SourceName | null {
  const at = card === null ? (by === 1 ? -1 : flows.length) : flows.indexOf(card);
  return flows[(at + by + flows.length) % flows.length] ?? null;
}
