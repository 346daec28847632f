/**
 * A split run in the widget: branch B laid over A on the same axes, and a line that says whose curve is whose. It follows what the
 * document is made into. Not here: what the branches are (session/fork.ts), the second run as such (compare/second-run.ts), nor the laboratory's
 * fork with two paths and a hand on each (laboratory/fork-view.ts).
 */
import { nothing, type TemplateResult } from "lit";
import type { Overlay } from "../charts/chart.ts";
import { SecondRun } from "../compare/second-run.ts";
import type { EngineClient } from "../engine/client.ts";
import type { RunView } from "../run_view/run-view.ts";
import { branchOf } from "../session/fork.ts";

export class ForkComparison {
  private beside: SecondRun | null = null;
  /** The scenario of B that is shown, as text. */
  private followed = "";

  /** `onRefused`: the engine does not take B. */
  constructor(
    private readonly engine: EngineClient,
    private readonly stage: () => RunView,
    private readonly onChange: () => void,
    private readonly onRefused: () => void,
  ) {}

  /** A was opened, or changed: B is what its document makes of it. */
  follow(): void {
    const { session, player, figure } = this.stage();
    const { document } = session;
    const own = branchOf(document);
    const text = own ? JSON.stringify(own) : "";
    if (text === this.followed) return;
    this.followed = text;
    if (!own) {
      this.end();
      return;
    }
    this.beside ??= new SecondRun({ session, player, engine: this.engine }, (forget) => {
      figure.invalidateOverlay(forget);
      player.touch();
      this.onChange();
    });
    const paths = [...new Set(document.fork?.interventions.map((each) => each.path))];
    void this.beside.open(own, paths).then(
      (taken) => {
        if (taken || this.followed !== text) return;
        this.end();
        this.onRefused();
      },
      // Given up for another run.
      () => undefined,
    );
  }

  /** What the charts draw of B. */
  overlay(): Overlay | null {
    return this.beside?.overlay() ?? null;
  }

  /** Which line is whose. */
  legend(): TemplateResult | typeof nothing {
    return this.beside?.legend() ?? nothing;
  }

  private end(): void {
    this.beside?.close();
    this.beside = null;
    this.stage().figure.invalidateOverlay(true);
    this.onChange();
  }
}
