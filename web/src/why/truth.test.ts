/** The simulator's addition to a decision: whether the algorithm's inference was true. */
import { describe, expect, test } from "vitest";
import { ALGORITHMS } from "../generated/settings.ts";
import { RULES, type Rule } from "../generated/signals.ts";
import { addMessages } from "../i18n/catalogue.ts";
import charts from "../i18n/en/charts.json" with { type: "json" };
import { amountText, type Facts, fillText, isOfLoss, truth } from "./truth.ts";

addMessages("en", charts);

const AT_RANDOM: Facts = { lost: { how: "random", queue: { value: 3, inBytes: false } } };
const BY_QUEUE: Facts = { lost: { how: "queue", queue: { value: 84, inBytes: false } } };
const infersOf = (rule: string): Rule["infers"] => {
  const known = RULES.get(rule);
  if (!known) throw new Error(`${rule} is no rule`);
  return known.infers;
};
const said = (rule: string, facts: Facts, numbers: Record<string, number> = {}): string =>
  truth({ infers: infersOf(rule), numbers }, facts);

describe("a loss", () => {
  test.each(["newreno.halve", "cubic.reduce", "htcp.reduce", "vegas.loss", "aimd.give_up", "cdg.loss_congestion"])(
    "that %s treats as congestion was one if the queue dropped the packet",
    (rule) => {
      expect(said(rule, BY_QUEUE)).toBe(
        "The queue dropped the packet, with 84 packets in it. It was right to treat this loss as congestion.",
      );
      expect(said(rule, AT_RANDOM)).toBe(
        "The packet was lost at random, with 3 packets in the queue. It was wrong to treat this loss as congestion.",
      );
    },
  );

  test("that CDG or CHD tolerates should have been random", () => {
    for (const rule of ["cdg.loss_tolerated", "chd.loss_tolerated"]) {
      expect(said(rule, AT_RANDOM)).toContain("It was right to treat this loss as random.");
      expect(said(rule, BY_QUEUE)).toContain("It was wrong to treat this loss as random.");
    }
  });

  test("that was an ECN mark is no loss", () => {
    const facts: Facts = { lost: { how: "mark", queue: { value: 20, inBytes: false } } };
    expect(said("newreno.halve", facts)).toBe("No packet was lost: the queue put an ECN mark on one.");
  });

  test("is said of no timeout, and of no other decision", () => {
    for (const rule of ["cdg.timeout", "aimd.timeout", "vegas.increase", "cubic.epoch", "cdg.loss_in_backoff"])
      expect(said(rule, BY_QUEUE), rule).not.toContain("loss as");
  });

  test("is known of every loss rule of a window's algorithm", () => {
    const rated = new Set(ALGORITHMS.filter((each) => each.rate_based).map(({ kind }) => kind));
    const named = [...RULES.keys()].filter(
      (rule) => /\.(loss(?!_in)|reduce|halve|give_up)/.test(rule) && !rated.has(rule.split(".")[0] ?? ""),
    );
    // TCP-LP halves and gives up by delay.
    const missed = named.filter(
      (rule) => !isOfLoss({ infers: infersOf(rule), numbers: {} }) && !/^lp\.(halve|give_up)$/.test(rule),
    );
    expect(missed).toEqual([]);
  });
});

test("CDG's inferred state stands beside the true one", () => {
  expect(said("cdg.loss_tolerated", { ...BY_QUEUE, state: 0 }, { state: 2 })).toContain("true state was “full”");
  expect(said("cdg.delay_backoff", { state: 2 }, { gradient_ms: 1.2 })).toBe(
    "Over the last RTT the queue’s true state was “rising”. The gradient looked like a growing queue, and the queue was growing.",
  );
  for (const state of [1, 3])
    expect(said("cdg.delay_backoff", { state }, { gradient_ms: 1.2 })).toContain(
      "The gradient looked like a growing queue, but the queue was not growing.",
    );
  expect(said("cdg.delay_backoff", { state: 0 }, { gradient_ms: 1.2 })).toContain("It was right to back off");
  expect(said("cdg.delay_backoff", { state: 4 }, { gradient_ms: 1.2 })).toBe(
    "Over the last RTT the queue’s true state was “unknown”.",
  );
  expect(said("newreno.halve", { state: 0 })).toBe("");
  expect(said("vegas.decrease", { state: 0 }, { base_rtt_ms: 40 })).toBe("");
});

test("ineffectual backoffs assume loss-based flows", () => {
  expect(said("cdg.held", { rivals: ["NewReno", "CUBIC"] })).toBe(
    "The assumption was right: loss-based flows share the link (NewReno, CUBIC).",
  );
  expect(said("cdg.held", { rivals: [] })).toBe("The assumption was wrong: no loss-based flow shares the link.");
  expect(said("chd.loss_congestion", { rivals: [] }, { competes: 1 })).toContain("was wrong");
  expect(said("chd.loss_congestion", { rivals: [] }, { competes: 0 })).toBe("");
});

test("fast convergence assumes that a flow has joined", () => {
  const numbers = { before: 95, w_max: 80.75 };
  expect(said("cubic.reduce", { joined: [] }, numbers)).toBe(
    "The assumption was wrong: no flow has started since the previous loss.",
  );
  expect(said("cubic.reduce", { joined: ["NewReno"] }, numbers)).toContain("was right");
  expect(said("cubic.reduce", { joined: [] }, { before: 95, w_max: 95 })).toBe("");
});

test("an estimate of its own packets stands beside those that are there", () => {
  const facts: Facts = { queue_packets: 30, own_packets: 3, min_rtt_ms: 41.2 };
  const there = "The queue now holds 30 packets, 3 of them from this flow.";
  for (const rule of ["vegas.decrease", "fast.step", "lp.halve", "africa.slow", "compound.give_way", "hystart.delay"])
    expect(said(rule, facts, { base_rtt_ms: 41.3 }), rule).toBe(there);
  expect(said("vegas.decrease", facts, { base_rtt_ms: 60 })).toBe(
    `${there} Without a queue the RTT would be 41.2 ms, so the assumed 60 ms is too long and the estimate too low.`,
  );
});

test("what is said of a queue is in the unit of its limit", () => {
  expect([1, 84].map((value) => amountText({ value, inBytes: false }))).toEqual(["1 packet", "84 packets"]);
  expect(amountText({ value: 28_800, inBytes: true })).toBe("28.8\u202fkB");
  expect(fillText({ value: 84, inBytes: false }, 84)).toBe("84 of 84 packets");
  expect(fillText({ value: 28_800, inBytes: true }, 30_000)).toBe("28.8 of 30\u202fkB");
});
