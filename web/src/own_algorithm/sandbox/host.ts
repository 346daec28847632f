/**
 * Runs programs in the engine that was built for it, without a page or a worker: check, one run for its summary, or the program
 * behind an engine session. Not here: messages (sandbox.worker.ts), what a program may do (quickjs.ts), which runs (client.ts).
 */
import { type Engine, own_host, own_layout } from "../../../pkg/sawtooth_wasm.js";
import type { RunResult } from "./messages.ts";
import { ANSWER, Isolate, type Layout } from "./quickjs.ts";
import type { Checked, Fault } from "./types.ts";

/** Events of one slice: some milliseconds. */
const SLICE = 20_000;
/** Events of a whole run: the longest honest one has two million, a window without end a hundred times as many. */
const MOST_EVENTS = 6_000_000;

/** One program at a time answers the engine. */
export class Host {
  private readonly layout = JSON.parse(own_layout()) as Layout;
  private isolate: Isolate | null = null;
  /** Calls go through; the engine's calls before a program is there are NewReno's. */
  constructor(
    private readonly module: WebAssembly.Module,
    /** A fresh engine; the caller has initialised its module. */
    private readonly engine: () => Engine,
  ) {
    own_host({
      call: (code: number, numbers: Float64Array) => this.isolate?.call(code, numbers) ?? ANSWER.absent,
    } as unknown as Parameters<typeof own_host>[0]);
  }

  /** The first thing that went wrong with the program that answers now. */
  get fault(): Fault | null {
    return this.isolate?.fault ?? null;
  }

  /** Forgets what went wrong, and what was written: a run begins anew. */
  forget(): void {
    if (this.isolate) this.isolate.fault = null;
  }

  /** This program answers from now on; null: none does. */
  async take(source: string | null): Promise<Isolate | null> {
    this.isolate?.close();
    this.isolate = null;
    this.isolate = source === null ? null : await Isolate.of(source, this.layout, this.module);
    return this.isolate;
  }

  async check(source: string): Promise<Checked> {
    const isolate = await Isolate.of(source, this.layout, this.module);
    const { fault, functions, variables } = isolate;
    isolate.close();
    return fault ? { ok: false, fault } : { ok: true, hooks: functions, state: [...variables] };
  }

  /** A run to its end, or to the program's first fault. `tell` receives the progress, 0 to 1, after each slice. */
  async run(source: string | null, scenario: string, tell: (share: number) => void): Promise<RunResult> {
    const isolate = await this.take(source);
    const lines = isolate?.lines ?? [];
    const result = (measured: RunResult["measured"]): RunResult => {
      const { fault = null, more = 0 } = isolate ?? {};
      return { measured: fault ? null : measured, fault, lines, more };
    };
    if (isolate?.fault) return result(null);
    const engine = this.engine();
    try {
      const loaded = JSON.parse(engine.load(scenario)) as { ok: boolean; document: unknown };
      if (!loaded.ok) throw new Error(JSON.stringify(loaded));
      for (let events = 0; ; events += SLICE) {
        const summary = engine.summarise(SLICE);
        if (isolate?.fault) return result(null);
        if (summary) return result({ summary: JSON.parse(summary), settings: loaded.document });
        if (isolate && events > MOST_EVENTS) isolate.flood(engine.summarised_s());
        tell(engine.summarised_s() / engine.duration_s());
      }
    } finally {
      engine.free();
    }
  }
}
