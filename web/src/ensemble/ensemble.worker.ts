/**
 * A worker that runs experiments, and scenarios of the reader's own: it gets the compiled module, keeps the current experiment
 * with its rows, and responds to requests. A run blocks it; to end a run, end the worker. Not here: which worker does which run (job-pool.ts).
 */
import {
  binnedSeries,
  discriminatorCounts,
  discriminatorShares,
  discriminators,
  Figure,
  Find,
  initSync,
  measurable,
  quantities,
  Sweep,
  SweepTable,
} from "../../pkg-figures/sawtooth_wasm_figures.js";
import type { CallName, Calls, FromWorker, SweepDocument, ToWorker, Which } from "./protocol.ts";
import type { Refusal, SweepPlan } from "./types.ts";

/** The worker's own scope, as far as it is used: the page's library knows windows only. */
const scope = self as unknown as {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker): void;
};

let figure: Figure | null = null;
let open = "";

function figureOf({ id, repetitions }: Which, anew = false): Figure {
  const key = `${id} ${repetitions}`;
  if (figure && open === key && !anew) return figure;
  figure?.free();
  figure = Figure.open(id, repetitions) ?? null;
  open = key;
  if (!figure) throw new Error(id);
  return figure;
}

let sweep: { of: string; kept: Sweep | Find | SweepTable } | null = null;

/** Keeps a sweep, a search or a table in place of the one before. */
function keep<K extends Sweep | Find | SweepTable>(of: string, kept: K): K {
  sweep?.kept.free();
  sweep = { of, kept };
  return kept;
}

/** The sweep of a document, or the search; `isNew`: without the rows that it has. */
function sweepOf({ document, file }: SweepDocument, isNew: boolean): Sweep | Find {
  const known = sweep?.of === document && !isNew ? (sweep.kept as Sweep | Find) : null;
  return known ?? keep(document, new ("find" in JSON.parse(document) ? Find : Sweep)(document, file));
}

/** Reports the progress of a run. */
const meter = (call: number): Parameters<Figure["run"]>[1] =>
  ({ tell: (share: number): void => scope.postMessage({ call, share }) }) as unknown as Parameters<Figure["run"]>[1];

const acts: { [N in CallName]: (argument: Calls[N][0], call: number) => Calls[N][1] } = {
  jobs: (which) => JSON.parse(figureOf(which).jobs()),
  scenario: ({ job, ...which }) => figureOf(which).scenario(job),
  run: ({ job, ...which }, call) => figureOf(which).run(job, meter(call)),
  binnedSeries({ scenario, file, seed, bins }, call) {
    const sums = binnedSeries(scenario, file, seed, bins, meter(call));
    if (sums.length === 0) throw new Error("refused");
    return { sums, ...(JSON.parse(quantities()) as { source: string[]; queue: string[] }) };
  },
  judgedLosses({ scenario, file, seed, from_s, to_s }, call) {
    const counts = discriminatorCounts(scenario, file, seed, from_s, to_s, meter(call));
    if (!counts) throw new Error("refused");
    return counts;
  },
  scores: (counts) => ({ rules: discriminators().split(" "), shares: discriminatorShares(counts) }),
  clear(which) {
    figureOf(which, true);
    return null;
  },
  draw({ rows, ...which }) {
    const own = figureOf(which);
    for (const { job, row } of rows) own.add(job, row);
    return { figure: JSON.parse(own.drawing()), claims: JSON.parse(own.claims()) };
  },
  measurable: ({ scenario, file }) => JSON.parse(measurable(scenario, file)),
  openSweep: (given) => JSON.parse(sweepOf(given, true).plan()),
  openTable({ scenario, file, table, span, drawn }) {
    let first: Refusal | null = null;
    // Measured over the span of the form, or over the whole run.
    const whole: typeof span = {};
    for (const { from_s, to_s } of Object.keys(span).length > 0 ? [span, whole] : [whole]) {
      const own = Sweep.ofTable(scenario, file, table, from_s, to_s);
      const plan = JSON.parse(own.plan()) as SweepPlan | Refusal;
      if (plan.ok) {
        keep(own.document(), own);
        return { plan, other: null };
      }
      first ??= plan;
    }
    const alone = new SweepTable(table);
    const plan = JSON.parse(alone.plan()) as SweepPlan | Refusal;
    if (!plan.ok || !first) return { plan, other: null };
    if (!drawn) return { plan: first, other: null };
    keep("", alone);
    return { plan, other: first };
  },
  askSweep({ name, given }) {
    const kept = sweep?.kept as unknown as Record<string, (...given: readonly unknown[]) => unknown>;
    return kept[name]?.(...given);
  },
  sweepRow: ({ run, ...given }, call) => sweepOf(given, false).run(run, meter(call)),
  file: ({ form, ...which }) => figureOf(which).file(form),
};

scope.onmessage = ({ data }) => {
  if ("module" in data) {
    initSync({ module: data.module });
    return;
  }
  const { call, name, argument } = data;
  try {
    const act = acts[name] as (argument: unknown, call: number) => unknown;
    scope.postMessage({ call, answer: act(argument, call) });
  } catch (error) {
    scope.postMessage({ call, fault: error instanceof Error ? error.message : String(error) });
  }
};
