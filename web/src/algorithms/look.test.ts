/** The pages' sentences about their runs ("What to look for") and about stored results are true: each sentence that a run can decide. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Generated } from "../../../scripts/long-texts.ts";
import { BOTTLENECK, type SourceName, sourceName } from "../engine/protocol.ts";
import { ran } from "../lessons/testing/engine.ts";
import { scenarioOf } from "./miniature.ts";

const root = join(import.meta.dirname, "../../..");
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
const pages = read("web/src/generated/pages.json") as Generated[];
const pageOf = (kind: string): Generated => pages.find((page) => page.kind === kind) as Generated;
/** The page has this sentence, or a part of it. */
const says = (kind: string, words: string): void =>
  expect(pageOf(kind).text.look.replaceAll(/\s+/g, " "), kind).toContain(words);

/** The second flow joins at 15 s; slow start and its losses are over after 5 s. */
const ALONE = [5, 15] as const;
const BESIDE = [20, 40] as const;
type Stretch = readonly [number, number];
/** Capacity for payload on 10 Mbit/s, Mbit/s. */
const PAYLOAD = 9.73;

interface Scenario {
  bottleneck: { queue: Record<string, unknown>; loss: Record<string, unknown> };
  flows: { name: string; algorithm: Record<string, unknown>; [field: string]: unknown }[];
}

/** A page's own run, or that with a change; its measures over a stretch. */
function runOf(kind: string, change: (scenario: Scenario) => void = () => {}) {
  const page = pageOf(kind);
  const scenario = scenarioOf(page as never, page.text.run) as unknown as Scenario;
  change(scenario);
  const { curve } = ran(scenario);
  const names = scenario.flows.map(({ name }) => sourceName(name));
  const levels = (source: SourceName, signal: string, [t0, t1]: Stretch): number[] => {
    const points = curve(source, signal, t0, t1);
    return [...points].filter((_, i) => i % 2 === 1);
  };
  return {
    /** Mbit/s of payload. */
    goodput(flow: number, [t0, t1]: Stretch): number {
      const bytes = levels(names[flow] as SourceName, "delivered_bytes", [t0, t1]);
      return (8 * ((bytes.at(-1) ?? 0) - (bytes[0] ?? 0))) / (t1 - t0) / 1e6;
    },
    window: (flow: number, stretch: Stretch): number[] => levels(names[flow] as SourceName, "cwnd_packets", stretch),
    queue: (stretch: Stretch): number[] => levels(BOTTLENECK, "queue_packets", stretch),
  };
}
const alone = (scenario: Scenario): void => {
  scenario.flows = scenario.flows.slice(0, 1);
};
const withLoss = (scenario: Scenario): void => {
  alone(scenario);
  scenario.bottleneck.loss = { model: "bernoulli", probability: 0.01 };
};
const most = (values: number[]): number => Math.max(...values);
const least = (values: number[]): number => Math.min(...values);
const swing = (values: number[]): number => most(values) - least(values);

describe("alone", () => {
  test("CDG keeps a few packets queued, and leaves the link idle for a while", () => {
    says("cdg", "Alone, CDG keeps the queue at a few packets");
    says("cdg", "an idle link after each backoff");
    const run = runOf("cdg", alone);
    expect(most(run.queue(ALONE))).toBeLessThan(20);
    expect(run.goodput(0, ALONE) / PAYLOAD).toBeGreaterThan(0.7);
    expect(run.goodput(0, ALONE) / PAYLOAD).toBeLessThan(0.9);
  });

  test("Vegas and FAST settle", () => {
    says("vegas", "the window no longer changes, and the queue holds a few packets");
    says("fast", "window and queue settle, with α packets of each flow in the queue");
    expect(swing(runOf("vegas", alone).window(0, ALONE))).toBeLessThan(0.01);
    const fast = runOf("fast", alone);
    expect(swing(fast.window(0, ALONE))).toBeLessThan(1);
    // α is 8 below 10 Mbit/s.
    expect(least(fast.queue(ALONE))).toBeGreaterThanOrEqual(6);
    expect(most(fast.queue(ALONE))).toBeLessThanOrEqual(10);
  });

  test("DUAL swings around the middle of the queue, without drops", () => {
    says("dual", "swings gently around the middle of the queue, and the queue drops nothing more");
    const queue = runOf("dual", alone).queue(ALONE);
    expect(least(queue)).toBeGreaterThan(84 / 3);
    expect(most(queue)).toBeLessThan((2 * 84) / 3);
  });

  test("CARD stays near the knee, and far below it with delayed ACKs", () => {
    says("card", "the queue is almost empty and the link nearly busy");
    says("card", "the window stays far below the knee");
    const run = runOf("card", alone);
    expect(most(run.queue(ALONE))).toBeLessThan(5);
    expect(run.goodput(0, ALONE) / PAYLOAD).toBeGreaterThan(0.8);
    const delayed = runOf("card", (scenario) => {
      alone(scenario);
      Object.assign(scenario.flows[0] as object, { delayed_ack: true });
    });
    expect(most(delayed.window(0, ALONE))).toBeLessThan(34 / 2);
  });

  test("PERT and PIE keep the delay that their pages name, once slow start is over", () => {
    says("pert", "keeps the queueing delay below 20 ms");
    says("pie", "The first slow start overflows the queue");
    says("red", "The first slow start still fills the queue");
    expect(1.2 * most(runOf("pert", alone).queue(ALONE))).toBeLessThan(20);
    const pie = runOf("pie", alone);
    expect(most(pie.queue([0, 5]))).toBe(84);
    expect(most(pie.queue(ALONE))).toBeLessThan(84 / 2);
    const red = runOf("red", alone);
    expect(most(red.queue([0, 5]))).toBe(84);
    expect(most(red.queue(ALONE))).toBeLessThan(84 / 3);
  });

  test("LEDBAT's queue is flat at its target, LEDBAT++'s drains in each pause, and both leave it to NewReno", () => {
    says("ledbat", "From about 40 s on, the queue is a flat line at 100 ms");
    says("ledbat_pp", "the queue stays near 60 ms, with a regular pause in which it drains");
    const ledbat = runOf("ledbat");
    for (const packets of ledbat.queue([40, 45])) expect(Math.abs(1.2 * packets - 100)).toBeLessThan(4);
    const further = runOf("ledbat_pp");
    expect(1.2 * most(further.queue([5, 45]))).toBeLessThan(70);
    for (const pause of [
      [5, 15],
      [20, 30],
    ] as const)
      expect(least(further.queue(pause))).toBe(0);
    for (const kind of ["ledbat", "ledbat_pp"]) {
      says(kind, "At 45 s NewReno joins and fills the queue, and LEDBAT");
      expect(most(runOf(kind).window(0, [70, 75]))).toBe(2);
    }
  });

  test("IIAD keeps the queue full", () => {
    says("iiad", "the window stays at the limit and the queue stays full");
    expect(least(runOf("iiad", alone).queue(ALONE))).toBeGreaterThan(80);
  });

  test("one NewReno flow leaves CoDel's queue empty for a while, and fills the link with a queue of one BDP", () => {
    says("codel", "the queue empties after each drop, and the link idles for a while");
    says("newreno", "With a queue limit of one BDP, half of a full window still fills the link");
    const codel = runOf("codel", alone);
    expect(least(codel.queue(ALONE))).toBe(0);
    expect(codel.goodput(0, ALONE) / PAYLOAD).toBeLessThan(0.95);
    const bdp = runOf("newreno", (scenario) => {
      alone(scenario);
      scenario.bottleneck.queue.limit_packets = 34;
    });
    expect(bdp.goodput(0, ALONE) / PAYLOAD).toBeGreaterThan(0.995);
  });

  test("H-TCP's adaptive backoff keeps the link busy with half a BDP of queue", () => {
    says("htcp", "a queue limit of half a BDP, a loss leaves more than half of the window, and the link stays busy");
    const goodput = (adaptive_backoff: boolean): number =>
      runOf("htcp", (scenario) => {
        alone(scenario);
        scenario.bottleneck.queue.limit_packets = 17;
        Object.assign((scenario.flows[0] as Scenario["flows"][0]).algorithm, { adaptive_backoff });
      }).goodput(0, ALONE) / PAYLOAD;
    expect(goodput(true)).toBeGreaterThan(0.995);
    expect(goodput(false)).toBeLessThan(0.98);
  });

  test("on a short path CUBIC without its estimate has far fewer losses", () => {
    says("cubic", "With a base RTT of 5 ms, a queue limit of 10 packets and `tcp_friendliness` off");
    const cuts = (tcp_friendliness: boolean): number => {
      const window = runOf("cubic", (scenario) => {
        alone(scenario);
        scenario.bottleneck.queue.limit_packets = 10;
        const [flow] = scenario.flows as [Scenario["flows"][0]];
        flow.base_rtt_ms = 5;
        Object.assign(flow.algorithm, { tcp_friendliness });
      }).window(0, ALONE);
      return window.filter((value, i) => i > 0 && value < 0.9 * (window[i - 1] as number)).length;
    };
    expect(cuts(true)).toBeGreaterThan(5 * Math.max(cuts(false), 1));
  });
});

describe("beside NewReno", () => {
  test.each([
    ["cdg", "keeps a small share of the link", 0.25],
    ["vegas", "it loses almost its whole share", 0.1],
    ["pert", "gets almost nothing", 0.1],
    ["iiad", "the queue stays full meanwhile", 1],
  ] as const)("%s: %s", (kind, words, share) => {
    says(kind, words);
    expect(runOf(kind).goodput(0, BESIDE) / PAYLOAD).toBeLessThan(share);
  });

  test("of two alike, MIMD and AIAD keep what one has more, MIAD adds to it, and AIMD evens it out", () => {
    const share = (kind: string, law = kind): number => {
      const run = runOf(kind, (scenario) => {
        for (const flow of scenario.flows) flow.algorithm.kind = law;
      });
      const [first, second] = [0, 1].map((flow) => run.goodput(flow, [70, 100])) as [number, number];
      return first / second;
    };
    says("mimd", "the first still has about twice as much");
    expect(share("mimd")).toBeGreaterThan(1.7);
    expect(share("mimd")).toBeLessThan(2.4);
    says("aiad", "more than four times as much");
    expect(share("aiad")).toBeGreaterThan(4);
    says("miad", "it gets about a twentieth of the link");
    expect(share("miad")).toBeGreaterThan(10);
    expect(runOf("miad").goodput(1, [20, 100])).toBeLessThan(0.06 * PAYLOAD);
    says("mimd", "they are even before half a minute has passed");
    const even = runOf("mimd", (scenario) => {
      for (const flow of scenario.flows) flow.algorithm.kind = "aimd";
    });
    const [first, second] = [0, 1].map((flow) => even.goodput(flow, [40, 70])) as [number, number];
    expect(Math.abs(first / second - 1)).toBeLessThan(0.1);
  });

  test("Hybla makes up for a long path, and pays for it", () => {
    const run = runOf("hybla");
    const reno = runOf("hybla", (scenario) => {
      (scenario.flows[0] as Scenario["flows"][0]).algorithm.kind = "newreno";
    });
    const later = [20, 60] as const;
    says("hybla", "Hybla has more than three quarters");
    expect(run.goodput(0, later) / PAYLOAD).toBeGreaterThan(0.75);
    expect(reno.goodput(0, later) / PAYLOAD).toBeLessThan(0.5);
    says("hybla", "each ACK of slow start brings 255 packets");
    const overshot = runOf("hybla", (scenario) => {
      const [flow] = scenario.flows as [Scenario["flows"][0]];
      flow.base_rtt_ms = 200;
      delete flow.initial_ssthresh_packets;
    });
    expect(overshot.goodput(0, later) / run.goodput(0, later)).toBeLessThan(0.5);
  });

  test("adaptive PERT gains little", () => {
    says("pert", "on this path that changes little");
    const run = runOf("pert", (scenario) => {
      Object.assign((scenario.flows[0] as Scenario["flows"][0]).algorithm, { adaptive: true });
    });
    expect(run.goodput(0, BESIDE) / PAYLOAD).toBeLessThan(0.1);
  });

  test("TCP-LP leaves the link and takes it back", () => {
    says("lp", "TCP-LP falls to one packet, and it takes the link back when NewReno stops");
    const run = runOf("lp");
    expect(most(run.window(0, [20, 27]))).toBe(1);
    expect(run.goodput(0, [32, 40]) / PAYLOAD).toBeGreaterThan(0.8);
    expect(run.goodput(0, ALONE) / PAYLOAD).toBeGreaterThan(0.8);
  });

  test("a later FAST flow gets more than the first", () => {
    says("fast", "gets more than its share");
    const run = runOf("fast", ({ flows }) => {
      (flows[1] as Scenario["flows"][0]).algorithm = { kind: "fast" };
    });
    expect(run.goodput(1, BESIDE)).toBeGreaterThan(1.2 * run.goodput(0, BESIDE));
  });

  test("FQ-CoDel gives both nearly the same, whatever they are", () => {
    says("fq_codel", "Two backlogged flows get nearly equal shares, whatever their algorithms");
    for (const kind of ["newreno", "cubic", "cdg"]) {
      const run = runOf("fq_codel", ({ flows }) => {
        (flows[0] as Scenario["flows"][0]).algorithm = { kind };
      });
      const [one, other] = [run.goodput(0, BESIDE), run.goodput(1, BESIDE)];
      expect(one / (one + other), kind).toBeGreaterThan(0.45);
      expect(one / (one + other), kind).toBeLessThan(0.55);
    }
  });
});

test("a full drop-tail queue delays by the time in which the link sends it", () => {
  says("drop_tail", "84 packets of 1500 bytes at 10 Mbit/s delays every flow by 100.8 ms");
  expect((1000 * 84 * 1500 * 8) / 10e6).toBeCloseTo(100.8, 6);
});

test("random loss keeps NewReno's window small, and CHD tolerates it", () => {
  says("newreno", "raise the random loss, and the window stays small");
  says("chd", "CHD tolerates the losses and keeps its window");
  expect(runOf("newreno", withLoss).goodput(0, BESIDE) / PAYLOAD).toBeLessThan(0.5);
  expect(runOf("chd", withLoss).goodput(0, BESIDE) / PAYLOAD).toBeGreaterThan(0.7);
});

describe("in the stored figures", () => {
  const figure8 = read("public/figures/cdg_fig8.json");
  const table = figure8.figure.panels.map(({ table }: { table: unknown }) => table).find((each: unknown) => each);
  const column = (head: string, row: number): number => table.rows[row][table.heads.indexOf(head)].value;

  test("CDG tolerates nine of ten queue drops, and three of four random losses", () => {
    says("cdg", "CDG tolerates nine of ten packets that the queue drops");
    says("cdg", "three of four in figure 8 b");
    expect(table.rows[0][0].text).toBe("Congestion losses only");
    expect(column("Overflows tolerated", 0)).toBeGreaterThan(0.85);
    expect(column("Overflows tolerated", 0)).toBeLessThan(0.95);
    expect(column("Random losses tolerated", 1)).toBeGreaterThan(0.7);
    expect(column("Random losses tolerated", 1)).toBeLessThan(0.8);
  });

  test("Compound's goodput is 2 to 4 % below NewReno's", () => {
    says("compound", "it is 2 to 4 % below NewReno's when 1 % or more of the packets are lost at random");
    const { claims } = read("public/figures/cdg_fig4.json");
    const { measured } = claims.find(({ id }: { id: string }) => id === "cdg.fig4.compound_worse");
    for (const { of, value } of measured) {
      expect(Math.round(100 * (1 - value)), of).toBeGreaterThanOrEqual(2);
      expect(Math.round(100 * (1 - value)), of).toBeLessThanOrEqual(4);
    }
  });
});
