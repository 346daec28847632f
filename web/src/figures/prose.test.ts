/** References in an experiment's text are words of the page, never keys. */
import { expect, test } from "vitest";
import { prose } from "./prose.ts";

const names = new Map([
  ["cdg_fig8", "CDG, figure 8"],
  ["cdg.fig8a.first_keeps", "“The first flow keeps its share”"],
]);
const values = (text: string): unknown[] =>
  prose(text, (id) => names.get(id)).flatMap((part) => (typeof part === "string" ? [part] : [...part.values]));

test("a claim is called by its words and leads to the page of its whole figure", () => {
  const all = values("The cause is that of cdg.fig8a.first_keeps.");
  expect(all[0]).toBe("The cause is that of ");
  expect(all).toContain("#cdg_fig8");
  expect(all).toContain("“The first flow keeps its share”");
  expect(all).not.toContain("cdg.fig8a.first_keeps");
});

test("a claim of a page that is not known keeps its id and its place", () => {
  expect(values("See voip.fig3.loss.")).toEqual(expect.arrayContaining(["#voip_fig3", "voip.fig3.loss"]));
});

test("recoveries have their names, not the keys of a scenario; code stays as it is", () => {
  expect(values("recovery freebsd_sack")).toEqual(["recovery FreeBSD SACK"]);
  expect(values("RFC 6675 (sack); for comparison also freebsd_sack and newreno")).toEqual([
    "RFC 6675 (SACK); for comparison also FreeBSD SACK and NewReno",
  ]);
  expect(values("as `freebsd_sack` says")).toContain("freebsd_sack");
});
