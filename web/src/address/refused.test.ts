/** Addresses that are wrong: what the page says of each names its place. Not here: how it is shown (e2e/laboratory.spec.ts). */
import { expect, test } from "vitest";
import { addMessages, type Catalogue, setLanguage } from "../i18n/catalogue.ts";
import { checked } from "../lessons/testing/engine.ts";
import type { Engine } from "../session/session.ts";
import { opened, refusalOf } from "./from-address.ts";
import { pack, readAddress } from "./link.ts";

const words = import.meta.glob<Catalogue>("../i18n/en/*.json", { eager: true, import: "default" });
for (const catalogue of Object.values(words)) addMessages("en", catalogue);
setLanguage("en");

const engine = { ask: async (_: string, { scenario }: { scenario: string }) => checked(scenario) } as unknown as Engine;

/** Everything that is said of an address. */
async function said(hash: string): Promise<string> {
  const { problems, unread, document } = opened(readAddress(hash));
  const refused = await refusalOf(engine, unread ?? JSON.stringify(document.scenario));
  return [...problems, ...refused].join("\n");
}

const bottleneck = { rate_bps: 1e7, queue: { discipline: "drop_tail", limit_packets: 84 } };
const run = (more: object): string =>
  `s=${pack({ schema: 1, duration_s: 9, bottleneck, flows: [{ name: "a" }], ...more })}`;
const change = { at_s: 1, path: "flows.b.base_rtt_ms", value: 9 };

test.each<[what: string, hash: string, words: RegExp]>([
  ["nothing that is wrong", run({}), /^$/],
  ["a negative rate", run({ bottleneck: { ...bottleneck, rate_bps: -5 } }), /bottleneck\.rate_bps/],
  ["a wrong type", run({ duration_s: "long" }), /duration_s/],
  ["an absurd delay", run({ flows: [{ base_rtt_ms: 1e300 }] }), /flows\[0\]\.base_rtt_ms/],
  ["an unknown algorithm", run({ flows: [{ algorithm: { kind: "cdgg" } }] }), /cdg/],
  ["two flows of one name", run({ flows: [{ name: "a" }, { name: "a" }] }), /flows\[1\]\.name/],
  ["neither flows nor traffic", run({ flows: undefined }), /flows/],
  ["no duration", run({ duration_s: 0 }), /duration_s/],
  ["an unknown field", run({ colour: 1 }), /colour/],
  ["a change of what is not there", run({ interventions: [change] }), /flows\.b|interventions\[0\]/],
  ["flows that are no list", run({ flows: "two" }), /flows/],
  ["flows that are an object", run({ flows: { a: 1 } }), /flows/],
  ["a flow that is none", run({ flows: [null] }), /flows\[0\]/],
  ["a flow that is a list", run({ flows: [[]] }), /flows\[0\]/],
  ["changes that are no list", run({ interventions: 5 }), /interventions/],
  ["no JSON", `s=0${btoa("{nope").replaceAll("=", "")}`, /line 1|1:/],
  ["a cut link", "s=1abc", /damaged|cut short/],
  ["an unknown preset", "preset=cdg_beside_newrenno", /cdg_beside_newreno/],
  ["nonsense fields", "t=soon&view=cwnd,nonsense&zoom=3", /t=soon[\s\S]*nonsense[\s\S]*zoom/],
])("%s", async (_, hash, words) => expect(await said(hash)).toMatch(words));
