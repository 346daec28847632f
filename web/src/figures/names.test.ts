/** Points are named as in the legends, by group and in order; panels' titles hold no keys. */
import { expect, test } from "vitest";
import type { Job } from "../ensemble/types.ts";
import { addMessages } from "../i18n/catalogue.ts";
import words from "../i18n/en/figures.json" with { type: "json" };
import { groupsOf, panelTitle, pointName, runTitle } from "./names.ts";

addMessages("en", words);

const job = (at: Job["at"], beside = false): Job => ({ sweep: "a", at, seed: 1, beside, cost: 1, moment_s: 0 });

test("keys are words of the reader", () => {
  expect(pointName({ sender: "nr_fbsd", acks: "default" })).toBe("NewReno, FreeBSD, ACKs as the TCP stack sends them");
  expect(pointName({ scheme: "tfrc", gamma: 8 })).toBe("TFRC(8)");
  expect(pointName({ link: "10/80", bdp: 0.25 })).toBe("10 Mbit/s, 80 ms, queue 0.25 BDP");
  expect(pointName({ algorithm: "bbr", other: "prague", queue: "two_bdp" })).toBe("BBR v1, Prague, queue FIFO, 2 BDP");
  expect(pointName({ algorithm: "bbr3", at_s: 40, interval_s: 5 })).toBe(
    "BBR v3, rate falls at 40 s, ProbeRTT every 5 s",
  );
  expect(panelTitle("CDG. Recovery freebsd_sack, every packet acknowledged")).toBe(
    "CDG. Recovery FreeBSD SACK, every packet acknowledged",
  );
});

test("what is judged comes first, groups by name, losses by size", () => {
  const cdg = [0.01, 0, 0.002].map((loss) => job({ algorithm: "cdg", loss }));
  const jobs = [job({ algorithm: "cdg", loss: 0.05 }, true), job({ algorithm: "newreno", loss: 0 }), ...cdg, ...cdg];
  const groups = groupsOf(jobs, () => "", { judged: "Judged", beside: "Beside" });
  expect(groups.map(({ label }) => label)).toEqual(["CDG", "NewReno", "Beside: CDG"]);
  expect(groups[0]?.points.map(({ text }) => text)).toEqual(["CDG, loss 0", "CDG, loss 0.002", "CDG, loss 0.01"]);
});

test("a run's title calls algorithms by their names", () => {
  expect(runTitle("Three newreno flows join one after the other: CDG paper, figure 5")).toBe(
    "Three NewReno flows join one after the other: CDG paper, figure 5",
  );
  expect(runTitle("Two cdg flows with base RTTs of 40 and 70 ms")).toBe("Two CDG flows with base RTTs of 40 and 70 ms");
});
