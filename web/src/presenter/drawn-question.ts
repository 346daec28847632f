/**
 * A question that is drawn, before a room: a pad over the chart on which the lecturer draws what the room says, and the line that
 * stays there when the run goes on. Not here: the pad itself (run_view/drawing-pad.ts), the line (run_view/guess-line.ts).
 */
import "../design/draw.css";
import { BOTTLENECK, sourceName } from "../engine/protocol.ts";
import { addMessages, translate } from "../i18n/catalogue.ts";
import english from "../i18n/en/lessons.json" with { type: "json" };
import { DrawPad } from "../run_view/drawing-pad.ts";
import { momentOf, valuesOf } from "../run_view/drawn-curve.ts";
import { overlayOf, roomUpTo } from "../run_view/guess-line.ts";
import { chartDrawing, plotPlace } from "../run_view/plot-rectangle.ts";
import type { FirstRun } from "./laboratory.ts";
import type { Question } from "./script.ts";

// The handles' own words.
addMessages("en", english);

/** Signals that have a level at each moment. */
const LEVELS: readonly string[] = ["cwnd_packets", "queue_packets", "in_flight_packets"];
/** Columns in which the level before the pad is read: its last value counts. */
const COLUMNS = 1000;

/** The chart on which a question can be drawn; null: in the air only. */
export function chartOf({ signal = "", from_s, to_s }: Question): string | null {
  return from_s !== undefined && to_s !== undefined && from_s < to_s ? (chartDrawing(signal)?.chart ?? null) : null;
}

export class StageDraw {
  private pad: DrawPad | null = null;
  /** The question is of a queue that the chart has in kB. */
  private inBytes = false;

  constructor(
    private readonly run: FirstRun,
    private readonly question: Question,
    private readonly chart: string,
  ) {}

  /** Puts the pad over the chart, once that is on the screen. */
  place(): void {
    const { question, chart } = this;
    const { session, player, chartArea } = this.run;
    const plot = plotPlace(chartArea, chart);
    if (!plot) return;
    // The axis as it is is the paper's height, unless the question asks for more: before the run is drawn it is another. Until the
    // settings have come the chart asks for the flows of the run before.
    if (!this.pad && !(session.described && chartArea.plot(chart)?.stands)) {
      player.touch();
      return;
    }
    const max = question.max ?? Number((plot.y(0) / (plot.y(0) - plot.y(1))).toPrecision(6));
    if (!(max > 0)) return;
    if (!this.pad) {
      const { from_s = 0, to_s = 0, signal = "" } = question;
      this.inBytes = signal === "queue_packets" && player.facts().limit_bytes !== null;
      const ask = { from_s, to_s, max, unit: this.inBytes ? "kB" : (chartDrawing(signal)?.unit ?? "") };
      player.overlay = roomUpTo(chart, max);
      this.pad = new DrawPad(ask, question.text, (levels) => {
        const points = valuesOf(ask, levels).flatMap((value, i) => [momentOf(ask, i), value]);
        player.overlay = overlayOf([{ chart, points, label: translate("present.draw.label") }]);
        player.touch();
      });
      void this.begin(this.pad);
    }
    this.pad.place(plot);
  }

  /** Shows on the pad where the known part ends, of a signal that has a level at each moment. */
  private async begin(pad: DrawPad): Promise<void> {
    const { from_s = 0, flow, signal = "" } = this.question;
    const source = signal === "queue_packets" ? BOTTLENECK : sourceName(flow ?? "");
    if (!LEVELS.includes(signal)) return;
    const series = [{ source, signal: this.inBytes ? "queue_bytes" : signal, mode: "line" }] as const;
    const frame = await this.run.engine.ask("view", { t0_s: 0, t1_s: from_s, columns: COLUMNS, series: [...series] });
    const level = frame.series[0]?.at(-1) ?? null;
    pad.begin(level !== null && this.inBytes ? level / 1000 : level);
  }

  /** Takes the pad away; what was drawn stays until the next step. */
  remove(): void {
    this.pad?.remove();
  }
}
