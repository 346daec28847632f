/**
 * Numbers of a lesson's text that no summary has: measures of the trace (web/src/lessons/curve.ts), asked for while their run is
 * on show and kept with it. Not here: what they mean, how they are worded.
 */
import type { SourceName } from "../engine/protocol.ts";
import type { Measured } from "../session/measures.ts";
import { type Curve, curveMeasure } from "./curve.ts";

export class TraceNumbers {
  private readonly known = new WeakMap<Measured, Map<string, number | null>>();

  constructor(
    private readonly read: (source: SourceName, signal: string, t0_s: number, t1_s: number) => Promise<Curve>,
    private readonly onNew: () => void,
  ) {}

  /** A measure of a run: null until it is known, undefined if the name is none of a trace. */
  value(run: Measured, of: string, onShow: boolean): number | null | undefined {
    const measure = curveMeasure(of);
    if (!measure) return undefined;
    const own = this.known.get(run) ?? new Map<string, number | null>();
    this.known.set(run, own);
    const found = own.get(of);
    if (found !== undefined || !onShow) return found ?? null;
    own.set(of, null);
    const { sources, signal, t0_s, t1_s } = measure;
    void Promise.all(sources.map((source) => this.read(source, signal, t0_s, t1_s))).then(
      (curves) => {
        own.set(of, measure.of(curves));
        this.onNew();
      },
      // Given up with the run: asked again when it is on show again.
      () => own.delete(of),
    );
    return null;
  }
}
