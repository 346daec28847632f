/** The presets' sentences are true of their runs: a sentence fails here when the result changes (more in measures/tests/it/presets.rs). */
import { describe, expect, test } from "vitest";
import { sourceName } from "../engine/protocol.ts";
import { ran } from "../lessons/testing/engine.ts";
import { measure } from "./measures.ts";
import { presetOf } from "./presets.ts";

/** Payload that the link carries, Mbit/s, with packets of 1500 bytes at 10 Mbit/s. */
const CAPACITY = 9.73;

function runOf(id: string) {
  const scenario = presetOf(id)?.scenario ?? {};
  const run = ran(scenario);
  const points = (flow: string, signal: string, t0_s: number, t1_s: number): Float64Array =>
    run.curve(sourceName(flow), signal, t0_s, t1_s);
  return {
    /** Share of the link's payload that a flow delivers. */
    share: (flow: string, t0_s: number, t1_s: number): number => {
      const line = points(flow, "delivered_bytes", t0_s, t1_s);
      return (((line.at(-1) ?? 0) - (line[1] ?? 0)) * 8e-6) / (t1_s - t0_s) / CAPACITY;
    },
    /** Every value of a signal in a span. */
    values: (source: string, signal: string, t0_s: number, t1_s: number): number[] =>
      [...points(source, signal, t0_s, t1_s)].filter((_, i) => i % 2 === 1),
    /** Share of CDG's losses at which it keeps its window. */
    tolerated: (flow: string, t0_s: number, t1_s: number): number => {
      const [kept, cut] = ["loss_tolerated", "window_cut"].map((each) => points(flow, each, t0_s, t1_s).length) as [
        number,
        number,
      ];
      return kept / (kept + cut);
    },
  };
}

describe("random loss", () => {
  test("CDG keeps its window at most random losses", () => {
    for (const [id, flow, to_s] of [
      ["cdg_fig4", "cdg1", 60],
      ["lossy_radio_link", "CDG", 80],
      ["cdg_fig8b", "cdg1", 80],
    ] as const)
      expect(runOf(id).tolerated(flow, 5, to_s), id).toBeGreaterThan(0.6);
  });

  test("on the radio link CDG has more than twice NewReno's goodput", () => {
    const run = runOf("lossy_radio_link");
    expect(run.share("CDG", 5, 80) / run.share("NewReno", 5, 80)).toBeGreaterThan(2);
  });

  test("three CDG flows fill nearly all of the link", () => {
    const run = runOf("cdg_fig7");
    const all = ["cdg1", "cdg2", "cdg3"].reduce((sum, flow) => sum + run.share(flow, 42, 60), 0);
    expect(all).toBeGreaterThan(0.95);
  });

  test("with 1 % loss NewReno uses about a third of the link, and CDG more", () => {
    const run = runOf("cdg_fig8b");
    const newreno = run.share("newreno1", 22, 40);
    expect(newreno).toBeGreaterThan(0.3);
    expect(newreno).toBeLessThan(0.4);
    expect(run.share("newreno2", 105, 120)).toBeCloseTo(0.33, 1);
    expect(run.share("cdg1", 22, 40)).toBeGreaterThan(newreno);
  });
});

describe("without random loss", () => {
  test("NewReno takes most of the link beside CDG", () => {
    const run = runOf("cdg_fig8a");
    expect(run.share("newreno1", 22, 40)).toBeGreaterThan(0.75);
    const both = run.share("newreno1", 62, 80) + run.share("newreno2", 62, 80);
    expect(both).toBeGreaterThan(0.6);
  });

  test("three CDG flows share evenly, of two the one with the longer RTT has less", () => {
    const run = runOf("cdg_fig5");
    for (const flow of ["cdg1", "cdg2", "cdg3"]) {
      const share = run.share(flow, 45, 60);
      expect(share).toBeGreaterThan(0.28);
      expect(share).toBeLessThan(0.39);
    }
    const two = runOf("cdg_fig9");
    expect(two.share("cdg_long", 25, 60)).toBeLessThan(0.9 * two.share("cdg_short", 25, 60));
  });

  test("in a flash crowd TFRC keeps nearly two thirds of its rate, and TCP little", () => {
    const run = runOf("flash_crowd");
    const kept = (flow: string): number => run.share(flow, 16, 20) / run.share(flow, 5, 15);
    expect(kept("TCP")).toBeLessThan(0.25);
    expect(kept("TFRC")).toBeGreaterThan(0.55);
    expect(kept("TFRC")).toBeLessThan(0.67);
  });
});

describe("rates and marks", () => {
  test("alone, BBR keeps the link busy with a short queue; CUBIC fills it", () => {
    const run = runOf("bbr_beside_cubic");
    expect(run.share("BBR", 2, 15)).toBeGreaterThan(0.97);
    expect(Math.max(...run.values("bottleneck", "queue_packets", 2, 15))).toBeLessThan(25);
    expect(Math.max(...run.values("bottleneck", "queue_packets", 15, 15.6))).toBe(84);
  });

  test("at DualPI2 nine in ten of Prague's packets wait under 1 ms, CUBIC's 15 ms in the median", () => {
    const run = ran(presetOf("prague_beside_cubic")?.scenario ?? {});
    /** RTT without the base and the packet's own transmission, ms. */
    const wait = (of: string): number => (measure(run, of) ?? Number.NaN) - 20.6;
    expect(wait("flows.Prague.rtt_ms.p90")).toBeLessThan(1);
    expect(wait("flows.CUBIC.rtt_ms.p50").toFixed(0)).toBe("15");
  });
});
