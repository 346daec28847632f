/**
 * What the parts of the laboratory know of it: the run on show, its state to read, and what can be done. Types only. Not here: how it
 * is done (laboratory.ts), which keys and buttons do it (actions.ts).
 */
import type { TemplateResult } from "lit";
import type { Begun } from "../address/begin.ts";
import type { Opened } from "../address/from-address.ts";
import type { NamedScript } from "../address/script.ts";
import type { Overlay } from "../charts/chart.ts";
import type { Theme, ThemeChoice } from "../design/theme.ts";
import type { EngineClient } from "../engine/client.ts";
import type { SourceName, StepUnit } from "../engine/protocol.ts";
import type { PathView } from "../path/dumbbell.ts";
import type { ChartArea } from "../run_view/chart-area.ts";
import type { Overview } from "../run_view/overview.ts";
import type { Player } from "../run_view/player.ts";
import type { LabDocument } from "../session/document.ts";
import type { Effects } from "../session/effect.ts";
import type { Side } from "../session/fork.ts";
import type { Notices } from "../session/notices.ts";
import type { PendingEdit } from "../session/pending-edit.ts";
import type { RunFacts } from "../session/run-facts.ts";
import type { Scenario } from "../session/scenario.ts";
import type { Session } from "../session/session.ts";
import type { Value } from "../settings/setting.ts";
import type { AddressBar } from "./address.ts";
import type { LaboratoryState } from "./state.ts";

/** The second branch of a forked run (fork-view.ts). */
export interface SecondBranch {
  readonly engine: EngineClient;
  readonly session: Session;
  readonly player: Player;
  readonly path: Pick<PathView, "shown">;
  /** Where it parts from the first, s. */
  readonly at_s: number;
  overlay(): Overlay | null;
  showPath(theme: Theme, facts: RunFacts): void;
  head(): TemplateResult;
  sentence(): string;
  refusalLines(): string[];
  renderNames(): void;
}

/** Many runs of the scenario over this one (repeat.ts). */
export interface Repeated {
  /** So many runs are done; 1, the run on the page alone, until all are. */
  readonly runs: number;
  overlay(): Overlay | null;
  head(): TemplateResult;
  sentence(): string;
}

/** The run while it is presented (presenter/presenter.ts). */
export interface Presented {
  /** What is played; null: the run as it is. */
  readonly script: unknown;
  /** What is in the address. */
  place(): NamedScript | null;
  /** The laboratory has drawn itself. */
  tick(): void;
  /** Its charts were drawn: what lies over them follows. */
  follow(): void;
  /** `quietly`: another address opens. */
  leave(quietly?: boolean): void;
}

/** The presenter, once it is fetched (presenter/presenting.ts). */
export interface Presenting {
  /** Offers to present the run, or a script. */
  showChoices(lab: Laboratory): Promise<void>;
  /** Presents the script that an address names; where that cannot be, what is wrong with it is over the run. */
  presentNamed(lab: Laboratory, found: Opened, named: NamedScript): Promise<void>;
  /** A recording goes on that a reload has interrupted. */
  goOnRecording(lab: Laboratory): Promise<void>;
}

export interface Laboratory {
  readonly engine: EngineClient;
  readonly session: Session;
  readonly player: Player;
  readonly path: Pick<PathView, "shown">;
  readonly chartArea: ChartArea;
  readonly pending: PendingEdit;
  readonly overview: Overview;
  readonly address: AddressBar;
  readonly notices: Notices;
  readonly effects: Effects;
  readonly state: Readonly<LaboratoryState>;
  readonly split: SecondBranch | null;
  readonly repeat: Repeated | null;
  readonly why: { render(narrow: boolean): TemplateResult | null } | null;
  presenter: Presented | null;

  /** Changes the state; words and controls are drawn anew. */
  update(change: Partial<LaboratoryState>): void;
  /** Something that is in words or controls has changed. */
  change(): void;
  /** Draws words and controls now. */
  renderNow(): void;
  /** The reader has acted. */
  act(): void;
  says(text: string | (() => string), subject?: string): void;

  play(on?: boolean): void;
  step(unit: StepUnit, back: boolean): Promise<void>;
  seek(t_s: number, done?: boolean): void;
  setSpeed(speed: number): void;
  setTheme(theme: ThemeChoice, keeps?: boolean): void;
  nextTheme(): void;
  setHidden(hidden?: boolean): void;
  setLetters(on: boolean): void;
  setCharts(charts: readonly string[]): void;
  setHover(name: SourceName | null): void;
  pick(name: SourceName): void;
  showAll(all: boolean): void;
  focusBy(by: 1 | -1): void;
  setting(paths: readonly string[], value: Value, done: boolean): void;
  addFlow(change: (document: LabDocument, t_s: number) => LabDocument): void;
  removeFlow(name: SourceName): void;
  edit(change: (document: LabDocument, t_s: number) => LabDocument): void;
  refuseText(path: string, typed: string): void;
  repeatRun(): Promise<void>;
  fork(): void;
  join(side: Side): void;
  setSide(side: Side): void;
  undo(redo?: boolean): Promise<void>;
  runText(text: string): Promise<string[]>;
  opened(scenario: Scenario): void;
  openRun(found: Opened, begun?: Begun | null): Promise<void>;
  present(): Promise<void>;
  presentNamed(found: Opened, named: NamedScript): Promise<void>;

  /** The name of the run. */
  title(): string;
  /** The settings that the controls show: of the branch that the controls change. */
  settings(): unknown;
  /** What is in the address now. */
  fields(): string;
  /** Words of the present refusal. */
  refusalLines(): string[];
}
