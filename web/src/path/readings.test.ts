/**
 * The path's words: read-out, limit, units, the summary for screen readers; what counts as lost just now; the fills.
 */
import { describe, expect, it } from "vitest";
import { type Picture, Place, sourceName } from "../engine/protocol.ts";
import { rateText } from "../i18n/amounts.ts";
import type { RunFacts } from "../session/run-facts.ts";
import { bandHeights, fillsOf } from "./fills.ts";
import { countLosses, seenLosses } from "./losses.ts";
import {
  bytesText,
  limitText,
  percentText,
  readout,
  setupOf,
  slotsOf,
  summary,
  timeScaleText,
  timeText,
} from "./readings.ts";

const plain = (text: string): string => text.replaceAll("\u202f", " ");

function picture(over: Partial<Picture> = {}): Picture {
  return {
    t_s: 12,
    rate_bps: 10e6,
    limit_packets: 84,
    limit_bytes: 0,
    loss_probability: 0,
    loss_after_queue: 0,
    packet_bytes: 1500,
    queue_packets: 83,
    queue_bytes: 83 * 1500,
    packets: new Float64Array(),
    losses: new Float64Array(),
    flow_rates: new Float64Array(),
    cwnd: new Float64Array(),
    ...over,
  };
}

const facts: RunFacts = {
  flows: ["CDG", "NewReno"].map((label, index) => ({
    name: sourceName(label.toLowerCase()),
    index,
    sign: index,
    label,
    kind: label.toLowerCase(),
    cross: false,
    start_s: 0,
    stop_s: 80,
  })),
  focus: null,
  duration_s: 80,
  computed_s: 80,
  rate_bps: 10e6,
  limit_packets: 84,
  limit_bytes: null,
  packet_bytes: 1500,
  payload_bytes: 1460,
  base_rtt_ms: new Map([
    [sourceName("cdg"), 40],
    [sourceName("newreno"), 40],
  ]),
  g_ms: new Map([[sourceName("cdg"), 3]]),
  reading_s: 12,
  playhead_s: 12,
  t0_s: 0,
  t1_s: 80,
  old_g_ms: null,
};

describe("the read-out", () => {
  it("says packets and their delay", () => {
    expect(plain(readout(picture()))).toBe("83 packets = 100 ms");
    expect(plain(readout(picture({ queue_packets: 1, queue_bytes: 1500 })))).toBe("1 packet = 1.2 ms");
    expect(plain(readout(picture({ queue_packets: 0, queue_bytes: 0 })))).toBe("0 packets = 0 ms");
    expect(plain(readout(picture(), true)), "a question asks for the delay").toBe("83 packets");
    expect(plain(readout(picture({ queue_packets: 1, queue_bytes: 1500 }), true))).toBe("1 packet");
  });
  it("says n of n where a limit in packets is reached before the mouth", () => {
    const mixed = picture({ queue_packets: 84, queue_bytes: 60 * 1500 + 24 * 200 });
    expect(plain(readout(mixed))).toBe("84 of 84 packets = 76 ms");
  });
  it("says bytes where the limit counts bytes", () => {
    expect(plain(readout(picture({ limit_packets: 0, limit_bytes: 126_000, queue_bytes: 126_000 })))).toBe(
      "126 kB = 101 ms",
    );
    const setup = setupOf(picture({ limit_packets: 0, limit_bytes: 126_000 }), facts);
    expect(slotsOf(setup)).toBe(84);
    expect(plain(limitText(setup, false))).toBe("limit 126 kB");
  });
  it("gives the limit with its delay in the strip", () => {
    expect(plain(limitText(setupOf(picture(), facts), true))).toBe("limit 84 = 101 ms");
  });
});

describe("units", () => {
  it("suit the value", () => {
    expect([0.04, 5, 40, 12_500].map((ms) => plain(timeText(ms)))).toEqual(["40 µs", "5 ms", "40 ms", "12.5 s"]);
    expect([200, 1500, 126_000, 12.6e6].map((b) => plain(bytesText(b)))).toEqual([
      "200 B",
      "1.5 kB",
      "126 kB",
      "12.6 MB",
    ]);
    expect([500e3, 10e6, 1e9].map((b) => plain(rateText(b)))).toEqual(["500 kbit/s", "10 Mbit/s", "1 Gbit/s"]);
    expect([0, 0.0001, 0.01, 0.125].map((p) => plain(percentText(p)))).toEqual(["0 %", "0.01 %", "1 %", "12.5 %"]);
  });
  it("say the time scale", () => {
    expect([0.001, 0.04, 0.05, 1, 5, 1000].map((s) => plain(timeScaleText(s)))).toEqual([
      "1 s on screen = 1 ms",
      "1 s on screen = 40 ms",
      "1 s on screen = 50 ms",
      "1 s on screen = 1 s",
      "1 s on screen = 5 s",
      "1 s on screen = 1000 s",
    ]);
    expect(plain(timeScaleText(0.04, true))).toBe("1 s = 40 ms");
  });
});

describe("the summary", () => {
  it("counts by flow, the largest first, and tells the trend", () => {
    const packets: number[] = [];
    for (let i = 0; i < 83; i++) packets.push(Place.queued, i < 16 ? 0 : 1, 1500, i * 1500, i, 0);
    const flow_rates = Float64Array.from([1.9e6, 0, 0, 0, 7.8e6, 0, 0, 0]);
    const text = plain(summary(picture({ packets: Float64Array.from(packets), flow_rates }), facts, 5));
    expect(text).toBe(
      "The path: CDG, NewReno; a queue, then a link of 10 Mbit/s, 20 ms, 97 % in use. Queue: 83 of 84 packets, 67 NewReno, 16 CDG, rising.",
    );
    expect(summary(null, facts, null)).toContain("Queue: empty, limit 84.");
    // Before there is a run, or before its names are known.
    expect(summary(null, { ...facts, flows: [], rate_bps: 0, limit_packets: 0 }, null)).toBe("");
    expect(summary(null, { ...facts, rate_bps: 0 }, null)).toBe("");
    expect(summary(picture(), { ...facts, flows: [] }, null)).toBe("");
    const look = facts.flows[0] as RunFacts["flows"][number];
    const many = Array.from({ length: 33 }, (_, i) => ({
      ...look,
      name: sourceName(`f${i}`),
      label: `f ${i}`,
      title: "CDG",
    }));
    expect(summary(null, { ...facts, flows: many }, null)).toContain("CDG × 33");
  });
});

describe("losses", () => {
  // kind, source, bytes, age, serial
  const losses = Float64Array.from([0, 1, 1500, 0.01, 1, 0, 1, 1500, 0.035, 2, 1, 0, 1500, 0.028, 3]);
  it("stay 600 ms of screen time and fade over 200", () => {
    const seen = seenLosses(picture({ losses }), 0.04, false);
    expect(countLosses(seen)).toEqual({ drops: 1, random: 1 });
    const after = Float64Array.from([2, 0, 1500, 0.01, 4]);
    expect(countLosses(seenLosses(picture({ losses: after }), 0.04, false))).toEqual({ drops: 0, random: 1 });
    expect(seen[0]?.strength).toBe(1);
    expect(seen[0]?.way).toBeGreaterThan(0);
    // 0.028 s of the run are 0.7 s on screen: half faded, at rest.
    expect(seen[1]?.strength).toBeCloseTo(0.5, 6);
    expect(seen[1]?.way).toBe(1);
  });
  it("stand still for those who want less motion", () => {
    const ways = seenLosses(picture({ losses }), 0.04, true).map((l) => l.way);
    expect(new Set(ways).size).toBe(1);
  });
});

describe("fills", () => {
  const queued = [
    [Place.queued, 0, 1500, 0, 1, 11],
    [Place.queued, 1, 1500, 1500, 2, 11],
    [Place.queued, 1, 1500, 3000, 3, 11],
    [Place.link, 0, 1500, 0.5, 4, 11],
  ];
  const shown = (rates: number[]) =>
    fillsOf(picture({ packets: Float64Array.from(queued.flat()), flow_rates: Float64Array.from(rates) }), 2);
  it("share the queue's bytes, the link's bits and the ACKs", () => {
    const { queue, link, loop, drops, losses } = shown([7.5e6, 20, 1, 0, 2.5e6, 60, 3, 2]);
    expect([...queue]).toEqual([1 / 3, 2 / 3]);
    expect([...link]).toEqual([0.75, 0.25]);
    expect([...loop]).toEqual([0.25, 0.75]);
    expect([drops, losses]).toEqual([4, 2]);
  });
  it("are nothing where there is nothing", () => {
    const { queue, link, use } = fillsOf(picture({ flow_rates: new Float64Array(8) }), 2);
    expect([...queue, ...link, use]).toEqual([0, 0, 0, 0, 0]);
  });
  it("count the share of time in use by bits: a call's short packets use little", () => {
    expect(shown([2.5e6, 0, 0, 0, 0, 0, 0, 0]).use).toBe(0.25);
    expect(shown([10e6, 0, 0, 0, 0.05e6, 0, 0, 0]).use).toBe(1);
  });

  it("keep a small share to be seen in a thin band, and the band its height", () => {
    // CDG beside NewReno: 6 % of a loop of 6 px would be a third of a pixel.
    const [cdg, newreno] = bandHeights(Float64Array.of(0.06, 0.94), 6);
    expect(cdg).toBe(1);
    expect(newreno).toBeCloseTo(5);
    expect([...bandHeights(Float64Array.of(0, 1), 6)]).toEqual([0, 6]);
    expect([...bandHeights(Float64Array.of(0.25, 0.75), 14)]).toEqual([3.5, 10.5]);
    const crowd = bandHeights(new Float64Array(50).fill(0.02), 6);
    expect(crowd.reduce((sum, h) => sum + h)).toBeCloseTo(6);
  });
});
