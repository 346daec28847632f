/**
 * What the presenter needs of the laboratory that it operates. Types only: the laboratory is one (laboratory/context.ts), and hands itself
 * over when it fetches the presenter (presenting.ts). Not here: how it does these things.
 */

import type { Opened } from "../address/from-address.ts";
import type { NamedScript } from "../address/script.ts";
import type { ThemeChoice } from "../design/theme.ts";
import type { EngineClient } from "../engine/client.ts";
import type { SourceName } from "../engine/protocol.ts";
import type { ChartArea } from "../run_view/chart-area.ts";
import type { Player } from "../run_view/player.ts";
import type { PendingEdit } from "../session/pending-edit.ts";
import type { Preset } from "../session/presets.ts";
import type { SavedRun } from "../session/saved-run.ts";
import type { Scenario } from "../session/scenario.ts";
import type { Session } from "../session/session.ts";
import type { Value } from "../settings/setting.ts";

/** The part of the laboratory's state that the presenter reads or changes. */
export interface PresentedState {
  acted: boolean;
  aside: SavedRun | null;
  card: SourceName | null;
  letters: boolean;
  nudge: { path: string; value: Value; pulse: boolean } | null;
  played: Scenario | null;
  preset: Preset | null;
  projector: boolean;
  themeChoice: ThemeChoice;
  wrong: readonly string[];
}

/** A second branch of the run. */
interface Second {
  readonly engine: EngineClient;
  readonly session: Session;
  readonly player: Player;
  readonly at_s: number;
}

export interface Laboratory {
  readonly engine: EngineClient;
  readonly session: Session;
  readonly player: Player;
  readonly chartArea: ChartArea;
  readonly pending: PendingEdit;
  readonly split: Second | null;
  readonly state: Readonly<PresentedState>;
  readonly address: {
    readonly isHeld: boolean;
    hold(onBack: () => void): void;
    settle(): void;
    release(): void;
    drop(): void;
  };
  /** What presents the run now. */
  presenter: {
    readonly script: unknown;
    place(): NamedScript | null;
    tick(): void;
    follow(): void;
    leave(quietly?: boolean): void;
  } | null;

  update(change: Partial<PresentedState>): void;
  change(): void;
  act(): void;
  says(text: string, subject?: string): void;
  title(): string;
  play(on?: boolean): void;
  setting(paths: readonly string[], value: Value, done: boolean): void;
  setCharts(charts: readonly string[]): void;
  nextTheme(): void;
  openRun(found: Opened): Promise<void>;
  settings(): unknown;
  refusalLines(): string[];
}
