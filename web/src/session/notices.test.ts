/** Notices on the page: when they are asked for, at which entry they stand, in whose words. */
import type { TemplateResult } from "lit";
import { afterEach, expect, test } from "vitest";
import { flowCard } from "../controls/flow-card.ts";
import type { FlowCardProps } from "../controls/props.ts";
import { type Notice, type RequestName, type Requests, sourceName } from "../engine/protocol.ts";
import { ALGORITHMS, FLOW } from "../generated/settings.ts";
import { setLanguage } from "../i18n/catalogue.ts";
import { speak } from "../i18n/languages.ts";
import { withWords } from "../laboratory/exports.ts";
import type { Section } from "../settings/setting.ts";
import { type NoticeLine, noticesAt } from "./notice-lines.ts";
import { Notices } from "./notices.ts";
import { presetOf } from "./presets.ts";
import type { FlowLook } from "./run-facts.ts";
import type { Scenario } from "./scenario.ts";
import type { Engine } from "./session.ts";

const look = (name: string, label: string): FlowLook =>
  ({ name: sourceName(name), label, kind: "cdg", cross: false }) as FlowLook;
const looks = [look("cdg1", "CDG 1"), look("cdg2", "CDG 2"), look("call", "Voice")];
const stop: Notice = {
  code: "stops_before_start",
  place: "flows[1].stop_s",
  arguments: { name: "cdg2", start: 7.5, stop: 2 },
};
const tenth: Notice = { ...stop, place: "flows[10].stop_s" };
const phases: Notice = {
  code: "phase_effects",
  place: "flows[0].send_jitter_ms",
  arguments: { name: "cdg1", other: "cdg2", jitter_ms: 0.1, packet_ms: 1.2 },
};
const call: Notice = { code: "unmarkable", place: "cross_traffic[0].kind", arguments: { name: "call" } };
const late: Notice = {
  code: "changes_after_end",
  place: "interventions[3].at_s",
  arguments: { path: "bottleneck.rate_bps", at: 20, end: 20 },
};
const all = [stop, tenth, phases, call, late];
/** The document as far as values are worded by it. */
const settings = { flows: [{ name: "cdg1" }, { name: "cdg2" }], cross_traffic: [{ kind: "voip", name: "call" }] };
const textsAt = (list: readonly Notice[], entry: string): string[] =>
  noticesAt(list, entry, looks, settings).map(({ text }) => text);

afterEach(() => setLanguage("en"));

test("a notice stands at its entry, with names and numbers as the screen has them", async () => {
  expect(textsAt(all, "flows[1]")).toEqual([
    "CDG 2 never runs: it stops at 2 s, which is not after its start at 7.5 s. Set a later stop.",
  ]);
  expect(textsAt(all, "flows[0]")[0]).toContain("a send jitter of 0.1 ms is well below the 1.2 ms");
  expect(textsAt(all, "flows[2]")).toEqual([]);
  expect(textsAt(all, "cross_traffic[0]")[0]).toMatch(/^Voice does not use ECN/);
  expect(textsAt(all, "interventions")).toEqual([
    "The change of Rate at 20 s never takes effect: the run ends at 20 s. Move it earlier, or lengthen the run.",
  ]);
  await speak("de");
  expect(textsAt(all, "flows[1]")).toEqual([
    "CDG 2 läuft nie: Das Ende bei 2 s liegt nicht nach dem Start bei 7,5 s. Ein späteres Ende wählen.",
  ]);
});

/** Text of a template, without its markup's rules. */
function said(part: unknown): string {
  if (Array.isArray(part)) return part.map(said).join("");
  const { strings, values } = (part ?? {}) as Partial<TemplateResult>;
  if (!strings || !values) return typeof part === "string" ? part : "";
  return strings.map((text, i) => text + said(values[i])).join("");
}

test("a flow's card shows its notices, open or not", () => {
  const text = textsAt(all, "flows[1]")[0] ?? "";
  const applied: NoticeLine[] = [];
  const line = (remedy: NoticeLine["remedy"], changes: string): NoticeLine => ({ text, remedy, changes });
  const props = (open: boolean, notices?: NoticeLine[]): FlowCardProps => ({
    flow: { ...(looks[1] as FlowLook), index: 1, start_s: 7.5, stop_s: 2 },
    section: ALGORITHMS.find(({ kind }) => kind === "newreno") as Section,
    values: {},
    notices,
    onRemedy: (notice) => applied.push(notice),
    algorithms: ALGORITHMS,
    own: FLOW.params,
    sentUnfolded: false,
    onUnfoldSent: () => {},
    onRename: () => {},
    options: { base: "flows.cdg2.", section: FLOW, values: { host: "freebsd" }, onChange: () => {} },
    optionsUnfolded: false,
    onUnfoldOptions: () => {},
    open,
    unfolded: false,
    curve: false,
    focused: false,
    last: false,
    start_s: 7.5,
    stop_s: 2,
    onOpen: () => {},
    onUnfold: () => {},
    onFocus: () => {},
    onAlgorithm: () => {},
    onChange: () => {},
    onDuplicate: () => {},
    onRemove: () => {},
    count: 1,
    onCount: () => {},
    onStart: () => {},
    onStop: () => {},
  });
  for (const open of [true, false]) {
    const plain = said(flowCard(props(open, [line([], "")])));
    expect(plain).toContain(`<p class="card-notice" role="note">${text}</p>`);
    const withRemedy = said(flowCard(props(open, [line([{ path: "flows.cdg2.stop_s", value: 20 }], "stop to 20 s")])));
    expect(withRemedy).toMatch(/card-notice" role="note">.*<button type="button".*>Set stop to 20 s<\/button><\/p>/);
    expect(said(flowCard(props(open)))).not.toContain("card-notice");
  }
});

test("a remedy has words, with names, values and units as the screen has them", async () => {
  const jitter = (name: string) => ({ path: `flows.${name}.send_jitter_ms`, value: 1.2 });
  const changes = (remedy: NoticeLine["remedy"]): string | undefined =>
    noticesAt([{ ...phases, remedy }], "flows[0]", looks, settings)[0]?.changes;
  expect(changes([])).toBe("");
  expect(changes([jitter("cdg1")])).toBe("Send jitter, CDG 1 to 1.2\u202fms");
  const ecn = [
    { path: "bottleneck.queue.ecn", value: true },
    { path: "flows.cdg2.ecn", value: true },
  ];
  expect(changes(ecn)).toBe("ECN to on, ECN, CDG 2 to on");
  expect(changes([jitter("cdg1"), jitter("cdg2")])).toBe("Send jitter to 1.2\u202fms");
  expect(changes([...ecn, jitter("cdg1")])).toBe("ECN to on and 2 more");
  await speak("de");
  expect(changes([jitter("cdg1")])).toMatch(/, CDG 1 auf 1,2\u202fms$/);
});

test("a setting without effect is named as the controls name it, with the value beside it", () => {
  const beside = (place: string, path: string, other: string, value: boolean | string | null): Notice => ({
    code: "no_effect_beside",
    place,
    arguments: { path, beside: other, value },
  });
  const ack = beside("flows[1].delayed_ack_ms", "flows.cdg2.delayed_ack_ms", "flows.cdg2.delayed_ack", false);
  expect(textsAt([ack], "flows[1]")[0]).toMatch(/^.+, CDG 2 has no effect while .+, CDG 2 is off\.$/);
  const acks: Notice = {
    code: "no_effect_acks",
    place: "reverse_bottleneck.loss",
    arguments: { path: "reverse_bottleneck.loss" },
  };
  expect(textsAt([acks], "bottleneck")).toEqual([]);
  expect(textsAt([acks], "reverse_bottleneck")).toEqual([
    "Random loss, Reverse path has no effect: it acts on data, and only ACKs cross this bottleneck.",
  ]);
});

/** An engine that answers when the test says so. */
function fake() {
  const asked: { scenario: string; answer: (notices: Notice[]) => void }[] = [];
  const engine: Engine = {
    ask: <N extends RequestName>(name: N, argument: Requests[N][0]) =>
      new Promise<Requests[N][1]>((answered) => {
        expect(name).toBe("notices");
        const { scenario } = argument as { scenario: string };
        asked.push({ scenario, answer: (notices) => answered({ notices } as Requests[N][1]) });
      }),
  };
  let changes = 0;
  const notices = new Notices(engine, () => changes++);
  return { asked, notices, changed: () => changes };
}

test("they are asked once for each scenario, and the newest one's stand", async () => {
  const { asked, notices, changed } = fake();
  const [one, other] = [{ schema: 1 } as unknown as Scenario, { schema: 1, seed: 2 } as unknown as Scenario];
  const first = notices.follow(one);
  await notices.follow(one);
  const second = notices.follow(other);
  expect(asked.map(({ scenario }) => JSON.parse(scenario))).toEqual([one, other]);
  asked[1]?.answer([stop]);
  await second;
  asked[0]?.answer([call]);
  await first;
  expect([notices.list, changed()]).toEqual([[stop], 1]);
});

test("a preset as it is does not ask: what it has is meant", async () => {
  const { asked, notices } = fake();
  const { scenario } = presetOf("cdg_beside_newreno") as { scenario: Scenario };
  await notices.follow(scenario);
  expect([asked.length, notices.list]).toEqual([0, []]);
  void notices.follow({ ...scenario, seed: 9 });
  expect(asked).toHaveLength(1);
});

test("the file of results has them in words, as the command line writes them", () => {
  expect(withWords({ digest: "d", notices: [call] })).toEqual({
    digest: "d",
    notices: [
      { code: "unmarkable", place: "cross_traffic[0].kind", text: expect.stringMatching(/^call does not use ECN/) },
    ],
  });
});
