/**
 * The whole run in one strip, as the scrubber shows it: queue, events of each flow, the reader's changes. Asked for
 * calmly while the run is computed. Not here: the drawing.
 */

import type { ScrubberData, ScrubMarks } from "../controls/props.ts";
import { continued, KEPT_MS } from "../engine/frames.ts";
import { BOTTLENECK, type Frame, type Points, type SeriesRequest, type ViewRequest } from "../engine/protocol.ts";
import type { FlowLook } from "../session/run-facts.ts";
import type { Intervention } from "../session/scenario.ts";
import type { Engine, Session } from "../session/session.ts";

/** At most so often, in ms. */
const CALM_MS = 250;
/** Marks asked for of each kind and flow: as many as a strip has pixels. */
const MARKS = 600;
const KINDS: readonly (readonly [signal: string, kind: ScrubMarks["kind"]])[] = [
  ["delay_backoff", "backoff"],
  ["window_cut", "loss"],
  ["timeout", "loss"],
];
/** Flags nearer than this share of the run are one: a drag is a crowd of changes. */
const APART = 1 / 80;
const NONE: Points = new Float64Array();

export class Overview {
  private profile: Points = NONE;
  private marks: ScrubMarks[] = [];
  /** Their data, and the question that these answer. */
  private frame: Frame | null = null;
  private key = "";
  /** When the run was changed last. */
  private changed_ms = Number.NEGATIVE_INFINITY;
  private flags: { of: unknown; times: number[] } = { of: null, times: [] };
  private asking = false;
  private wanted = false;
  private last_ms = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly engine: Engine,
    private readonly session: Session,
    private readonly looks: () => readonly FlowLook[],
    /** New data came: the page draws it, also while nothing else moves. */
    private readonly onData: () => void,
  ) {}

  /** The run was computed further, or is another. */
  want(): void {
    this.wanted = true;
  }

  /** The run is another from a moment on: what was drawn beyond it stays for a short time, until the new run has come so far. */
  change(now_ms: number): void {
    this.changed_ms = now_ms;
    this.wanted = true;
  }

  /** Another run: what was drawn stays until the first of it is there. */
  forget(): void {
    this.key = "";
    this.last_ms = Number.NEGATIVE_INFINITY;
    this.wanted = true;
  }

  /** Called once a frame: asks if something new is wanted. True if new data came since the last call. */
  poll(now_ms: number, columns: number, byBytes: boolean): void {
    if (!this.wanted || this.asking || now_ms - this.last_ms < CALM_MS || !this.session.run) return;
    this.wanted = false;
    this.asking = true;
    this.last_ms = now_ms;
    void this.ask(columns, byBytes, now_ms).finally(() => {
      this.asking = false;
      this.onData();
    });
  }

  private async ask(columns: number, byBytes: boolean, now_ms: number): Promise<void> {
    const looks = this.looks().filter((look) => !look.cross);
    const series: SeriesRequest[] = [
      { source: BOTTLENECK, signal: byBytes ? "queue_bytes" : "queue_packets", mode: "max" },
    ];
    for (const look of looks)
      for (const [signal] of KINDS) series.push({ source: look.name, signal, mode: "marks", limit: MARKS });
    const { generation } = this.session;
    const request: ViewRequest = { t0_s: 0, t1_s: this.session.clock.duration_s, columns, series };
    try {
      const answer = await this.engine.ask("view", request);
      if (generation !== this.session.generation) {
        this.wanted = true;
        return;
      }
      const key = JSON.stringify(request);
      const kept = key === this.key && now_ms - this.changed_ms < KEPT_MS;
      const frame = kept && this.frame ? continued(answer, this.frame) : answer;
      // Data that are still of the run before are asked for again.
      if (frame !== answer) this.wanted = true;
      this.frame = frame;
      this.key = key;
      this.profile = profileUntil(frame.series[0] ?? NONE, frame.computed_s);
      const marks = looks.flatMap((look, i) =>
        KINDS.map(([, kind], k) => ({
          sign: look.sign,
          kind,
          points: frame.series[1 + i * KINDS.length + k] ?? NONE,
        })),
      );
      this.marks = marksBySign(marks);
    } catch {
      // Given up with the run that it was about: the next word of progress asks again.
    }
  }

  /** Data that the scrubber draws now. */
  data(limit: number): ScrubberData {
    const { clock, document } = this.session;
    if (this.flags.of !== document) {
      const hand = [...(document.scenario.interventions ?? []), ...(document.fork?.interventions ?? [])];
      this.flags = { of: document, times: flagsOf(hand, clock.duration_s) };
    }
    return {
      duration_s: clock.duration_s,
      computed_s: clock.computed_s,
      playhead_s: clock.t_s,
      profile: limit > 0 ? this.profile : NONE,
      limit,
      marks: this.marks,
      flags: this.flags.times,
    };
  }
}

/** Marks of flows with one sign (many flows have that of their algorithm) as one series, in order of time. */
export function marksBySign(all: readonly ScrubMarks[]): ScrubMarks[] {
  const groups = new Map<string, ScrubMarks[]>();
  for (const marks of all) {
    const key = `${marks.sign} ${marks.kind}`;
    groups.set(key, [...(groups.get(key) ?? []), marks]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first || group.length === 1) return group;
    const times = group.flatMap(({ points }) => [...points].filter((_, i) => i % 2 === 0)).sort((a, b) => a - b);
    return { ...first, points: Float64Array.from(times.flatMap((t_s) => [t_s, 1])) };
  });
}

/** Times of the reader's changes, the first of each crowd. */
function flagsOf(hand: readonly Intervention[], duration_s: number): number[] {
  const times: number[] = [];
  for (const { at_s } of [...hand].sort((a, b) => a.at_s - b.at_s))
    if (at_s - (times.at(-1) ?? Number.NEGATIVE_INFINITY) >= duration_s * APART) times.push(at_s);
  return times;
}

/** The points up to a moment; the same array where all lie before it. */
function pointsUntil(points: Points, t_s: number): Points {
  let end = points.length;
  while (end > 0 && (points[end - 2] ?? 0) > t_s) end -= 2;
  return end === points.length ? points : points.slice(0, end);
}

/** The profile up to a moment, and nothing from there on: its last value is not drawn further than it is known. */
function profileUntil(profile: Points, t_s: number): Points {
  const known = pointsUntil(profile, t_s);
  if (known.length === 0) return NONE;
  const ended = new Float64Array(known.length + 2);
  ended.set(known);
  ended.set([t_s, 0], known.length);
  return ended;
}
