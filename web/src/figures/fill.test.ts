import { expect, test } from "vitest";
import type { Experiment, Stored } from "../ensemble/types.ts";
import { fill, filled } from "./fill.ts";

const named = [
  { name: "share", digits: 0 },
  { name: "rate", digits: 2 },
];

test("numbers stand where their names were, as the language writes them", () => {
  const text = "{share} % at {rate} Mbit/s, {other}";
  expect(fill(text, named, { share: 35.4, rate: 1.1263 }, "en")).toBe("35 % at 1.13 Mbit/s, {other}");
  expect(fill(text, named, { share: -0.1, rate: -1.1263 }, "de")).toBe("0 % at −1,13 Mbit/s, {other}");
  expect(fill(text, named, { share: null }, "en")).toBe("– % at – Mbit/s, {other}");
  expect(fill(text, named, undefined, "en")).toBe("– % at – Mbit/s, {other}");
});

test("texts change with the stored results", () => {
  const account = {
    says: "",
    measured: "{share} %",
    tried: "",
    table: [["a"], ["{rate}"]],
    explanation: "",
    numbers: named,
  };
  const experiment = {
    ...{ summary: "{share} of it", caption: "", learn: "", states: [], notes: ["{rate}"], numbers: named },
    claims: [{ id: "a.b.c", account }],
  } as unknown as Experiment;
  const stored = (share: number): Stored =>
    ({
      numbers: { share, rate: 2 },
      claims: [{ id: "a.b.c", numbers: { share: share + 1, rate: 3 } }],
    }) as unknown as Stored;
  const of = (share: number) => filled(experiment, stored(share), "en");
  expect([of(1).summary, of(2).summary, of(2).notes[0]]).toEqual(["1 of it", "2 of it", "2.00"]);
  expect([of(1).claims[0]?.account?.measured, of(1).claims[0]?.account?.table[1]]).toEqual(["2 %", ["3.00"]]);
});

test("a cell that is a plain number is written as the language writes it", () => {
  const account = {
    says: "",
    measured: "",
    tried: "",
    table: [["0.80", "83.0 %", "k = 0.5", "12"]],
    explanation: "",
    numbers: [],
  };
  const experiment = {
    states: [],
    notes: [],
    numbers: [],
    claims: [{ id: "a.b.c", account }],
  } as unknown as Experiment;
  const row = (language: string) => filled({ ...experiment, ...texts }, null, language).claims[0]?.account?.table[0];
  expect(row("en")).toEqual(["0.80", "83.0 %", "k = 0.5", "12"]);
  expect(row("de")).toEqual(["0,80", "83,0 %", "k = 0.5", "12"]);
});

const texts = { summary: "", caption: "", learn: "" };
