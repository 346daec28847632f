/** Errors of a choice, in the form's names and units. Not here: the sentences (i18n/errors.ts), the rules (crate `sweep`). */
import type { Refusal } from "../ensemble/types.ts";
import { num, translate } from "../i18n/catalogue.ts";
import { errorText } from "../i18n/errors.ts";
import { settingLabel } from "../settings/labels.ts";
import { written } from "../settings/numbers.ts";
import { type Face, toScreen } from "../settings/setting.ts";
import type { Variable } from "./variables.ts";

/** Fields of the document that are fields of the form. */
const FIELDS: Readonly<Record<string, string>> = {
  from: "vary.from",
  to: "vary.to",
  steps: "vary.steps",
  from_s: "vary.span.from",
  to_s: "vary.span.to",
  at_least: "vary.goal.value",
  at_most: "vary.goal.value",
};

/** Numbers of a text in the screen's unit. */
const inUnit = (text: string, face: Face): string =>
  text.replace(/(?<![\w.])-?\d+(\.\d+)?(e[+-]?\d+)?/g, (number) => written(toScreen(face, Number(number))));

/** All errors, one a line. `variables`: those of the axes. */
export function refusalLines({ errors, more }: Refusal, variables: readonly (Variable | undefined)[]): string[] {
  const lines = errors.map((error) => {
    const { place, found, allowed } = error;
    if (place === "runs")
      return translate("vary.refused.runs", {
        found: num(Number(found)),
        most: num(Number(allowed.replace("<= ", ""))),
      });
    const [, axis, field = "", setting] =
      /^(?:axes\[(\d+)\]|axis)(?:\.together\[\d+\])?(?:\.(\w+))?(?:\[\d+\])?(?:: (.*))?$/.exec(place) ?? [];
    const variable = /^ax[ei]s/.test(place) ? variables[Number(axis ?? 0)] : undefined;
    const key = FIELDS[variable ? field : place];
    const last = setting?.split(".").at(-1);
    const isOther = last !== undefined && variable !== undefined && !variable.paths[0].endsWith(`.${last}`);
    const label = isOther ? settingLabel("", last) : variable?.label;
    const said = key && label ? `${translate(key)} (${label})` : key ? translate(key) : label;
    if (said === undefined) return errorText(error);
    const face = field === "steps" || isOther ? null : variable?.face;
    const shown = face ? { found: inUnit(found, face), allowed: inUnit(allowed, face) } : {};
    return errorText({ ...error, ...shown, place: said }).replace(`\`${said}\``, said);
  });
  if (more > 0) lines.push(translate("error.more", { count: num(more) }));
  return [...new Set(lines)];
}
