/**
 * The parts of the laboratory that the presenter operates, each as far as it needs it. Types only: the laboratory has them
 * (laboratory/context.ts), and hands itself over when it fetches the presenter (presenting.ts). Not here: how it does these things.
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

interface ShownRun {
  readonly engine: EngineClient;
  readonly session: Session;
  readonly player: Player;
}

/** The first run, with the charts that show it. */
export interface FirstRun extends ShownRun {
  readonly chartArea: ChartArea;
}

interface Beginning {
  /** The reader has acted since the run opened. */
  readonly acted: boolean;
  /** The preset that the run was made from. */
  readonly preset: Preset | null;
  update(change: { nudge: null }): void;
  act(): void;
  title(): string;
}

interface Look {
  /** Single letters are keys. */
  readonly letters: boolean;
  readonly themeChoice: ThemeChoice;
  nextTheme(): void;
  setProjector(on: boolean): void;
}

interface Stage {
  /** Presents the run now. */
  presenter: {
    readonly script: unknown;
    place(): NamedScript | null;
    tick(): void;
    follow(): void;
    leave(quietly?: boolean): void;
  } | null;
  aside: SavedRun | null;
  played: Scenario | null;
}

export interface Laboratory {
  readonly run: FirstRun;
  readonly page: { change(): void; says(text: string, subject?: string): void };
  readonly beginning: Beginning;
  readonly problems: { blame(lines: readonly string[]): void; refusalLines(): string[] };
  readonly look: Look;
  readonly focus: { readonly card: SourceName | null; update(change: { card: SourceName }): void };
  readonly time: { play(on: boolean): void };
  readonly edits: {
    readonly pending: PendingEdit;
    setting(paths: readonly string[], value: Value, done: boolean): void;
    setCharts(charts: readonly string[]): void;
  };
  readonly branches: { readonly split: (ShownRun & { readonly at_s: number }) | null; settings(): unknown };
  readonly address: {
    readonly isHeld: boolean;
    hold(onBack: () => void): void;
    settle(): void;
    release(): void;
    drop(): void;
  };
  readonly stage: Stage;
  openRun(found: Opened): Promise<void>;
}
