/**
 * Data of algorithms with rates, phases and marks, for looking at their charts without the engine: two flows on DualPI2, the same every
 * time. For tests and `components.html` only; it is no simulation and decides nothing. Not here: the windows and queue of a duel (toy.ts).
 */

import { sourceName } from "../../engine/protocol.ts";
import { ALGORITHM_SIGNALS } from "../../generated/signals.ts";
import type { FlowLook, RunFacts } from "../../session/run-facts.ts";
import { DUEL, type ToyRun, toyFacts } from "./toy.ts";

const DURATION_S = 20;
const RATE_BPS = 10e6;
const BASE_MS = 40;
const PACKET_BITS = 12_000;
const STEP_S = 0.02;
/** Gains of the eight round trips of a cycle, as their phases are. */
const CYCLE = [1.25, 0.75, 1, 1, 1, 1, 1, 1];

/** The facts of the run: a flow that models the path beside one that is marked. */
export function modelFacts(over: Partial<RunFacts> = {}): RunFacts {
  const flow = (name: string, label: string, kind: string, index: number): FlowLook => ({
    name: sourceName(name),
    index,
    sign: index === 0 ? 7 : 2,
    label,
    kind,
    cross: false,
    start_s: 0,
    stop_s: DURATION_S,
  });
  const flows = [flow("bbr", "BBR", "bbr", 0), flow("prague", "Prague", "prague", 1)];
  return {
    ...toyFacts(DUEL),
    flows,
    discipline: "dualpi2",
    duration_s: DURATION_S,
    computed_s: DURATION_S,
    t0_s: 0,
    t1_s: DURATION_S,
    reading_s: DURATION_S,
    playhead_s: DURATION_S,
    base_rtt_ms: new Map(flows.map(({ name }) => [name, BASE_MS])),
    ...over,
  };
}

/** Every series of the run: (t, v) pairs by `source|signal`. */
export function modelRun(): ToyRun {
  const run: ToyRun = new Map();
  const put = (source: string, signal: string, t: number, value: number): void => {
    const list = run.get(`${source}|${signal}`) ?? [];
    list.push(t, value);
    run.set(`${source}|${signal}`, list);
  };
  const words = ALGORITHM_SIGNALS.get("bbr")?.find(({ kind }) => kind === "state")?.words ?? [];
  const phase = (word: string): number => Math.max(0, words.indexOf(word));
  let [marked, delivered] = [0, 0];
  for (let i = 0; i * STEP_S < DURATION_S; i++) {
    const t = i * STEP_S;
    const startup = t < 0.5;
    const probing = t % 10 > 9.8;
    const place = Math.floor(t / 0.05) % CYCLE.length;
    const gain = startup ? 2.885 : probing ? 1 : (CYCLE[place] as number);
    const estimate = startup ? RATE_BPS * 2 ** (t / 0.12 - 4) : 0.6 * RATE_BPS;
    put("bbr", "pacing_rate_bps", t, gain * estimate);
    put("bbr", "bandwidth_estimate_bps", t, estimate);
    put("bbr", "min_rtt_estimate_ms", t, BASE_MS);
    put("bbr", "delivery_rate_bps", t, estimate * (0.9 + 0.1 * Math.abs(Math.sin(7 * t))));
    const word = startup
      ? "startup"
      : probing
        ? "probe_rtt"
        : gain > 1
          ? "probe_up"
          : gain < 1
            ? "probe_down"
            : "cruise";
    put("bbr", "bbr_phase", t, phase(word));
    put("bbr", "in_flight_packets", t, probing ? 4 : Math.round(((gain * estimate) / PACKET_BITS) * 0.05));
    put("bbr", "delivered_bytes", t, (t * 0.6 * RATE_BPS) / 8);
    put("prague", "pacing_rate_bps", t, 0.4 * RATE_BPS * (1 + 0.1 * Math.sin(3 * t)));
    put("prague", "in_flight_packets", t, Math.round(14 + 2 * Math.sin(3 * t)));
    delivered += (0.4 * RATE_BPS * STEP_S) / 8;
    put("prague", "delivered_bytes", t, delivered);
    put("prague", "marked_share", t, Math.max(0.1, 1 - 4 * t) + 0.02 * Math.sin(t));
    if (i % 2 === 0 && Math.sin(2 * t) > -0.5) {
      put("prague", "mark", t, 1500);
      for (const source of ["prague", "bottleneck"]) put(source, "marked_packets", t, marked + 1);
      marked++;
    }
    put("bottleneck", "dualpi2_low_latency_delay_ms", t, 0.6 + 0.5 * Math.sin(9 * t));
    put("bottleneck", "dualpi2_classic_delay_ms", t, 15 + 6 * Math.sin(2 * t));
  }
  return run;
}
