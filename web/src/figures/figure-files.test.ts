/** Files of an unfinished run say so and judge nothing; those of a whole one keep the experiments' own bytes but for texts. */
import { expect, test } from "vitest";
import type { Claim, Stored } from "../ensemble/types.ts";
import { addMessages } from "../i18n/catalogue.ts";
import words from "../i18n/en/figures.json" with { type: "json" };
import { type Extent, namedFor, rowsFile, storedFile } from "./figure-files.ts";

addMessages("en", words);

const account = {
  says: "A.",
  measured: "",
  tried: "B.",
  table: [
    ["", "at 1 %"],
    ["x", "0.9"],
  ],
  explanation: "C.",
  numbers: [],
};
const claims: Claim[] = [{ id: "a.b", text: "It holds.", from: "", expected: [], account }];
const measured = '[{"of":"","value":1,"band":[0,2],"strict":false,"holds":true}]';
const verdict = `{"id":"a.b","experiment":"a","text":"","measured":${measured},"holds":true,"account":null}`;
const json = `{"format":1,"quick":false,"repetitions":100,\n"sweeps":[\n{"id":"a","cells":[],"rows":[\n{"seed":3,"digest":"0f"}]}],\n"claims":[\n${verdict}]}\n`;
const csv = "sweep,seed,quantity,place,value\na,1,goodput,,2\n";
const of = (state: Extent["state"]): Extent => ({ state, done: 1, planned: 12 });

test("a cancelled run's files are partial and carry no verdict", () => {
  const text = rowsFile(json, "json", claims, of("cancelled"));
  const read = JSON.parse(text);
  expect(read.partial).toEqual({ state: "cancelled", runs: 1, of: 12 });
  expect(read.claims[0]).toMatchObject({
    text: "It holds.",
    account: "The paper says: A. What we tried: B. x (at 1 %: 0.9). Our explanation: C.",
  });
  expect(text).not.toContain('"holds"');
  expect(text).toContain('{"seed":3,"digest":"0f"}');
  expect(rowsFile(csv, "csv", claims, of("cancelled"))).toBe(
    "sweep,seed,quantity,place,value,state,runs_done,runs_planned\na,1,goodput,,2,cancelled,1,12\n",
  );
  expect(namedFor("a", of("cancelled"))).toEqual(["a", "partial", "1-of-12-runs"]);
});

test("fewer runs than the paper's are whole, but not judged", () => {
  const text = rowsFile(json, "json", claims, of("fewer"));
  expect(text).not.toMatch(/"holds"|"partial"/);
  expect(namedFor("a", of("fewer"))).toEqual(["a"]);
});

test("a whole run keeps its verdicts and its rows", () => {
  const text = rowsFile(json, "json", claims, of("whole"));
  expect(JSON.parse(text).claims[0]).toMatchObject({ holds: true, text: "It holds." });
  expect(text.slice(0, text.indexOf('"claims"'))).toBe(json.slice(0, json.indexOf('"claims"')));
  expect(rowsFile(csv, "csv", claims, of("whole"))).toBe(csv);
  const stored = { version: "1", runs: 1, figure: { columns: 1, panels: [] }, claims: JSON.parse(`[${verdict}]`) };
  expect(JSON.parse(storedFile(stored as Stored, claims)).claims[0].text).toBe("It holds.");
});
