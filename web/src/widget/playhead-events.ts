/**
 * Tells the host which events the playhead passes (contract 5): time, source, signal; at most 50 a second, the rest
 * counted in `more` of the next one reported. Not here: the playhead, nor the events' rules (the engine's).
 */

import type { Frame, SeriesRequest, SourceName, ViewRequest } from "../engine/protocol.ts";
import type { FlowLook } from "../session/run-facts.ts";

/** Signals that are reported, of flows and of cross traffic. */
const OF_FLOWS = ["drop_queue", "drop_random", "lost_after_queue", "window_cut", "timeout"] as const;
const OF_CROSS = ["drop_queue", "drop_random", "lost_after_queue"] as const;
/** The algorithms' own, by kind. */
const OF_KIND: Readonly<Record<string, readonly string[]>> = { cdg: ["delay_backoff"] };
/** Events in a second. */
const MOST_A_SECOND = 50;
/** Marks of one series that one question may bring. */
const MOST_MARKS = 400;
/** Sources that are listened to. */
const MOST_SOURCES = 24;
/** Questions are at least so far apart, in ms. */
const PAUSE_MS = 100;

/** Message to the host about one event. */
export interface Passed {
  t: number;
  source: SourceName;
  signal: string;
  /** Events before this one that were not reported. */
  more?: number;
}

export class PassedEvents {
  private from_s = 0;
  private asking = false;
  private asked_ms = Number.NEGATIVE_INFINITY;
  private untold = 0;
  private times: number[] = [];
  /** Counts jumps: what was asked before one is not reported. */
  private jumps = 0;

  constructor(
    private readonly view: (request: ViewRequest) => Promise<Frame>,
    private readonly tell: (event: Passed) => void,
  ) {}

  /** The playhead was set: what lies between was not passed. */
  jump(t_s: number): void {
    this.from_s = t_s;
    this.untold = 0;
    this.jumps++;
  }

  /** The playhead moved on to `t_s`. */
  moved(t_s: number, looks: readonly FlowLook[], now_ms: number): void {
    if (t_s < this.from_s) this.jump(t_s);
    if (this.asking || now_ms - this.asked_ms < PAUSE_MS || t_s === this.from_s) return;
    const series: SeriesRequest[] = looks.slice(0, MOST_SOURCES).flatMap((look) =>
      [...(look.cross ? OF_CROSS : OF_FLOWS), ...(OF_KIND[look.kind] ?? [])].map((signal) => ({
        source: look.name,
        signal,
        mode: "marks" as const,
        limit: MOST_MARKS,
      })),
    );
    const { from_s, jumps } = this;
    this.asking = true;
    this.asked_ms = now_ms;
    this.from_s = t_s;
    // The end is asked for too.
    void this.view({ t0_s: from_s, t1_s: t_s + 1e-6, columns: MOST_MARKS, series })
      .then(
        (frame) => {
          if (jumps === this.jumps) this.pass(frame, series, from_s, t_s, now_ms);
        },
        () => undefined,
      )
      .finally(() => {
        this.asking = false;
      });
  }

  private pass(frame: Frame, series: readonly SeriesRequest[], from_s: number, to_s: number, now_ms: number): void {
    const events: Passed[] = [];
    for (const [i, points] of frame.series.entries()) {
      const wanted = series[i];
      if (!wanted) continue;
      const { source, signal } = wanted;
      for (let at = 0; at < points.length; at += 2) {
        const t = points[at] ?? 0;
        if (t > from_s && t <= to_s) events.push({ t, source, signal });
      }
    }
    this.times = this.times.filter((time) => time > now_ms - 1000);
    for (const event of events.sort((a, b) => a.t - b.t)) {
      if (this.times.length >= MOST_A_SECOND) {
        this.untold++;
        continue;
      }
      this.times.push(now_ms);
      this.tell(this.untold > 0 ? { ...event, more: this.untold } : event);
      this.untold = 0;
    }
  }
}
