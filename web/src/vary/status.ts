/** A sweep's state and a search's result in words. Not here: the runs (runs.ts), errors (i18n/errors.ts). */
import type { Answer } from "../ensemble/types.ts";
import { num, plural, translate, unitWord, withUnit } from "../i18n/catalogue.ts";
import type { Goal } from "./choice.ts";
import type { Field } from "./measures.ts";
import type { SweepRuns } from "./runs.ts";
import type { Opened } from "./tables.ts";
import { textOf, type Variable } from "./variables.ts";

/** From here on the time is a warning, s. */
const LONG_S = 60;

/** "12 s", "3 min", "5 h". */
function timeText(seconds: number): string {
  if (seconds < 90) return withUnit(Math.max(1, Math.ceil(seconds)), "s");
  return seconds < 5400 ? withUnit(Math.ceil(seconds / 60), "min") : withUnit(Math.ceil(seconds / 3600), "h");
}

/** How many runs, how long they take, how far they are; empty where the document is rejected. `grows`: values are added where neighbours differ. */
export function statusText(
  { doing, plan, seconds, done, lost }: SweepRuns,
  grows: boolean,
  table: Opened | null,
): string {
  if (!plan?.ok) return plan ? "" : translate("vary.waits");
  const runs = num(plan.most_runs ?? plan.runs);
  if (doing.state === "running") {
    const left = doing.progress?.left_s ?? null;
    return translate("vary.progress", {
      ...{ done: num(done), runs },
      left: left === null ? translate("vary.left.unknown") : translate("vary.left", { time: timeText(left) }),
    });
  }
  if (doing.state === "done") {
    const args = { runs: num(done), time: withUnit(doing.seconds, "s", 1, 1) };
    return plural("vary.done", doing.workers, args) + (lost > 0 ? ` ${plural("vary.lost", lost)}` : "");
  }
  if (doing.state === "failed") return translate("vary.failed", { message: doing.message });
  if (doing.state === "cancelled") return translate("vary.cancelled", { done: num(done), runs });
  if (table && doing.state === "opened") {
    const args = { name: table.name, done: num(done), runs, other: table.other };
    return translate(`vary.opened${table.other && ".other"}`, args);
  }
  const args = { runs, values: num(plan.cells), seeds: num(plan.runs / plan.cells) };
  const alone = plan.alone > 0 ? ` ${plural("vary.alone", plan.alone)}` : "";
  if (seconds === null) return translate("vary.planned", args) + alone;
  const said = translate(plan.most_runs ? "vary.planned.find" : "vary.planned.time", {
    ...args,
    time: timeText(seconds),
  });
  const more = seconds > LONG_S ? "vary.planned.long" : grows ? "vary.planned.more" : null;
  return said + alone + (more ? ` ${translate(more)}` : "");
}

/** Result of a search. */
export function answerText(answer: Answer, variable: Variable, goal: Goal, field: Field | undefined): string {
  const text = (value: number): string => textOf(variable, value);
  const bound = translate("vary.answer.bound", {
    measure: translate(`results.${field?.path}`),
    bound: translate(`vary.goal.${goal.bound}`),
    value: withUnit(goal.value, unitWord(field?.unit ?? "")),
  });
  if (answer.value === null) return translate("vary.answer.nothing", { bound });
  const args = { setting: variable.label, value: text(answer.value), bound };
  const said = [translate(`vary.answer.${answer.outcome === "first" ? "first" : goal.find}`, args)];
  const { low, high } = answer.interval ?? { low: null, high: null };
  if (low !== null && high !== null) said.push(translate("vary.answer.interval", { low: text(low), high: text(high) }));
  if (answer.not_monotone > 0)
    said.push(translate(`vary.answer.again.${goal.find}`, { n: answer.not_monotone, seeds: answer.seeds.length }));
  return said.join(" ");
}
