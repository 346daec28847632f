/** The form of *Vary* as it is drawn: names of its fields, and no field without effect. Not here: values and errors (offered.test.ts, refusals.test.ts). */
import { expect, test } from "vitest";
import { addMessages } from "../i18n/catalogue.ts";
import words from "../i18n/en/vary.json" with { type: "json" };
import type { Face } from "../settings/setting.ts";
import { markupOf } from "../ui/testing/template.ts";
import type { Choice } from "./choice.ts";
import { type FormProps, form } from "./form.ts";
import { FIELDS } from "./measures.ts";
import { axisOf, type Variable } from "./variables.ts";

addMessages("en", words);
const face: Face = {
  ...{ unit: "ms", factor: 1, min: 1, max: 1000, scale: "log", zero: false, integer: false, ticks: [] },
  ...{ least: 1, most: 1000, above: false },
};
const number = (label: string, ...paths: Variable["paths"]): Variable => ({
  ...{ paths, label, face, whole: false, least: 1, most: 1000, words: [], value: 40 },
});
const both = number("Base RTT", "flows.a.base_rtt_ms", "flows.b.base_rtt_ms");
const one = number("Base RTT, a", "flows.a.base_rtt_ms");
const other = number("Base RTT, b", "flows.b.base_rtt_ms");
const algorithm = (flow: string): Variable => ({
  ...number(`Algorithm, ${flow}`, `flows.${flow}.algorithm.kind`),
  ...{ face: null, words: [{ value: "cubic", label: "CUBIC" }], value: "cubic" },
});
const variables = [both, one, other, algorithm("a"), algorithm("b")];

function drawn(axes: readonly Variable[]): string {
  const choice: Choice = {
    ...{ seeds: 5, fields: ["utilisation"], flow: 0, from_s: null, to_s: null, goal: null },
    axes: axes.map((each) => axisOf(each)),
  };
  const props = {
    ...{ choice, variables, variable: axes[0], fields: FIELDS.slice(0, 1), measures: FIELDS, opened: "", flows: [] },
    ...{ isMap: axes.length > 1, span: { from_s: 0, to_s: 10 } },
    view: { x: "as_is", y: "as_is", line: false, theory: true, kept: null },
  };
  return markupOf(form(props as unknown as FormProps));
}

test("a setting that a choice cannot tell from another one is not offered beside it", () => {
  const labels = [...drawn([both]).matchAll(/>(Base RTT[^<]*)<\/option>/g)].map(([, label]) => label);
  expect(labels).toEqual(["Base RTT", "Base RTT, b"]);
});

test("the settings of a map are named by their axes, and its only measure has no number", () => {
  const map = drawn([both, other]);
  expect(map).toContain("<span>Setting, horizontal axis</span>");
  expect(map).toContain('role="group" aria-label=Setting, vertical axis');
  expect(map).toContain("<span>Measure</span>");
  expect(drawn([both])).toContain("<span>Measure 1</span>");
});

test("words have no scale, no straight line and, of pairs, no theory", () => {
  expect(drawn([both])).toMatch(/Horizontal axis.*Straight line.*Theory/s);
  expect(drawn([algorithm("a")])).not.toMatch(/Horizontal axis|Straight line/);
  expect(drawn([algorithm("a"), algorithm("b")])).not.toContain("Theory");
});
