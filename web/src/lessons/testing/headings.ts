/**
 * Numbers that lessons state in plain words, in headings and sentences: each must stand in both languages' texts and be what the run
 * gives, so that a sentence fails when its result changes. Not here: bands (../lessons.test.ts), the
 * sentences that state a band alone (said.ts).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sourceName } from "../../engine/protocol.ts";
import type { Scalar } from "../../session/scenario.ts";
import { scenarioOf } from "../shown-runs.ts";
import { faceOf } from "../tell.ts";
import type { Band } from "../types.ts";
import { valueIn as nullableIn, type Ran, ran, ranOf } from "./engine.ts";
import { fileOf, lessonOf, root } from "./files.ts";
import { LECTURE, SAID } from "./said.ts";

const PATIENCE_MS = 300_000;
const FIVE = [1, 2, 3, 4, 5];
const TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

const runOf = (id: string, scenario: string, set: Record<string, Scalar> = {}, seed = 1): Ran =>
  ran(scenarioOf(lessonOf(id).scenarios, { scenario, set }, { seed }));

const valueIn = (run: Ran, of: string): number => nullableIn(run, of) ?? Number.NaN;

/** Value of a band's run, in the screen's unit. */
function given(id: string, name: string, seed = 1): number {
  const band = lessonOf(id).bands.find((one) => one.id === name) as Band;
  return valueIn(ranOf(lessonOf(id).scenarios, band, { seed }), band.of) * faceOf(band.of, band.unit).factor;
}

/** Times and values of a flow's signal. */
function points(run: Ran, flow: string, signal: string): [t_s: number, value: number][] {
  const { simulated_s } = run.summary as { simulated_s: number };
  const curve = run.curve(sourceName(flow), signal, 0, simulated_s);
  return Array.from({ length: curve.length / 2 }, (_, i) => [curve[2 * i] ?? 0, curve[2 * i + 1] ?? 0]);
}

/** Overflows, and how many of them cost each of two flows a packet: drops less than `apart_s` apart are one. */
function overflows(run: Ran, flows: readonly [string, string], apart_s: number): { all: number; both: number } {
  const drops = flows
    .flatMap((flow) => points(run, flow, "drop_queue").map(([t_s]) => ({ flow, t_s })))
    .sort((a, b) => a.t_s - b.t_s);
  const groups: Set<string>[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const { flow, t_s } of drops) {
    if (t_s - last > apart_s) groups.push(new Set());
    groups.at(-1)?.add(flow);
    last = t_s;
  }
  return { all: groups.length, both: groups.filter((group) => group.size === 2).length };
}

const plain = (markup: string): string =>
  markup
    .replaceAll(/<saw-n is="([^"]+)" unit="([^"]+)"><\/saw-n>/g, "$1 $2")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll(/\s+/g, " ");

/** A part's words in a language, title, text and options. */
function wordsOf(id: string, lang: string, part: string): string {
  const found = fileOf(id, lang)?.parts[part];
  return plain(
    [found?.title, found?.text, ...(found?.options ?? []).flatMap((one) => [one.text, one.reply])].join(" "),
  );
}

/** The one lesson to look at, while it is written. */
const isMeant = (id: string): boolean => id === (process.env.SAWTOOTH_LESSON ?? id);

test.each(SAID.filter(([id]) => isMeant(id)))("%s, %s: %s", { timeout: PATIENCE_MS }, (id, part, en, de, said) => {
  expect(wordsOf(id, "en", part)).toContain(en);
  expect(wordsOf(id, "de", part)).toContain(de);
  for (const [band, [number, digits]] of Object.entries(said))
    expect(Number(given(id, band).toFixed(digits)), band).toBe(number);
});

/** A sentence that rests on more than a band. */
function sentence(id: string, part: string, en: string, de: string, holds: () => void): void {
  test.runIf(isMeant(id))(`${id}, ${part}: ${en}`, { timeout: PATIENCE_MS }, () => {
    expect(wordsOf(id, "en", part)).toContain(en);
    expect(wordsOf(id, "de", part)).toContain(de);
    holds();
  });
}

describe("aqm", () => {
  sentence("aqm", "explain", "13 % less than behind drop tail", "13 % weniger als hinter Drop Tail", () =>
    expect(1 - given("aqm", "load_codel") / given("aqm", "load_tail")).toBeCloseTo(0.13, 2),
  );
  sentence(
    "aqm",
    "explain",
    "the path, and two packets of the download",
    "den Weg selbst und zwei Pakete des Downloads",
    () => {
      // 20 ms and the call's own 0.16 ms on the link, then 1.2 ms for each packet of the download.
      expect(given("aqm", "call_fq_max")).toBeGreaterThan(20.16 + 1.2);
      expect(given("aqm", "call_fq_max")).toBeLessThan(20.16 + 2 * 1.2 + 0.1);
    },
  );
});

describe("backoff_g", () => {
  sentence(
    "backoff_g",
    "reveal ten",
    "80 backoffs where the probabilities add up to 72",
    "80 Backoffs, wo die Wahrscheinlichkeiten zusammen 72 ergeben",
    () => {
      const run = runOf("backoff_g", "a");
      expect(valueIn(run, "flows.one.delay_backoffs")).toBe(80);
      expect(Math.round(valueIn(run, "sum one.backoff_probability 0 40"))).toBe(72);
    },
  );
  sentence(
    "backoff_g",
    "ask ten",
    "Two or four are almost as likely",
    "Zwei oder vier sind fast ebenso wahrscheinlich",
    () => {
      const P = [45, 120, 210].map((ways, i) => ways * 0.33 ** (i + 2) * 0.67 ** (8 - i)); // two, three, four of ten
      for (const one of P) expect(one / Math.max(...P)).toBeGreaterThan(0.7);
    },
  );
  sentence("backoff_g", "hook", "no packet is dropped", "kein Paket wird verworfen", () => {
    for (const seed of FIVE) expect(valueIn(runOf("backoff_g", "a", {}, seed), "bottleneck.dropped_queue")).toBe(0);
  });
});

describe("buffer_size", () => {
  sentence("buffer_size", "explain", "then the sum swings more", "dann schwankt die Summe stärker", () => {
    const set: Record<string, Scalar> = {};
    for (let i = 1; i <= 16; i++) {
      set[`flows.f${i}.base_rtt_ms`] = 40;
      set[`flows.f${i}.start_s`] = 0;
    }
    const inStep = FIVE.map((seed) => valueIn(runOf("buffer_size", "a", set, seed), "bottleneck.utilisation"));
    expect(100 * Math.max(...inStep)).toBeLessThan(given("buffer_size", "all_42") - 2);
  });
  sentence("buffer_size", "transfer", "about 0.43 BDP", "etwa 0,43 BDP", () => {
    const set = { "flows.f1.algorithm.kind": "cubic", "bottleneck.queue.limit_packets": 14 };
    expect(valueIn(runOf("buffer_size", "c", set), "part f1.delivered_bytes 10 60 9.7333")).toBeGreaterThan(0.995);
    expect(1 / 0.7 - 1).toBeCloseTo(0.43, 2);
  });
  sentence(
    "buffer_size",
    "transfer",
    "The upload would lose about a fifth",
    "Der Upload verlöre etwa ein Fünftel",
    () => expect(100 - given("buffer_size", "use_none")).toBeCloseTo(21.5, 0),
  );
});

describe("envelope", () => {
  sentence("envelope", "reveal flat", "In none of ten runs", "In keinem von zehn Läufen", () => {
    for (const seed of TEN)
      expect(given("envelope", "largest_flat", seed)).toBeCloseTo(given("envelope", "smallest_flat", seed), 6);
  });
  sentence("envelope", "ask flat", "both lines rise by about 5 ms", "beide Linien in jedem Umlauf um etwa 5 ms", () => {
    const run = runOf("envelope", "a");
    const rises = ["g_min_ms", "g_max_ms"].flatMap((signal) =>
      points(run, "observer", signal)
        .filter(([t_s]) => t_s > 2.5 && t_s < 3.9)
        .map(([, value]) => value),
    );
    expect(rises.reduce((sum, one) => sum + one, 0) / rises.length).toBeGreaterThan(4);
    expect(Math.max(...rises)).toBeLessThan(8);
  });
  /** For how long a state, by its number, is inferred while the queue is full, s. */
  const inferred = (seed: number, state: number): number => {
    const states = points(runOf("envelope", "a", {}, seed), "observer", "queue_state");
    return states.reduce((sum, [t_s, value], i) => {
      const until_s = Math.min(states[i + 1]?.[0] ?? 12, 6.5);
      return value === state ? sum + Math.max(0, until_s - Math.max(t_s, 3.9)) : sum;
    }, 0);
  };
  sentence(
    "envelope",
    "explain",
    "in eight of ten, CDG never infers full",
    "In acht von zehn schließt CDG nie auf voll",
    () => expect(TEN.filter((seed) => inferred(seed, 0) === 0).length).toBe(8),
  );
  sentence(
    "envelope",
    "explain",
    "in all ten runs CDG infers empty",
    "In allen zehn Läufen schließt CDG eine Zeit lang auf leer",
    () => {
      for (const seed of TEN) expect(inferred(seed, 1)).toBeGreaterThan(0.1);
    },
  );
  sentence("envelope", "reveal late", "nine round trips", "neun Umläufe", () =>
    expect(Math.round(given("envelope", "late") / 0.141)).toBe(9),
  );
});

describe("fairness_rtt", () => {
  sentence(
    "fairness_rtt",
    "explain",
    "at about one overflow in three only one of them does",
    "bei etwa einem Überlauf von dreien trifft es nur einen",
    () => {
      const counts = FIVE.map((seed) => overflows(runOf("fairness_rtt", "a", {}, seed), ["near", "far"], 0.15));
      const all = counts.reduce((sum, one) => sum + one.all, 0);
      const both = counts.reduce((sum, one) => sum + one.both, 0);
      expect(1 - both / all).toBeGreaterThan(0.28);
      expect(1 - both / all).toBeLessThan(0.39);
    },
  );
  sentence(
    "fairness_rtt",
    "explain",
    "far would get 30 %; if both flows halved at every overflow, 16 %",
    "Fern bekäme 30 %; halbierten beide bei jedem Überlauf, wären es 16 %",
    () => {
      const run = runOf("fairness_rtt", "a");
      const ratio = valueIn(run, "flows.far.rtt_ms.p50") / valueIn(run, "flows.near.rtt_ms.p50");
      expect(ratio).toBeGreaterThan(2);
      expect(Math.round(100 / (1 + ratio))).toBe(30);
      expect(Math.round(100 / (1 + ratio ** 2))).toBe(16);
    },
  );
});

describe("model", () => {
  /** Drops from a moment on, with a queue limit. */
  const drops = (limit: number, seed: number, from_s: number): number =>
    points(runOf("model", "a", { "bottleneck.queue.limit_packets": limit }, seed), "one", "drop_queue").filter(
      ([t_s]) => t_s > from_s,
    ).length;
  sentence("model", "reveal shallow", "eight to ten at each probe", "acht bis zehn bei jedem Versuch", () => {
    for (const limit of [2, 8]) {
      const run = runOf("model", "a", { "bottleneck.queue.limit_packets": limit });
      const phases = points(run, "one", "bbr_phase").filter(([t_s]) => t_s > 2);
      // Probe up is 2 (cc/bbr/settings.rs).
      const probes = phases.filter(([, state], i) => state === 2 && phases[i - 1]?.[1] !== 2).length;
      expect(drops(limit, 1, 2) / probes).toBeGreaterThan(8);
      expect(drops(limit, 1, 2) / probes).toBeLessThan(10.5);
    }
  });
  sentence(
    "model",
    "reveal shallow",
    "nearly all drops there are those of the start",
    "verworfen wird dort fast nur am Anfang",
    () => {
      for (const seed of FIVE) expect(drops(17, seed, 2) / drops(17, seed, 0)).toBeLessThan(0.1);
      // The answer to the question of free play.
      for (const seed of FIVE) expect(drops(18, seed, 2)).toBe(0);
    },
  );
  sentence("model", "explain", "the smallest RTT contains", "enthält auch die kleinste RTT Pakete von NewReno", () => {
    const run = runOf("model", "b", { "bottleneck.queue.limit_packets": 330 });
    const least = points(run, "bbr", "min_rtt_estimate_ms").filter(([t_s]) => t_s > 12);
    expect(Math.min(...least.map(([, value]) => value))).toBeGreaterThan(80);
  });
});

describe("starvation", () => {
  sentence("starvation", "explain", "at least one and fewer than four", "mindestens eines und weniger als vier", () => {
    const own = points(runOf("starvation", "a"), "jittered", "vegas_diff_packets").filter(([t_s]) => t_s > 30);
    for (const [, packets] of own) {
      expect(packets).toBeGreaterThanOrEqual(1);
      expect(packets).toBeLessThan(4);
    }
  });
  sentence("starvation", "transfer", "each gets about 2 Mbit/s", "jeder bekommt etwa 2 Mbit/s", () => {
    for (const seed of FIVE)
      for (const flow of ["jittered", "steady"]) {
        const mbps = valueIn(runOf("starvation", "c", {}, seed), `mbps ${flow}.delivered_bytes 30 60`);
        expect(mbps).toBeGreaterThan(1.9);
        expect(mbps).toBeLessThan(2.3);
      }
  });
});

describe("loss_cause", () => {
  const counts = (): number[] =>
    ["window_cut", "drop_queue", "drop_random"].map((signal) =>
      valueIn(runOf("loss_cause", "a"), `count one.${signal} 0 44`),
    );
  sentence(
    "loss_cause",
    "reveal judge",
    "Three drops, seven random losses",
    "Drei Verwürfe, sieben zufällige Verluste",
    () => expect(counts()).toEqual([10, 3, 7]),
  );
  sentence("loss_cause", "reveal judge", "a window of 120 packets", "ein Fenster von 120 Paketen", () => {
    const cuts = points(runOf("loss_cause", "a"), "one", "window_cut").filter(([t_s]) => t_s < 44);
    const peaks = cuts.map(([, packets]) => Math.round(packets)).sort((a, b) => b - a);
    expect(peaks.slice(0, 3)).toEqual([120, 120, 120]);
    expect(peaks[3]).toBeLessThan(100);
  });
  sentence("loss_cause", "transfer", "All 52 random losses", "Alle 52 zufälligen Verluste", () =>
    expect(
      valueIn(runOf("loss_cause", "a", { "bottleneck.loss.position": "after_queue" }), "flows.one.lost_after_queue"),
    ).toBe(52),
  );
});

describe("two_queues", () => {
  const MARKED = ["2.7 in the run of question 2", "2,7 im Lauf der Frage 2"] as const;
  sentence("two_queues", "explain", ...MARKED, () => {
    const run = runOf("two_queues", "b");
    const count = (signal: string): number => points(run, "prague", signal).filter(([t_s]) => t_s > 5).length;
    expect(count("mark") / count("round")).toBeCloseTo(2.7, 1);
  });
  sentence("two_queues", "ask one", "about 5 % here", "hier etwa 5 %", () => {
    const shares = points(runOf("two_queues", "a"), "prague", "marked_share").filter(([t_s]) => t_s > 5);
    const mean = shares.reduce((sum, [, value]) => sum + value, 0) / shares.length;
    expect(mean / 2).toBeCloseTo(0.05, 2);
  });
  sentence("two_queues", "ask one", "22 % against 10 %", "22 % gegen 10 %", () => {
    const run = runOf("two_queues", "a");
    const packets = (flow: string): number => (valueIn(run, `mbps ${flow}.delivered_bytes 5 40`) * 35e6) / (8 * 1460);
    const share = (flow: string): number => valueIn(run, `count ${flow}.mark 5 40`) / packets(flow);
    expect([share("newreno"), share("prague")].map((one) => Math.round(100 * one))).toEqual([22, 10]);
  });
  sentence("two_queues", "explain", "the others 19 on average", "in den übrigen im Mittel 19", () => {
    const run = runOf("two_queues", "a");
    const times = (signal: string): number[] =>
      points(run, "prague", signal).flatMap(([t_s]) => (t_s > 5 ? [t_s] : []));
    const marks = times("mark");
    const rounds = times("round");
    const marked = rounds.filter((end_s, i) =>
      marks.some((t_s) => t_s > (rounds[i - 1] ?? end_s) && t_s <= end_s),
    ).length;
    expect(marked / rounds.length).toBeLessThan(0.45);
    expect(Math.round(marks.length / marked)).toBe(19);
  });
  sentence("two_queues", "class", "Put p = 3 % into both formulas", "p = 3 % in beide Formeln einsetzen", () => {
    const [classic, prague] = [1.22 / Math.sqrt(0.03), 2 / 0.03];
    expect(classic / (classic + prague)).toBeLessThan(0.1);
    // They fill the path, and a queue under the threshold.
    const bdp = (20e6 * 0.04) / 12_000;
    expect(classic + prague - bdp).toBeGreaterThan(0);
    expect(classic + prague - bdp).toBeLessThan(10);
  });
  sentence("two_queues", "explain", "one mark in 27 round trips", "eine Markierung in 27 Umläufen", () =>
    expect(Math.round(40 / 1.5)).toBe(27),
  );
  sentence("two_queues", "try", "The target alone cannot do it", "Der Zielwert allein kann das nicht", () => {
    for (const target of [1, 5, 30, 60]) {
      const set = { "bottleneck.queue.coupling": 0, "bottleneck.queue.target_ms": target };
      expect(valueIn(runOf("two_queues", "b", set), "flows.newreno.share_of_flows")).toBeLessThan(0.35);
    }
  });
});

describe("shadow_window", () => {
  sentence("shadow_window", "reveal off", "The two runs are the same", "Die beiden Läufe sind gleich", () => {
    for (const seed of FIVE)
      expect(given("shadow_window", "share", seed)).toBe(given("shadow_window", "share_off", seed));
  });
  sentence(
    "shadow_window",
    "explain",
    "Nearly always its average over eight round trips still said rising",
    "Fast immer sagte sein Mittel über acht Umläufe noch steigend",
    () => {
      // Full is 0, rising 2 (cc/cdg/envelope.rs).
      const inferred = FIVE.flatMap((seed) => {
        const run = runOf("shadow_window", "a", {}, seed);
        const states = points(run, "cdg", "queue_state");
        return points(run, "cdg", "loss_tolerated").map(([t_s]) => states.findLast(([from_s]) => from_s <= t_s)?.[1]);
      });
      expect(inferred).not.toContain(0);
      expect(inferred.filter((state) => state === 2).length / inferred.length).toBeGreaterThan(0.9);
    },
  );
  sentence("shadow_window", "try", "CDG ignores most of its own", "CDG übergeht die meisten der seinen", () => {
    for (const seed of FIVE) {
      const run = runOf("shadow_window", "b", { "bottleneck.loss.probability": 0.006 }, seed);
      const [cut, tolerated] = ["window_cut", "loss_tolerated"].map((mark) => points(run, "cdg", mark).length);
      expect((tolerated ?? 0) / ((tolerated ?? 0) + (cut ?? 0))).toBeGreaterThan(0.65);
    }
  });
});

describe("slow_control", () => {
  sentence(
    "slow_control",
    "ask newcomer",
    "after about 15 s, with 1/2 after 2 s",
    "nach etwa 15 s, mit 1/2 nach 2 s",
    () => {
      const even = (b: number): number =>
        valueIn(
          runOf("slow_control", "a", { "flows.old.algorithm.b": b, "flows.new.algorithm.b": b }),
          "even_s new,old.delivered_bytes 5 30 0.8",
        );
      expect(Math.round(even(0.125))).toBe(15);
      expect(Math.round(even(0.5))).toBe(2);
    },
  );
  sentence("slow_control", "explain", "about a third more than TCP", "etwa ein Drittel mehr als TCP", () =>
    expect(given("slow_control", "carried_8") / given("slow_control", "carried_2")).toBeCloseTo(1.32, 2),
  );
  sentence("slow_control", "reveal crowd", "with four of five seeds", "bei vier von fünf Seeds", () =>
    expect(
      FIVE.filter((seed) => given("slow_control", "first_clocked", seed) < given("slow_control", "first", seed)).length,
    ).toBe(4),
  );
  sentence(
    "slow_control",
    "explain",
    "in 16 % of the time behind drop tail, and in 74 % behind RED",
    "hinter Drop Tail in 16 % der Zeit, hinter RED in 74 %",
    () => {
      const { claims } = JSON.parse(readFileSync(join(root, "public/figures/slowcc_fig4.json"), "utf8")) as {
        claims: { id: string; measured: { value: number }[] }[];
      };
      const of = (id: string): number | undefined =>
        claims.find((claim) => claim.id === `slowcc.fig4.${id}`)?.measured[0]?.value;
      expect(Math.round(100 * (of("droptail_sc") ?? 0))).toBe(16);
      expect(Math.round(100 * (of("tfrc256_sc_time") ?? 0))).toBe(74);
    },
  );
});

describe("two_algorithms", () => {
  sentence(
    "two_algorithms",
    "explain",
    "On the long path the next overflow then hits both",
    "Auf dem langen Pfad trifft der nächste Überlauf dann beide",
    () => {
      for (const seed of [1, 2]) {
        const { all, both } = overflows(runOf("two_algorithms", "b", {}, seed), ["newreno", "cubic"], 0.3);
        expect(all).toBeGreaterThan(5);
        expect(both).toBe(all);
      }
    },
  );
  sentence(
    "two_algorithms",
    "explain",
    "63 s from a loss back to its old maximum, CUBIC 8.5 s",
    "63 s von einem Verlust zurück zum alten Höchstwert, CUBIC 8.5 s",
    () => {
      // From 417 to 834 packets, one each round trip: 100 ms of path, and the queue beyond 417 packets at 0.24 ms each.
      let seconds = 0;
      for (let window = 417; window < 834; window++) seconds += 0.1 + Math.max(0, window - 417) * 0.24e-3;
      expect(Math.round(seconds)).toBe(63);
      expect(Math.cbrt((834 * 0.3) / 0.4)).toBeCloseTo(8.55, 2);
    },
  );
  sentence("two_algorithms", "explain", "0.53 packets per round trip", "0,53 Pakete je Umlauf", () =>
    expect((3 * (1 - 0.7)) / (1 + 0.7)).toBeCloseTo(0.53, 2),
  );
});

describe("late", () => {
  const [FREEBSD, LINUX] = ["freebsd", "linux"].map((host): Record<string, Scalar> => ({ "flows.one.host": host }));
  const packet_ms = (): number => (1000 * 1500 * 8) / valueIn(runOf("late", "a"), "bottleneck.rate_bps");
  sentence("late", "hook", "In the end each packet arrives", "Am Ende kommt jedes an", () => {
    for (const seed of FIVE)
      for (const set of [FREEBSD, LINUX])
        for (const lost of ["dropped_queue", "dropped_random", "lost_after_queue"])
          expect(valueIn(runOf("late", "a", set, seed), `flows.one.${lost}`)).toBe(0);
  });
  sentence("late", "reveal means", "with either one more than 80 %", "mit einem davon mehr als 80 %", () => {
    for (const seed of FIVE)
      for (const band of ["no_stamps", "no_dsack"]) expect(given("late", band, seed), band).toBeGreaterThan(80);
  });
  sentence("late", "reveal means", "takes back all", "nimmt sie alle", () =>
    expect(given("late", "cuts_no_dsack") - given("late", "undos_no_dsack")).toBe(0),
  );
  sentence("late", "ask share", "a window of 16 packets fills it", "füllt ein Fenster von 16 Paketen sie", () =>
    expect(Math.ceil((valueIn(runOf("late", "a"), "flows.one.base_rtt_ms") + packet_ms()) / packet_ms())).toBe(16),
  );
  sentence("late", "explain", "a quarter of the minimum RTT, 13.4 ms", "ein Viertel der kleinsten RTT, 13,4 ms", () =>
    expect((valueIn(runOf("late", "a", LINUX), "flows.one.rtt_ms.min") / 4).toFixed(1)).toBe("13.4"),
  );
  sentence("late", "explain", "Four packets take 14.1 ms", "Vier Pakete brauchen 14,1 ms", () =>
    expect((4 * packet_ms()).toFixed(1)).toBe("14.1"),
  );
  sentence("late", "ask stall", "no packet is lost", "kein Paket geht verloren", () => {
    for (const scenario of ["b", "c", "d"])
      for (const set of [FREEBSD, LINUX])
        expect(valueIn(runOf("late", scenario, set), "flows.one.dropped_queue")).toBe(0);
  });
  sentence("late", "reveal stall", "helps after 0.3 s only", "hilft nur nach 0,3 s", () => {
    for (const seed of FIVE) {
      const undos = ["c", "d", "b"].map((scenario) =>
        valueIn(runOf("late", scenario, FREEBSD, seed), "flows.one.window_undos"),
      );
      expect(undos).toEqual([1, 0, 0]);
    }
  });
  sentence(
    "late",
    "reveal stall",
    "after 0.4 s the window fell to 1",
    "Nach 0,4 s fiel auch dort das Fenster auf 1",
    () => expect(Math.min(...points(runOf("late", "d", FREEBSD), "one", "cwnd_packets").map(([, w]) => w))).toBe(1),
  );
  sentence(
    "late",
    "explain",
    "it would have noticed without time stamps",
    "hätte es das auch ohne Zeitstempel bemerkt",
    () => {
      const undos = [true, false].map((f_rto) =>
        valueIn(
          runOf("late", "b", { "flows.one.timestamps": false, "flows.one.dsack": false, "flows.one.f_rto": f_rto }),
          "flows.one.window_undos",
        ),
      );
      expect(undos).toEqual([1, 0]);
    },
  );
  sentence(
    "late",
    "explain",
    "A reduction for a real loss stays",
    "Eine Verkleinerung nach einem echten Verlust bleibt",
    () => {
      const kept: number[] = [];
      for (const seed of FIVE) {
        const [cuts, undos] = ["window_cut", "window_undo"].map(
          (signal) => points(runOf("late", "e", {}, seed), "one", signal).length,
        );
        kept.push((cuts ?? 0) - (undos ?? 0));
      }
      expect([Math.min(...kept), Math.max(...kept)]).toEqual([3, 5]);
    },
  );
  sentence("late", "explain", "8 to 42 ms later", "8 bis 42 ms später", () => {
    /** From each loss until the window is reduced for it, ms. */
    const noticed = (set: Record<string, Scalar>): number[] => {
      const run = runOf("late", "e", set);
      const cuts = points(run, "one", "window_cut");
      return points(run, "one", "drop_random").map(
        ([lost_s]) => 1000 * ((cuts.find(([t_s]) => t_s > lost_s)?.[0] ?? Number.NaN) - lost_s),
      );
    };
    const inOrder = noticed({ "bottleneck.reordering.probability": 0 });
    const later = noticed({}).map((ms, i) => Math.round(ms - (inOrder[i] ?? Number.NaN)));
    expect([Math.min(...later), Math.max(...later), later.length]).toEqual([8, 42, 3]);
  });
  sentence("late", "transfer", "without a timeout", "ohne Timeout", () => {
    for (const [probes, timeouts] of [
      [true, 0],
      [false, 1],
    ] as const)
      expect(valueIn(runOf("late", "f", { "flows.one.tail_loss_probe": probes }), "flows.one.timeouts")).toBe(timeouts);
  });
});

describe("the lecture", () => {
  const lecture = (lang: string): string => readFileSync(join(root, `web/src/presenter/lecture.${lang}.json`), "utf8");
  test.each(LECTURE)("%s", { timeout: PATIENCE_MS }, (en, de, id, said) => {
    expect(lecture("en")).toContain(en);
    expect(lecture("de")).toContain(de);
    for (const [band, [number, digits]] of Object.entries(said))
      expect(Number(given(id, band).toFixed(digits)), band).toBe(number);
  });
  test("a window of 68 packets adds 40 ms, a limit of 33 packets leaves a fifth of the delay", () => {
    expect(lecture("en")).toContain("wait in the queue: 40 ms more");
    expect(lecture("de")).toContain("warten in der Warteschlange: 40 ms mehr");
    expect(Math.round(given("window", "rtt_68") - given("window", "rtt_34"))).toBe(40);
    expect(lecture("en")).toContain("a fifth of the delay");
    expect(lecture("de")).toContain("ein Fünftel der Verzögerung");
    expect(given("queue_delay", "call_33") / given("queue_delay", "call_250")).toBeCloseTo(0.2, 1);
  });
});
