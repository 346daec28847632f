/**
 * How this machine's own kernel takes a reduction back, and ours: packets that come late, a link that falls silent, a lost tail, flows that
 * answer at once; with the stack's defaults, and with each means off. Not here: the runs (kernel-runs.mjs), what the figures mean
 * (docs/results/kernel-undo.md).
 */
import { readFileSync } from "node:fs";
import { release } from "node:os";
import { output } from "../native.mjs";
import { median, titled } from "../table.mjs";
import { bothRunCells, isInTime, kernelName, ownAlgorithm } from "./kernel-runs.mjs";

/** Runs of each, the kernel's and ours. */
const SEEDS = 5;
const KINDS = ["newreno", "cubic", "bbr"];
const NAMES = /** @type {Record<string, string>} */ ({ newreno: "NewReno", cubic: "CUBIC", bbr: "BBR" });
/** Payload of a packet with time stamps. */
const KERNEL_PAYLOAD_BYTES = 1448;
const STALL_S = 10;
/** A run ends so long after a silence, and this long after it the window is read. */
const [AFTER_S, WINDOW_AFTER_S] = [4, 1];
/** Where timeouts count, a run may be late by a fiftieth of the least one. */
const LATE_US = 4000;

/**
 * A means of the stack that is off: the kernel's sysctl, and fields of a flow. Ours has none in place of tcp_recovery's second bit: it is part of
 * `dsack`.
 * @typedef {{ theirs: string[], ours: object | null }} Off
 */
const OFF = /** @type {Record<string, Off>} */ ({
  dsack: { theirs: ["tcp_dsack=0"], ours: { dsack: false } },
  "eifel (time stamps)": { theirs: ["tcp_timestamps=0"], ours: { timestamps: false } },
  f_rto: { theirs: ["tcp_frto=0"], ours: { f_rto: false } },
  tail_loss_probe: { theirs: ["tcp_early_retrans=0"], ours: { tail_loss_probe: false } },
  "adaptive_reordering (tcp_recovery 3)": { theirs: ["tcp_recovery=3"], ours: null },
  "dsack, eifel": { theirs: ["tcp_dsack=0", "tcp_timestamps=0"], ours: { dsack: false, timestamps: false } },
});

/**
 * Results that are read of a run, and how two medians are judged.
 * @typedef {object} Figure
 * @property {string} name With its unit.
 * @property {number} digits
 * @property {(run: any) => number} theirs
 * @property {(run: Own) => number} ours
 * @property {(theirs: number, ours: number) => boolean} [agrees] Shown only if absent.
 */

/**
 * A run of ours: its summary, and its windows and retransmissions over time.
 * @typedef {object} Own
 * @property {any} summary
 * @property {{ at_s: number, signal: string, value: number }[]} trace
 */

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {string} [off] One of `OFF`.
 * @property {object} document Ours.
 * @property {(string | number)[]} path The kernel's.
 * @property {string[]} kinds The flows' algorithms.
 * @property {number} length_s
 * @property {boolean} [traced] Windows and retransmissions of ours are read.
 * @property {number[]} [moments_s] At which the window is read.
 */

/** Cases with the same figures. @typedef {{ title: string, figures: Figure[], cases: Case[] }} Group */

/** By this share, or by no more than `least`. */
export const within = (/** @type {number} */ share, /** @type {number} */ least) =>
  function agrees(/** @type {number} */ theirs, /** @type {number} */ ours) {
    return Math.abs(ours - theirs) <= Math.max(share * Math.abs(theirs), least);
  };
/** By a factor of two, or by five packets: of so few one round trip decides. */
export const twofold = (/** @type {number} */ theirs, /** @type {number} */ ours) =>
  Math.abs(ours - theirs) <= 5 || (ours <= 2 * theirs && theirs <= 2 * ours);

/** Last window before a moment. */
const windowAt = (/** @type {Own} */ run, /** @type {number} */ at_s) =>
  run.trace.findLast((each) => each.signal === "cwnd_packets" && each.at_s < at_s)?.value ?? Number.NaN;

/** @type {Figure} */
const GOODPUT = {
  name: "Mbit/s",
  digits: 2,
  theirs: (run) => run.flows[0].goodput_bps / 1e6,
  ours: (run) => run.summary.flows[0].goodput_bps / 1e6,
  agrees: within(0.1, 0),
};

/**
 * Packets that the receiver had, as its own D-SACKs count them; without D-SACK as the bottleneck does, less what the receiver has discarded (PAWS,
 * RFC 7323) and did not have, though it was handed over.
 */
function duplicates(/** @type {any} */ { flows, settings, receiver_counters: receiver }) {
  if (settings.includes("tcp_dsack=0")) return flows[0].needless - (receiver.PAWSEstab ?? 0);
  return (receiver.TCPDSACKOldSent ?? 0) + (receiver.TCPDSACKOfoSent ?? 0);
}

/** @type {Figure} */
const NEEDLESS = {
  name: "needless",
  digits: 0,
  theirs: duplicates,
  ours: (run) => run.summary.flows[0].needless_retransmissions,
  agrees: twofold,
};

/** A window at the case's n-th moment. @returns {Figure} */
const windowAtMoment = (/** @type {string} */ name, /** @type {number} */ n, /** @type {boolean} */ judged) => ({
  name,
  digits: 0,
  theirs: (run) => run.flows[0].windows[n].cwnd,
  ours: (run) => windowAt(run, run.summary.moments_s[n]),
  ...(judged && { agrees: within(0.1, 1) }),
});

/** @type {Figure} */
const PROBE = {
  name: "first sent again, s",
  digits: 3,
  theirs: ({ flows: [flow] }) => (flow.resent_s[0] ?? Number.NaN) - flow.first_sent_s,
  ours: (run) => run.trace.find((each) => each.signal === "retransmit")?.at_s ?? Number.NaN,
  agrees: within(0.1, 0),
};

/** When the last flow is complete, from the first data on. @type {Figure} */
const COMPLETED = {
  name: "complete, s",
  digits: 3,
  theirs: ({ flows }) =>
    Math.max(...flows.map((/** @type {any} */ flow) => flow.completed_s || Number.NaN)) -
    Math.min(...flows.map((/** @type {any} */ flow) => flow.first_sent_s)),
  ours: ({ summary }) => Math.max(...summary.flows.map((/** @type {any} */ flow) => flow.completed_s ?? Number.NaN)),
  agrees: within(0.1, 0),
};

/** When the receiver has all: ours stops then. @type {Figure} */
const WINDOW_WHEN_COMPLETE = {
  name: "window then",
  digits: 0,
  theirs: ({ flows: [flow] }) => flow.cwnd_when_complete,
  ours: (run) => windowAt(run, Number.POSITIVE_INFINITY),
  agrees: within(0.1, 1),
};

/** @type {Figure} */
const TIMEOUTS = {
  name: "timeouts",
  digits: 0,
  theirs: ({ flows }) => flows.reduce((/** @type {number} */ sum, /** @type {any} */ flow) => sum + flow.timeouts, 0),
  ours: ({ summary }) =>
    summary.flows.reduce((/** @type {number} */ sum, /** @type {any} */ flow) => sum + flow.timeouts, 0),
};

/** A document that is tested elsewhere, too. */
const kept = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(new URL(`../../wasm-core/testing/cases/${name}.json`, import.meta.url), "utf8"));

/** A flow of one of them, with this algorithm, and with a means off. */
const flow = (/** @type {any} */ of, /** @type {string} */ kind, /** @type {string} */ off = "") => ({
  ...of.flows[0],
  algorithm: ownAlgorithm(kind),
  handshake: "assumed",
  // As much as a kernel's own.
  send_jitter_ms: 0.1,
  ...OFF[off]?.ours,
});

const named = (/** @type {string} */ name, /** @type {string | undefined} */ off) =>
  off === undefined ? name : `${name}; off: ${off}`;

/** @returns {Case} */
function reordering(
  /** @type {string} */ kind,
  /** @type {number} */ depth,
  /** @type {number} */ loss = 0,
  /** @type {string | undefined} */ off = undefined,
) {
  const of = kept("reordering_linux_newreno_depth4");
  const { rate_bps, queue, reordering: late } = of.bottleneck;
  const limit_packets = 300;
  return {
    name: named(`${NAMES[kind]}, depth ${depth}${loss > 0 ? `, ${loss * 100} % lost` : ""}`, off),
    off,
    document: {
      ...of,
      duration_s: 15,
      bottleneck: {
        rate_bps,
        queue: { ...queue, limit_packets },
        reordering: { ...late, depth_packets: depth },
        ...(loss > 0 && { loss: { model: "bernoulli", probability: loss } }),
      },
      flows: [flow(of, kind, off)],
    },
    path: [
      ...["--rate", rate_bps, "--rtt", of.flows[0].base_rtt_ms, "--queue", limit_packets],
      ...["--reorder", `${late.probability}:${depth}`, "--loss", loss],
    ],
    kinds: [kind],
    length_s: 15,
  };
}

/** @returns {Case} */
function stall(
  /** @type {string} */ kind,
  /** @type {number} */ length_s,
  /** @type {string | undefined} */ off = undefined,
) {
  const of = kept("stall_linux_newreno");
  const { rate_bps, queue } = of.bottleneck;
  const duration_s = STALL_S + length_s + AFTER_S;
  // A packet of 1500 bytes in each millisecond but those of the silence.
  const opportunities = Array.from({ length: duration_s * 1000 }, (_, ms) => ms).filter(
    (ms) => ms < STALL_S * 1000 || ms >= (STALL_S + length_s) * 1000,
  );
  return {
    name: named(`${NAMES[kind]}, ${length_s} s`, off),
    off,
    document: {
      ...of,
      duration_s,
      bottleneck: { ...of.bottleneck, rate_trace_ms: opportunities },
      flows: [flow(of, kind, off)],
    },
    path: [
      ...["--rate", rate_bps, "--rtt", of.flows[0].base_rtt_ms, "--queue", queue.limit_packets],
      ...["--gap", `${STALL_S}:${length_s}`],
    ],
    kinds: [kind],
    length_s: duration_s,
    traced: true,
    moments_s: [STALL_S, STALL_S + length_s + WINDOW_AFTER_S],
  };
}

/** Ten packets; `lost`: their numbers in the order of sending, counted from one. @returns {Case} */
function tail(
  /** @type {string} */ name,
  /** @type {number[]} */ lost,
  /** @type {string | undefined} */ off = undefined,
) {
  const of = kept("tail_loss");
  const { rate_bps, queue } = of.bottleneck;
  const gaps = lost.map((number, i) => number - (lost[i - 1] ?? 0));
  return {
    name: named(name, off),
    off,
    document: {
      ...of,
      duration_s: 4,
      bottleneck: { ...of.bottleneck, loss: { model: "periodic", gaps: [...gaps, 1e8] } },
      flows: [flow(of, "cubic", off)],
    },
    path: [
      ...["--rate", rate_bps, "--rtt", of.flows[0].base_rtt_ms, "--queue", queue.limit_packets],
      ...["--transfer", 10 * KERNEL_PAYLOAD_BYTES, ...lost.flatMap((number) => ["--lose", number])],
    ],
    kinds: ["cubic"],
    length_s: 4,
    traced: true,
  };
}

const TAILS = /** @type {[string, number[]][]} */ ([
  ["the last is lost", [10]],
  ["the last three are lost", [8, 9, 10]],
  ["the last and the probe are lost", [10, 11]],
]);

/** Twenty flows. @returns {Case} */
function atOnce(/** @type {string} */ kind) {
  const [rate_bps, rtt_ms, limit_packets, transfer_bytes] = [1e8, 1, 100, 65536];
  const flows = Array.from({ length: 20 }, (_, i) => ({
    ...flow({ flows: [{ host: "linux", base_rtt_ms: rtt_ms }] }, kind),
    name: `s${i}`,
    // As a kernel's: a tenth of a packet's time.
    send_jitter_ms: 0.01,
    transfer_bytes,
  }));
  const queue = { discipline: "drop_tail", limit_packets };
  return {
    name: `${NAMES[kind]}`,
    document: { schema: 1, duration_s: 3, bottleneck: { rate_bps, queue }, flows },
    path: ["--rate", rate_bps, "--rtt", rtt_ms, "--queue", limit_packets, "--transfer", transfer_bytes],
    kinds: flows.map(() => kind),
    length_s: 3,
  };
}

const FIGURES = {
  reordering: [GOODPUT, NEEDLESS],
  stall: [windowAtMoment("window before", 0, false), windowAtMoment("1 s after", 1, true), NEEDLESS, GOODPUT],
  tail: [PROBE, COMPLETED, WINDOW_WHEN_COMPLETE],
  atOnce: [COMPLETED, TIMEOUTS],
};

/** @returns {Group[]} */
const groups = () => [
  {
    title: "Reordering: 3.4 Mbit/s, 50 ms, 17.5 % of the packets late, 15 s",
    figures: FIGURES.reordering,
    cases: KINDS.flatMap((kind) => [...[2, 4, 23].map((depth) => reordering(kind, depth)), reordering(kind, 4, 0.01)]),
  },
  {
    title: `A link that is silent from ${STALL_S} s on: 12 Mbit/s, 100 ms`,
    figures: FIGURES.stall,
    cases: KINDS.flatMap((kind) => [0.2, 0.5, 1, 1.5, 3].map((length_s) => stall(kind, length_s))),
  },
  {
    title: "A lost tail: ten packets, CUBIC, 10 Mbit/s, 162 ms",
    figures: FIGURES.tail,
    cases: TAILS.map(([name, lost]) => tail(name, lost)),
  },
  {
    title: "Answers at once: 20 flows of 64 KiB, 100 Mbit/s, 1 ms, queue 100",
    figures: FIGURES.atOnce,
    cases: KINDS.map(atOnce),
  },
  {
    title: "Reordering with a means off",
    figures: FIGURES.reordering,
    cases: [
      ...Object.keys(OFF).map((off) => reordering("newreno", 4, 0, off)),
      ...["dsack", "eifel (time stamps)", "dsack, eifel"].map((off) => reordering("newreno", 23, 0, off)),
    ],
  },
  {
    title: "A silent link with a means off",
    figures: FIGURES.stall,
    cases: Object.keys(OFF).map((off) => stall("newreno", 1.5, off)),
  },
  {
    title: "A lost tail with a means off",
    figures: FIGURES.tail,
    cases: TAILS.flatMap(([name, lost]) => Object.keys(OFF).map((off) => tail(name, lost, off))),
  },
];

/** Causes of what does not agree, by case and figure. */
const CAUSES = [
  {
    of: /, depth 4, 1 % lost: Mbit/,
    cause: "Five runs of 15 s are few: six others of the kernel had medians of 1.96 (NewReno) and 1.76 (CUBIC)",
  },
  {
    of: /^BBR: complete/,
    cause:
      "A kernel does not pace a flow's first ten packets (`tcp_update_skb_after_send`), ours does; without pacing ours takes 0.26 s",
  },
];

/** The kernel's arguments for a case. */
function kernelArguments(/** @type {Case} */ of, /** @type {number} */ seed) {
  const settings = ["tcp_timestamps=1", ...(OFF[of.off ?? ""]?.theirs ?? [])];
  return [
    ...of.path,
    ...["--seed", seed, "--warm", 0, "--duration", of.length_s],
    ...settings.flatMap((setting) => ["--set", setting]),
    ...(of.moments_s ?? []).flatMap((at_s) => ["--window-at", at_s]),
    ...of.kinds.flatMap((kind) => ["--flow", kernelName(kind)]),
  ];
}

/** A run of ours; null where it has no such means. @returns {Own | null} */
function ownRun(/** @type {string} */ program, /** @type {Case} */ of, /** @type {number} */ seed) {
  if (of.off !== undefined && OFF[of.off]?.ours === null) return null;
  const document = JSON.stringify({ ...of.document, seed });
  const run = (/** @type {string[]} */ ...what) => output(program, ["run", "-", ...what], document, "ignore");
  const summary = JSON.parse(run("--summary", "json"));
  const text = of.traced ? run("--trace", "-", "--signals", "cwnd_packets,retransmit") : "";
  const trace = text.split("\n").flatMap((line) => {
    const [at_s, , signal, value] = line.split(",");
    return signal === "cwnd_packets" || signal === "retransmit"
      ? [{ at_s: Number(at_s), signal, value: Number(value) }]
      : [];
  });
  return { summary: { ...summary, moments_s: of.moments_s ?? [] }, trace };
}

/** A case's figures. `timely`: the kernel's runs that were in time. */
function row(
  /** @type {Case} */ of,
  /** @type {Figure[]} */ figures,
  /** @type {{ kernel: any[], timely: any[], sawtooth: (Own | null)[] }} */ { kernel, timely, sawtooth },
) {
  const ours = sawtooth.filter((run) => run !== null);
  return {
    name: of.name,
    timely: timely.length,
    runs: kernel.length,
    lateness_us: {
      p99: Math.max(...kernel.map((run) => run.lateness_us.p99)),
      max: Math.max(...kernel.map((run) => run.lateness_us.max)),
    },
    figures: figures.map((figure) => ({
      figure,
      theirs: timely.map(figure.theirs),
      ours: ours.map(figure.ours),
    })),
  };
}

/** @returns {Promise<{ title: string, figures: Figure[], rows: ReturnType<typeof row>[] }[]>} */
export async function measure() {
  const all = groups();
  const cells = all.flatMap(({ title, figures, cases }) =>
    cases.map((of) => ({
      ...{ title, figures, of, seeds: SEEDS, length_s: of.length_s },
      theirs: (/** @type {number} */ seed) => kernelArguments(of, seed),
      ours: (/** @type {string} */ program, /** @type {number} */ seed) => ownRun(program, of, seed),
      // Of many flows that end soon the timeouts count, not each packet's time.
      ...(of.kinds.length > 1 && { inTime: (/** @type {any} */ run) => run.lateness_us.max <= LATE_US }),
    })),
  );
  const both = await bothRunCells(KINDS.map(kernelName), cells, SEEDS);
  if (both.length === 0) return [];
  return all.map(({ title, figures }) => ({
    title,
    figures,
    rows: both
      .filter(({ cell }) => cell.title === title)
      .map(({ cell, kernel, sawtooth }) => {
        const timely = kernel.filter((run) => isInTime(cell, run));
        return row(cell.of, figures, { kernel, timely, sawtooth });
      }),
  }));
}

/** Its tables, and what does not agree; empty if nothing was measured. */
export function tables(/** @type {Awaited<ReturnType<typeof measure>>} */ measured) {
  if (measured.length === 0) return "";
  const range = (/** @type {number[]} */ values, /** @type {number} */ digits) => {
    const show = (/** @type {number} */ value) => (Number.isNaN(value) ? "-" : value.toFixed(digits));
    if (values.length === 0) return "-";
    const [least, middle, most] = [Math.min(...values), median(values), Math.max(...values)].map(show);
    return least === most ? `${middle}` : `${middle} (${least} to ${most})`;
  };
  /** Disagreements, by their cause. @type {Map<string, string[]>} */
  const misses = new Map();
  const line = (/** @type {ReturnType<typeof row>} */ each) => {
    const missed = each.figures.filter(
      ({ figure, theirs, ours }) =>
        theirs.length > 0 && ours.length > 0 && figure.agrees?.(median(theirs), median(ours)) === false,
    );
    for (const { figure, theirs, ours } of missed) {
      const [kernel, own] = [theirs, ours].map((values) => median(values).toFixed(figure.digits));
      const what = `${each.name}: ${figure.name}`;
      const cause = CAUSES.find(({ of }) => of.test(what))?.cause ?? "Not explained";
      misses.set(cause, [...(misses.get(cause) ?? []), `${what} ${kernel} and ${own}`]);
    }
    const judged = each.figures.every(({ theirs, ours }) => theirs.length > 0 && ours.length > 0);
    return [
      each.name,
      ...each.figures.flatMap(({ figure, theirs, ours }) =>
        [theirs, ours].map((values) => range(values, figure.digits)),
      ),
      judged ? (missed.length === 0 ? "yes" : `not ${missed.map(({ figure }) => figure.name).join(", ")}`) : "-",
      `${each.timely} of ${each.runs}`,
    ];
  };
  const texts = measured.map(({ title, figures, rows }) => {
    const heads = figures.flatMap(({ name }) => [`${name}: kernel`, "Sawtooth"]);
    return titled(`${title}:`, ["case", ...heads, "agrees", "in time"], rows.map(line));
  });
  const rows = measured.flatMap((group) => group.rows);
  const most = (/** @type {"p99" | "max"} */ which) => Math.max(...rows.map((each) => each.lateness_us[which]));
  const late = `The bottleneck was at most ${most("p99")} us late in 99 % of the packets of a run, and ${Math.round(most("max") / 1000)} ms once.`;
  return [
    `Linux ${release()}, medians of ${SEEDS} runs each (minimum to maximum), time stamps on. ${late}`,
    ...texts,
    "What does not agree, kernel and ours:",
    [...misses].map(([cause, cases]) => `- **${cause}.** ${cases.join("; ")}.`).join("\n") || "Nothing.",
  ].join("\n\n");
}
