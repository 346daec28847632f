/** Effect of a change: the sentence's numbers are the run's. */
import { expect, test } from "vitest";
import { openingPreset } from "../address/from-address.ts";
import { type Points, type SourceName, sourceName } from "../engine/protocol.ts";
import { addMessages } from "../i18n/catalogue.ts";
import says from "../i18n/en/says.json" with { type: "json" };
import { type LabDocument, setSetting } from "./document.ts";
import { type Course, Effects, effectText, shareText, stretchAfter } from "./effect.ts";
import type { FlowLook } from "./run-facts.ts";
import type { Scenario } from "./scenario.ts";
import type { Engine, Session } from "./session.ts";
import { History } from "./undo.ts";

addMessages("en", says);

const LOSS = "bottleneck.loss.probability";
const preset = openingPreset().scenario;
const [cdg, newreno] = ["CDG", "NewReno"].map((name) => sourceName(name)) as [SourceName, SourceName];
const looks = [
  { name: cdg, label: "CDG", start_s: 0, stop_s: 80 },
  { name: newreno, label: "NewReno", start_s: 12, stop_s: 80 },
] as FlowLook[];
const LINK = { rate_bps: 10e6, payload_bytes: 1460, packet_bytes: 1500 };
/** Bytes a second of all that the link carries. */
const ALL = (10e6 / 8) * (1460 / 1500);

/** A run in which each flow has one share of the link all the time, and packets wait for one time. */
function course(scenario: Scenario, shares: readonly [number, number], wait_ms = 80): Course {
  const line = (share: number): Points => Float64Array.of(0, 0, 80, 80 * share * ALL);
  const bytes = new Map([
    [cdg, line(shares[0])],
    [newreno, line(shares[1])],
  ]);
  return { scenario, measured: { bytes, wait: Float64Array.of(20, wait_ms, 60, wait_ms) } };
}

const changed = (path: string, value: number, t_s: number): Scenario =>
  setSetting({ scenario: preset, view: { charts: [], focus: null } }, path, value, t_s, true).document.scenario;
const lossy = changed(LOSS, 0.01, 12.07);
const change = { t_s: 12.07, path: LOSS, joined: [] };
const plain = (text: string | null): string | undefined => text?.replace(/[\u00a0\u202f]/g, " ");

test("the flow whose share changed most is named, with its share after and before over one span, which is named", () => {
  const text = effectText(change, course(lossy, [0.55, 0.34], 5), course(preset, [0.09, 0.88]), looks, LINK, 13);
  expect(plain(text)).toBe("NewReno will use about a third of the link (before: 88 %).");
});

test("what has not been played is future, and what has been is past", () => {
  const [now, before] = [course(lossy, [0.55, 0.34], 5), course(preset, [0.09, 0.88])];
  const at = (t_s: number) => plain(effectText(change, now, before, looks, LINK, t_s));
  expect(at(79)).toMatch(/^NewReno will use/);
  expect(at(80)).toBe("NewReno used about a third of the link (before: 88 %).");
});

test("where shares stay the queueing delay is named, of a queue's setting before them", () => {
  const before = course(preset, [0.09, 0.88], 80);
  const shares = [0.1, 0.87] as const;
  expect(plain(effectText(change, course(lossy, shares, 20), before, looks, LINK, 13))).toBe(
    "packets will wait 20 ms in the queue on average (before: 80 ms).",
  );
  // Sixteen per cent less are not the same.
  expect(effectText(change, course(lossy, shares, 67), before, looks, LINK, 13)).toMatch(/^packets will wait 67/);
  expect(effectText(change, course(lossy, [0.095, 0.87], 78), before, looks, LINK, 13)).toBe(
    "mean goodputs and the mean queueing delay will stay almost the same.",
  );
  const path = "bottleneck.queue.limit_packets";
  const short = course(changed(path, 20, 12.07), [0.3, 0.6], 20);
  expect(effectText({ t_s: 12.07, path, joined: [] }, short, before, looks, LINK, 13)).toMatch(/^packets will wait 20/);
});

test("a goodput that fell to a tenth is named, also where the flow uses almost none of the link either way", () => {
  const text = effectText(change, course(lossy, [0.001, 0], 0), course(preset, [0.014, 0], 0), looks, LINK, 13);
  expect(plain(text)).toBe("CDG will have a mean goodput of 9.73 kbit/s (before: 136 kbit/s).");
});

test("a flow that is compared with none keeps the sentence from saying that all stays", () => {
  const now = course(lossy, [0.095, 0.87], 80);
  const before = course(preset, [0.09, 0.88], 80);
  const bytes = new Map([...before.measured.bytes].slice(0, 1));
  expect(effectText(change, now, { ...before, measured: { ...before.measured, bytes } }, looks, LINK, 13)).toBeNull();
});

test("of flows that join their own share is named, not how much another one lost by them", () => {
  const [now, before] = [course(preset, [0.09, 0.88]), course(preset, [0.97, 0])];
  const joining = (...joined: SourceName[]) =>
    plain(effectText({ t_s: 12, path: null, joined }, now, before, looks, LINK, 13));
  expect(joining(newreno)).toBe("it will use 88 % of the link.");
  expect(joining(cdg, newreno)).toBe("together they will use nearly all of the link.");
  expect(joining(newreno, sourceName("unmeasured"))).toBeUndefined();
});

test("the flows that are measured are those of the run, not those that the page still shows", async () => {
  const asked: unknown[] = [];
  const ask = (_: string, { series }: { series: { source: unknown }[] }) => {
    asked.push(...series.slice(1).map(({ source }) => source));
    return Promise.resolve({ series: [] });
  };
  const session = { digest: "1", taken: { scenario: preset }, run: { flows: [cdg, newreno] } };
  await new Effects({ ask } as unknown as Engine, session as unknown as Session, () => undefined).measure();
  expect(asked).toEqual([cdg, newreno]);
});

test("without the run before the change the shares after it are named", () => {
  const text = effectText(change, course(lossy, [0.55, 0.34]), null, looks, LINK, 13);
  expect(plain(text)).toBe("CDG will use 55 % of the link, NewReno 34 %.");
});

test("a slower link is what a share is of: where shares stay on it, the goodput that fell most is named", () => {
  const path = "bottleneck.rate_bps";
  const slow = course(changed(path, 5e6, 20), [0.045, 0.44]);
  const text = effectText({ t_s: 20, path, joined: [] }, slow, course(preset, [0.09, 0.88]), looks, LINK, 13);
  expect(plain(text)).toBe("NewReno will have a mean goodput of 4.28 Mbit/s (before: 8.57 Mbit/s).");
});

test("what is compared is the longest stretch without another change, its beginning left out", () => {
  const later = changed(LOSS, 0.01, 5);
  expect(stretchAfter(5, [later, preset], looks)).toEqual([17, 80]);
  expect(stretchAfter(79, [preset], looks)).toBeNull();
  expect(effectText({ t_s: 79, path: LOSS, joined: [] }, course(lossy, [0.5, 0.5]), null, looks, LINK, 13)).toBeNull();
});

test("shares have names where they are near one", () => {
  const names = [0.97, 0.67, 0.5, 0.34, 0.29, 0.01].map((share) => plain(shareText(share)));
  expect(names).toEqual([
    "nearly all of the link",
    "about two thirds of the link",
    "about half of the link",
    "about a third of the link",
    "29 % of the link",
    "almost none of the link",
  ]);
});

test("a run that ends while the one before is still being measured is measured, too", async () => {
  const asked: (() => void)[] = [];
  const engine = {
    ask: () => new Promise((resolve) => asked.push(() => resolve({ series: [] }))),
  } as unknown as Engine;
  const session = { digest: "1", taken: { scenario: preset }, generation: 1 };
  let said = 0;
  const effects = new Effects(engine, session as unknown as Session, () => said++);
  const first = effects.measure();
  // The reader changes something, and the short run is computed before the answer about the one before has come.
  Object.assign(session, { digest: "2", taken: { scenario: lossy }, generation: 2 });
  await effects.measure();
  asked.shift()?.();
  await new Promise((done) => setTimeout(done));
  asked.shift()?.();
  await first;
  expect(effects.course(lossy)).not.toBeNull();
  expect(effects.course(preset)).toBeNull();
  expect(said).toBe(1);
});

test("a run that was opened is compared with none before it, and after a change with itself", () => {
  const documentOf = (scenario: Scenario): LabDocument => ({ scenario, view: { charts: [], focus: null } });
  const history = new History(documentOf(lossy));
  const effects = new Effects({} as Engine, { history } as unknown as Session, () => undefined);
  const before = (opened: Scenario | null) => effects.previous(opened)?.scenario ?? null;
  const file = { ...preset };
  history.commit(documentOf(file), null);
  expect(before(null)).toBe(lossy);
  expect(before(file)).toBeNull();
  const changedFile = { ...file, duration_s: 30 };
  history.commit(documentOf(changedFile), null);
  expect(before(file)).toBe(file);
  // After a reload nothing says that it was opened, but its title.
  history.commit(documentOf({ ...preset, title: "Two RTTs" }), null);
  expect(before(null)).toBeNull();
});
