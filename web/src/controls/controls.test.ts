/**
 * Calculations of controls: slider mapping with its zero stop, keys, numbers as they are typed and written, derived numbers,
 * defaults and counts of what was changed, the scrubber's places.
 */
import type { TemplateResult } from "lit";
import { describe, expect, it, test } from "vitest";
import { ALGORITHMS, APPLICATIONS, BOTTLENECK, DISCIPLINES, ENTRY, FLOW, MODELS } from "../generated/settings.ts";
import { speedText } from "../i18n/amounts.ts";
import { has, translate } from "../i18n/catalogue.ts";
import { loadWords, tables } from "../session/setting-tables.ts";
import { listText, settingLabel, valueText } from "../settings/labels.ts";
import { read, written } from "../settings/numbers.ts";
import {
  changedCount,
  defaultOf,
  faceOf,
  type Section,
  type Setting,
  sectionOn,
  settingsOf,
  toDocument,
  toScreen,
  unsetAt,
  withAlgorithm,
} from "../settings/setting.ts";
import { dragTo, keyValue, placeOf, stepAt, stepBy, tickBeyond, valueAt } from "../settings/slider-scale.ts";
import { applicationAt } from "./application.ts";
import { bdpPackets, derive } from "./derived.ts";
import { entriesOfList } from "./entries.ts";
import { grouped } from "./families.ts";
import { beyond, sourceLine, tickLabels } from "./field.ts";
import { flowCard, moreText } from "./flow-card.ts";
import type { FlowCardProps } from "./props.ts";
import { markColumns, rateBars, scrubAxis, scrubKey } from "./scrubber.ts";
import { type Held, sectionAt } from "./section.ts";
import { settingRow } from "./setting-row.ts";
import { timeText } from "./time-bar.ts";

const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, " ");
const find = (sections: readonly Section[], name: string) => {
  const setting = sections.flatMap((s) => s.params).find((s) => s.name === name);
  if (!setting) throw new Error(name);
  return setting;
};
const loss = faceOf(find(MODELS, "probability"));
const rtt = faceOf(find([FLOW], "base_rtt_ms"));
const rate = faceOf(find([BOTTLENECK], "rate_bps"));
const limit = faceOf(find(DISCIPLINES, "limit_packets"));
const cdg = ALGORITHMS.find((s) => s.kind === "cdg") as Section;
const g = faceOf(find([cdg], "g_ms"));
const smooth = faceOf(find([cdg], "beta_delay"));

describe("a log slider", () => {
  it("gives zero its own first stop, ticks at equal distances", () => {
    expect(loss).toMatchObject({ unit: "%", factor: 100, zero: true, scale: "log" });
    expect([0, 0.01, 0.1, 1, 10].map((v) => Number(placeOf(loss, v).toFixed(6)))).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(valueAt(loss, 0.05)).toBe(0);
    expect(valueAt(loss, 0.2)).toBe(0.01);
    expect(dragTo(loss, 0, [])).toBe(0);
  });
  it("comes back to where it was", () => {
    for (const face of [loss, rtt, rate, limit, g, smooth]) {
      for (let i = 0; i <= 100; i++) {
        const place = i / 100;
        const value = valueAt(face, place);
        if (face.zero && place < 0.25) continue;
        expect(placeOf(face, value)).toBeCloseTo(place, 9);
      }
    }
  });
  it("rounds a drag to two digits and catches ticks", () => {
    expect(dragTo(rtt, placeOf(rtt, 43.21), [])).toBe(43);
    expect(dragTo(rtt, placeOf(rtt, 432.1), [])).toBe(430);
    expect(dragTo(rtt, placeOf(rtt, 40.8), [40])).toBe(40);
    expect(dragTo(limit, placeOf(limit, 7.3), [])).toBe(7);
    expect(dragTo(loss, placeOf(loss, 0.987), [0, 0.01, 0.1, 1, 10])).toBe(1);
  });
  it("shows values beyond its ends at the ends", () => {
    expect(placeOf(rtt, 5000)).toBe(1);
    expect(placeOf(rtt, 0.2)).toBe(0);
    expect(placeOf(rtt, Number.NaN)).toBe(0);
  });
});

describe("keys", () => {
  it("step by one, ten, a tick, and to the default", () => {
    expect(keyValue(rtt, 40, 40, "ArrowRight", false)).toBe(41);
    expect(keyValue(rtt, 40, 40, "ArrowLeft", false)).toBe(39);
    expect(keyValue(rtt, 40, 40, "ArrowUp", true)).toBe(50);
    expect(keyValue(rtt, 40, 40, "PageUp", false)).toBe(100);
    expect(keyValue(rtt, 40, 40, "PageDown", false)).toBe(10);
    expect(keyValue(rtt, 120, 40, "Delete", false)).toBe(40);
    expect(keyValue(rtt, 120, 40, "End", false)).toBe(1000);
    expect(keyValue(rtt, 120, 40, "a", false)).toBeNull();
  });
  it("cross powers of ten and the zero stop both ways", () => {
    expect(stepBy(rtt, 99, 1)).toBe(100);
    expect(stepBy(rtt, 100, 1)).toBe(110);
    expect(stepBy(rtt, 100, -1)).toBe(99);
    expect(stepBy(loss, 0, 1)).toBe(0.01);
    expect(stepBy(loss, 0.01, 1)).toBe(0.011);
    expect(stepBy(loss, 0.01, -1)).toBe(0);
    expect(stepBy(loss, 0, -1)).toBe(0);
    expect(stepBy(loss, 10, 1)).toBe(10);
    expect(tickBeyond(loss, 0.01, false)).toBe(0);
    expect(stepBy(limit, 1, 1)).toBe(2);
    expect(stepAt(limit, 84)).toBe(1);
  });
  it("step evenly on a linear scale", () => {
    expect(stepAt(smooth, 0.5)).toBe(0.005);
    expect(stepBy(smooth, 0.7, 1)).toBe(0.705);
  });
});

describe("faces", () => {
  it("convert between screen and document without dust", () => {
    expect(toDocument(loss, 1)).toBe(0.01);
    expect(toDocument(loss, 0.07)).toBe(0.0007);
    expect(toScreen(loss, 0.07)).toBe(7);
    expect(toScreen(rate, 10e6)).toBe(10);
    expect(toDocument(rate, 0.1)).toBe(100_000);
    expect(valueText(loss, 1).replace("\u202f", " ")).toBe("1 %");
    expect(valueText(rtt, null)).toBe("none");
  });
  it("mark the default and let it push away a tick too near", () => {
    expect(tickLabels(rtt, 40).map((t) => plain(t.text))).toEqual(["1 ms", "10", "40", "100", "1 s"]);
    expect(tickLabels(g, 3).map((t) => [plain(t.text), t.fallback])).toEqual([
      ["0.5", false],
      ["3", true],
      ["10", false],
      ["50 ms", false],
    ]);
    expect(tickLabels(limit, 84).map((t) => plain(t.text))).toEqual(["1", "10", "84", "1000 packets"]);
  });

  it("say where the slider ends short of the value", () => {
    const face = faceOf(find([BOTTLENECK], "rate_bps"));
    expect(beyond(face, face.max)).toBeNull();
    expect(beyond(face, null)).toBeNull();
    expect(plain(beyond(face, 2 * face.max) ?? "")).toMatch(/^the slider ends at \d/);
    expect(beyond(face, face.min / 2)).toContain(valueText(face, face.min));
  });
  it("name the source of a default, once the words are there", async () => {
    expect(plain(sourceLine(smooth, find([cdg], "beta_delay"), 0.7))).toBe("0.7");
    await loadWords();
    const setting = find([cdg], "beta_delay");
    expect(plain(sourceLine(smooth, setting, 0.7))).toBe("0.7: CDG paper, section 4");
  });
});

describe("the clock", () => {
  it("never shows a later moment as an earlier one: what is beyond its digits is left out", () => {
    expect(plain(timeText(12.340991))).toBe("12.340 s");
    expect(plain(timeText(12.340991, true))).toBe("12.340991 s");
    expect(plain(timeText(12.341))).toBe("12.341 s");
    expect(plain(timeText(0.1 + 0.2))).toBe("0.300 s");
    expect(plain(timeText(4.35, true))).toBe("4.350000 s");
  });
});

describe("numbers in fields", () => {
  it("are read with either decimal sign", () => {
    for (const decimal of [".", ","]) {
      expect(read("1.5", "ms", decimal)).toBe(1.5);
      expect(read("1,5", "ms", decimal)).toBe(1.5);
      expect(read("10 000", "ms", decimal)).toBe(10_000);
      expect(read("\u22123", "ms", decimal)).toBe(-3);
      expect(read("1e-3", "", decimal)).toBe(0.001);
    }
  });
  it("are grouped by the locale's own sign only", () => {
    expect(read("10,000", "", ".")).toBe(10_000);
    expect(read("10.000", "", ",")).toBe(10_000);
    expect(read("10.000", "", ".")).toBe(10);
    expect(read("0,125", "", ".")).toBe(0.125);
    expect(read("1,234.5", "", ".")).toBe(1234.5);
    expect(read("1.234,5", "", ",")).toBe(1234.5);
  });
  it("may bring their unit", () => {
    expect(read("500 kbps", "Mbit/s")).toBe(0.5);
    expect(read("1.2 Gbps", "Mbit/s")).toBe(1200);
    expect(read("2s", "ms")).toBe(2000);
    expect(read("250 µs", "ms")).toBe(0.25);
    expect(read("1 %", "%")).toBe(1);
    expect(read("84 packets", "packets")).toBe(84);
    expect(read("3 apples", "ms")).toBeNull();
    expect(read("3 kbit/s", "ms")).toBeNull();
  });
  it("are refused where they are none", () => {
    for (const text of ["", "abc", "1.2.3", "--3", ".", "1,2,3.4.5"]) expect(read(text, "ms", ".")).toBeNull();
  });
  it("come back as they were written", () => {
    for (const value of [0, 0.01, 0.7, 1.25, 40, 84, 1500, 12_345, 0.000125, 2.9761904761904763]) {
      expect(read(written(value), "")).toBeCloseTo(value, 5);
    }
    expect(written(12_345)).toBe("12,345");
  });
});

describe("derived numbers", () => {
  it("are those of the first scenario", () => {
    expect(bdpPackets(10e6, 40, 1500)).toBeCloseTo(33.33, 2);
    const d = derive({
      rate_bps: 10e6,
      base_rtt_ms: 40,
      packet_bytes: 1500,
      limit_packets: 84,
      limit_bytes: null,
      flows: 2,
    });
    expect(d.ratio).toBeCloseTo(2.52, 9);
    expect(d.full_ms).toBeCloseTo(100.8, 9);
    expect(d.share_mbps).toBe(5);
  });
  it("take limits in bytes, and flows none", () => {
    const d = derive({
      rate_bps: 10e6,
      base_rtt_ms: 40,
      packet_bytes: 1500,
      limit_packets: null,
      limit_bytes: 126_000,
      flows: 0,
    });
    expect(d.full_ms).toBeCloseTo(100.8, 9);
    expect(d.share_mbps).toBe(10);
  });
});

describe("defaults", () => {
  const names = cdg.params.map((p) => p.name).filter((name) => name !== "g_ms");
  it("count what was changed", () => {
    expect(changedCount(cdg, {}, names)).toBe(0);
    expect(changedCount(cdg, { g_ms: 5 }, names)).toBe(0);
    expect(changedCount(cdg, { beta_delay: 0.5, shadow_window: false, smoothing: 8 }, names)).toBe(2);
    expect(moreText(0, 9, true)).toBe("9 more settings, all at their defaults");
    expect(moreText(0, 1, false)).toBe("1 setting, at its default");
    expect(moreText(2, 9, true)).toBe("2 of 9 changed");
  });
  it("of a flow's own settings follow its algorithm", () => {
    const under = (kind: string) => withAlgorithm(FLOW, ALGORITHMS.find((s) => s.kind === kind) as Section);
    const pacing = (kind: string) => defaultOf(under(kind), { host: "linux" }, "pacing");
    expect([pacing("newreno"), pacing("bbr"), pacing("prague")]).toEqual([null, true, true]);
    expect(defaultOf(under("prague"), {}, "ecn")).toBe(true);
    expect(defaultOf(under("prague"), { host: "linux" }, "rack")).toBe(true);
    expect(changedCount(under("bbr"), { pacing: true }, ["pacing"])).toBe(0);
    expect(changedCount(under("bbr"), { pacing: false }, ["pacing"])).toBe(1);
  });
  it("follow the variant", () => {
    expect(defaultOf(cdg, {}, "slow_start_loss")).toBe("newreno");
    expect(defaultOf(cdg, { variant: "linux" }, "slow_start_loss")).toBe("by_queue");
    expect(defaultOf(cdg, { variant: "linux" }, "variant")).toBe("paper");
    expect(changedCount(cdg, { variant: "linux", slow_start_loss: "by_queue" }, names)).toBe(1);
    const lacks = cdg.variants.find((v) => v.name === "linux")?.lacks ?? [];
    const own = settingsOf(cdg, { variant: "linux" }).map((s) => s.name);
    expect(own).toHaveLength(cdg.params.length - lacks.length);
  });
  it("take the variant that the host brings along, which stands first", () => {
    const cubic = ALGORITHMS.find((s) => s.kind === "cubic") as Section;
    const on = (host: unknown) => sectionOn(cubic, host);
    expect(on("linux").variants.map((v) => v.name)).toEqual(["linux", "rfc9438", "linux_2_6_25"]);
    expect(defaultOf(on("linux"), {}, "variant")).toBe("linux");
    expect(changedCount(on("linux"), { variant: "linux" }, ["variant"])).toBe(0);
    expect(changedCount(on("linux"), { variant: "rfc9438" }, ["variant"])).toBe(1);
    for (const host of ["freebsd", "linux_2_6", "ns2", undefined]) expect(on(host)).toBe(cubic);
    expect(defaultOf(on("freebsd"), {}, "variant")).toBe("rfc9438");
    expect(sectionOn(cdg, "linux")).toBe(cdg);
  });
  it("have words for every setting of every algorithm", () => {
    for (const section of ALGORITHMS) {
      for (const { name } of section.params)
        expect(has(`setting.${section.kind}.${name}`) || has(`setting.${name}`), name).toBe(true);
    }
  });
});

/** The values in a template and in those within it. */
function valuesIn(part: unknown): unknown[] {
  if (Array.isArray(part)) return part.flatMap(valuesIn);
  const { values } = (part ?? {}) as Partial<TemplateResult>;
  return values ? values.flatMap(valuesIn) : [part];
}

test("of several copies the open card has the number, any other card its menu", () => {
  const nothing = (): void => undefined;
  const own = { base: "flows.a.", section: FLOW, values: {}, onChange: nothing };
  const [section] = ALGORITHMS;
  const card = (count: number, open: boolean): FlowCardProps =>
    ({
      ...{ ...own, section, options: own, algorithms: ALGORITHMS, own: [find([ENTRY], "count")], count, open },
      ...{ flow: { name: "a", label: "a", kind: "newreno", index: 0, sign: 0 }, notices: [], start_s: 0, stop_s: null },
      ...{ onOpen: nothing, onCount: nothing, onFocus: nothing, onDuplicate: nothing, onRemove: nothing },
    }) as unknown as FlowCardProps;
  /** Where its number is: before the menu's last command, or after it. */
  const place = (count: number, open: boolean): string => {
    const values = valuesIn(flowCard(card(count, open)));
    const [at, last] = [values.indexOf("flows.a.count"), values.lastIndexOf(translate("control.flow.remove"))];
    return at < 0 || last < 0 ? "nowhere" : at > last ? "card" : "menu";
  };
  expect(place(20, true)).toBe("card");
  expect(place(20, false)).toBe("menu");
  expect(place(1, true)).toBe("menu");
});

describe("a word without a default", () => {
  const changed: unknown[] = [];
  const row = (name: string, values = {}) =>
    valuesIn(
      settingRow(
        { base: "flows.one.", section: FLOW, values, onChange: (...change) => changed.push(change) },
        find([FLOW], name),
      ),
    );
  /** Chooses a word of the row's list, as its `change` event does. */
  const choose = (name: string, word: string): unknown => {
    const listener = row(name).find((each) => typeof each === "function") as (event: unknown) => void;
    listener({ target: { value: word } });
    return changed.pop();
  };
  it("may be left out: the list begins with that, and stands there", () => {
    const shown = row("rto_restart");
    const at = shown.indexOf("not set");
    // Of an option: its word, whether it is chosen, its label.
    expect(shown.slice(at - 2, at + 1)).toEqual(["", true, "not set"]);
    expect(shown[at + 1]).toBe("ack");
    expect(row("rto_restart", { rto_restart: "ack" }).slice(at - 2, at + 3)).toEqual([
      "",
      false,
      "not set",
      "ack",
      true,
    ]);
  });
  it("is cleared by that choice, and set by any other", () => {
    expect(choose("rto_restart", "")).toEqual(["rto_restart", null]);
    expect(choose("rto_restart", "first_partial")).toEqual(["rto_restart", "first_partial"]);
  });
  it("is no word with one: those have no such choice", () => {
    expect(row("slow_start")).not.toContain("not set");
    expect(choose("slow_start", "hystart")).toEqual(["slow_start", "hystart"]);
  });
});

describe("the speed", () => {
  it("has two digits", () => {
    expect([0.001, 0.04, 0.05, 0.5, 1, 2.5, 10, 1000].map(speedText)).toEqual([
      "0.001×",
      "0.04×",
      "0.05×",
      "0.5×",
      "1×",
      "2.5×",
      "10×",
      "1000×",
    ]);
  });
});

describe("the scrubber", () => {
  const data = {
    duration_s: 80,
    computed_s: 80,
    playhead_s: 26,
    profile: new Float64Array(),
    limit: 84,
    marks: [],
    flags: [],
  };
  it("maps time to place and back", () => {
    const axis = scrubAxis(80, 212);
    expect(axis.x(0)).toBe(6);
    expect(axis.x(80)).toBe(206);
    expect(axis.time(axis.x(26))).toBeCloseTo(26, 9);
    expect(axis.time(-50)).toBe(0);
    expect(axis.time(900)).toBe(80);
  });
  it("moves by keys within the run", () => {
    expect(scrubKey(data, "ArrowRight", false)).toBeCloseTo(26.2, 9);
    expect(scrubKey(data, "ArrowLeft", true)).toBeCloseTo(24, 9);
    expect(scrubKey(data, "PageUp", false)).toBe(34);
    expect(scrubKey(data, "Home", false)).toBe(0);
    expect(scrubKey({ ...data, playhead_s: 80 }, "ArrowRight", false)).toBe(80);
    expect(scrubKey(data, "x", false)).toBeNull();
  });
  it("draws one tick for a column", () => {
    const points = Float64Array.from([1, 1, 1.01, 1, 1.02, 1, 40, 1]);
    expect(markColumns(points, scrubAxis(80, 212))).toHaveLength(2);
  });
  it("draws marks that are dense as bars of their rate", () => {
    // Every third pixel on average is not dense yet.
    expect(rateBars([0, 3, 6, 9], 12)).toBeNull();
    // Bars of 6 px: all columns of the first have a mark, half of the third.
    expect([...(rateBars([0, 1, 2, 3, 4, 5, 12, 13, 14], 18) ?? [])]).toEqual([
      [0, expect.closeTo(1, 9)],
      [12, expect.closeTo(0.5, 9)],
    ]);
  });
});

describe("lists of algorithms and of numbers", () => {
  it("put every algorithm in a group", () => {
    const groups = grouped(ALGORITHMS);
    const names = groups.map((group) => group.name);
    expect(names.slice(0, 4)).toEqual(["Loss-based", "Delay-based", "Model-based", "Mark-based"]);
    expect(names.slice(4, 6)).toEqual(["Slowly responsive", "Rate-based"]);
    expect(groups.flatMap((group) => group.members).length).toBe(ALGORITHMS.length);
    const last = grouped([...ALGORITHMS, { kind: "of_no_group", title: "New", rate_based: false }]).at(-1);
    expect([last?.name, last?.members.at(-1)?.kind]).toEqual(["Others", "of_no_group"]);
  });
  it("put the default of a card's slider between its ends", () => {
    const onCard = ALGORITHMS.flatMap((section) =>
      section.params.filter((each) => each.on_card).map((setting) => ({ section, setting })),
    );
    expect(onCard.length).toBeGreaterThan(14);
    for (const { section, setting } of onCard) {
      const at = `${section.kind}.${setting.name}`;
      expect(setting.domain.type, at).toBe("number");
      const face = faceOf(setting);
      const fallback = defaultOf(section, {}, setting.name);
      expect(placeOf(face, toScreen(face, Number(fallback))), at).toBeGreaterThan(0);
      expect(placeOf(face, toScreen(face, Number(fallback))), at).toBeLessThan(1);
    }
  });
  it("stand at the end where there is no limit, at the beginning where nothing else is said", () => {
    const threshold = find([FLOW], "initial_ssthresh_packets");
    const face = faceOf(threshold, { min: 2, max: 250, ticks: [] });
    expect(placeOf(face, unsetAt(threshold, face))).toBe(1);
    const alpha = ALGORITHMS.flatMap(({ params }) => params).find(({ name }) => name === "alpha") as Setting;
    expect(unsetAt(alpha, faceOf(alpha))).toBe(faceOf(alpha).min);
  });
  it("read as text", () => {
    expect(listText(find(MODELS, "gaps"), [50, 400])).toBe("50, 400");
    expect(listText(find(MODELS, "phases"), [{ duration_s: 6, every: 200 }])).toBe("6 s: every 200");
  });
});

describe("a list that can be edited", () => {
  const phases = find(MODELS, "phases");
  it("has entries that are numbers, or have fields, and not too many of them", () => {
    expect(entriesOfList(phases, [{ duration_s: 6, every: 200 }])).toHaveLength(1);
    expect(entriesOfList(find(MODELS, "gaps"), [50, 400])).toEqual([50, 400]);
    expect(entriesOfList(phases, [])).toBeNull();
    expect(entriesOfList(phases, ["6 s"])).toBeNull();
    expect(
      entriesOfList(
        find([BOTTLENECK], "rate_trace_ms"),
        Array.from({ length: 51 }, (_, i) => i),
      ),
    ).toBeNull();
    expect(entriesOfList(find([FLOW], "start_s"), [1])).toBeNull();
  });
  it("knows what is wrong with each entry, and nothing of sections within", () => {
    const base = "bottleneck.loss.";
    const errors = new Map([
      [`${base}phases[1].every`, "not whole"],
      [`${base}inner.every`, "elsewhere"],
    ]);
    const held: Held = {
      settings: {},
      held: new Map(),
      old: new Map(),
      errors,
      nudge: null,
      onInput: () => {},
      onChange: () => {},
    };
    const section = MODELS.find(({ kind }) => kind === "schedule") as Section;
    expect(sectionAt(held, base, section).errors).toEqual({ "phases[1].every": "not whole" });
  });
});

describe("the application of a flow", () => {
  const props = (scenario: object): Held => ({
    settings: scenario,
    held: new Map(),
    old: new Map(),
    errors: new Map([["flows.a.application.on_s", "too short"]]),
    nudge: null,
    onInput: () => {},
    onChange: () => {},
  });
  it("is bulk data unless the document has another one", () => {
    const bulk = applicationAt(props({ flows: [{ name: "a" }] }), "flows.a.");
    expect(bulk.section.kind).toBe("bulk");
    const player = { kind: "segments", period_s: 2 };
    const rows = applicationAt(props({ flows: [{ name: "a", application: player }] }), "flows.a.");
    expect([rows.section.kind, rows.values.period_s]).toEqual(["segments", 2]);
    expect(settingLabel(rows.words ?? "", "period_s")).toBe("Playing time of a segment");
  });
  it("has rows with labels, refusals and words of its own in each language", () => {
    const rows = applicationAt(props({ flows: [{ name: "a", application: { kind: "on_off" } }] }), "flows.a.");
    expect(rows.errors).toEqual({ on_s: "too short" });
    for (const section of APPLICATIONS) {
      expect(has(`setting.application.${section.kind}`)).toBe(true);
      for (const { name } of section.params) expect(has(`setting.application.${name}`)).toBe(true);
    }
  });
  it("is found by its path, and live", () => {
    const settings = { flows: [{ name: "a", application: { kind: "rate" } }] };
    expect(tables.settingAt("flows.a.application.rate_bps", settings)?.unit).toBe("bit/s");
    expect(tables.settingAt("flows.a.application.on_s", settings)).toBeNull();
    expect(tables.isLive("flows.a.application.kind", settings)).toBe(true);
    expect(tables.isLive("flows.a.application.rate_bps", settings)).toBe(true);
  });
});
