/**
 * The two things that every part of the laboratory needs: the run on show, and the page on which it is drawn and announced. Not here: the
 * parts themselves (context.ts lists them).
 */
import type { EngineClient } from "../engine/client.ts";
import type { PathView } from "../path/dumbbell.ts";
import type { ChartArea } from "../run_view/chart-area.ts";
import type { Player } from "../run_view/player.ts";
import type { Session } from "../session/session.ts";

/** A run on the page: the first one, or the second branch. */
export interface ShownRun {
  readonly engine: EngineClient;
  readonly session: Session;
  readonly player: Player;
  readonly path: PathView;
}

/** The first run, with the charts that show it. */
export interface FirstRun extends ShownRun {
  readonly chartArea: ChartArea;
}

export interface Page {
  /** Something that is in words or controls has changed. */
  change(): void;
  /** Draws words and controls now. */
  renderNow(): void;
  /** Announces a sentence; a newer one on the same subject replaces one that still waits. */
  says(text: string | (() => string), subject?: string): void;
}

/** The parts that every part knows. */
export interface Common {
  readonly run: FirstRun;
  readonly page: Page;
}

/** A part of the laboratory: it knows the other parts that it needs, and has what it holds as its fields; `Own` is the part itself. */
export class Part<Needs extends Common, Own = unknown> {
  constructor(protected readonly lab: Needs) {}

  protected get session(): Session {
    return this.lab.run.session;
  }

  /** Changes what it holds; words and controls are drawn again. */
  update(change: Partial<Own>): void {
    Object.assign(this, change);
    this.lab.page.change();
  }
}
