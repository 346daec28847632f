/** Addition to a refusal, for a link without a buffer. Not here: the words of a refusal (session/refusals.test.ts). */
import { expect, test } from "vitest";
import { addMessages } from "../i18n/catalogue.ts";
import says from "../i18n/en/says.json" with { type: "json" };
import { Problems } from "./problems.ts";

addMessages("en", says);

/** Lines about a limit that drop tail, or another discipline, refuses. */
function linesOf(found: string, discipline = "drop_tail"): string[] {
  const place = "interventions[0]: bottleneck.queue.limit_packets";
  const errors = [{ code: "out_of_range", place, found, allowed: "", nearest: "" }];
  const settings = { bottleneck: { queue: { discipline, limit_packets: 84 } } };
  const session = { settings, refusal: { errors, more: 0, path: "bottleneck.queue.limit_packets" } };
  const lab = { run: { session, player: { looks: [] } } };
  return new Problems(lab as unknown as ConstructorParameters<typeof Problems>[0]).refusalLines();
}

test("a limit of 0 is answered with what is nearest to no buffer, of drop tail alone", () => {
  expect(linesOf("0")).toHaveLength(2);
  expect(linesOf("0")[1]).toMatch(/^With a limit of 1, one packet waits behind the one that is sent/);
  expect(linesOf("-3")).toHaveLength(1);
  expect(linesOf("0", "red")).toHaveLength(1);
});
