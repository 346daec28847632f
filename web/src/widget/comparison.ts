/**
 * A split run in the widget: branch B laid over A on the same axes, and a line that says whose curve is whose. It follows what the
 * document is made into. Not here: what the branches are (session/fork.ts), the second run as such (compare/second-run.ts), nor the
 * laboratory's fork with two paths and controls for each (laboratory/fork-view.ts).
 */
import { nothing, type TemplateResult } from "lit";
import type { Overlay } from "../charts/chart.ts";
import { legend } from "../compare/legend.ts";
import { type Comparison, withBranch, withRun } from "../compare/model.ts";
import { SecondRun } from "../compare/second-run.ts";
import type { RunView } from "../run_view/run-view.ts";
import type { LabDocument } from "../session/document.ts";

/** The branches of a document; its charts show where a change first parts them. */
function comparisonOf(document: LabDocument): Comparison | null {
  const branches = withBranch(document);
  const [other] = branches?.others ?? [];
  if (!branches || !other) return null;
  const { from_s } = withRun(branches.first, other, branches.paths);
  return from_s < 0 ? branches : { ...branches, from_s };
}

export class ForkComparison {
  private second: SecondRun | null = null;
  /** The scenario of B that is shown, as text. */
  private followed = "";

  /** `onRefused`: the engine does not take B. */
  constructor(
    private readonly runView: () => RunView,
    private readonly onChange: () => void,
    private readonly onRefused: () => void,
  ) {}

  /** A was opened, or changed: B is what its document makes of it. */
  follow(): void {
    const runView = this.runView();
    const comparison = comparisonOf(runView.session.document);
    const text = comparison ? JSON.stringify(comparison.others) : "";
    if (text === this.followed) return;
    this.followed = text;
    if (!comparison) {
      this.end();
      return;
    }
    this.second ??= new SecondRun(runView, comparison, () => this.onChange());
    void this.show(this.second, comparison, text);
  }

  private async show(second: SecondRun, comparison: Comparison, text: string): Promise<void> {
    try {
      if (await second.open(comparison)) await second.finish();
      else if (this.followed === text) {
        this.end();
        this.onRefused();
      }
    } catch {
      // Given up for another run.
    }
  }

  /** Overlay that the charts draw of B. */
  overlay(): Overlay | null {
    return this.second?.overlay() ?? null;
  }

  /** Which line is whose. */
  legend(): TemplateResult | typeof nothing {
    return this.second ? legend(this.second) : nothing;
  }

  private end(): void {
    this.second?.close();
    this.second = null;
    this.onChange();
  }
}
