/** The form of *Vary*: the setting with its values, the runs of each, what is measured, and how the axes are shown. Not here: what a choice makes (choice.ts). */
import { html, nothing, type TemplateResult } from "lit";
import { num, translate, unitWord } from "../i18n/catalogue.ts";
import { read, written } from "../settings/numbers.ts";
import { type Choice, type Goal, type Kind, kindOf } from "./choice.ts";
import type { Span } from "./document.ts";
import { type Field, labelOf } from "./measures.ts";
import { scalesOfX, scalesOfY, type View } from "./numbers.ts";
import { type Axis, axisOf, pairOf, type Variable, variableOf } from "./variables.ts";

/** Runs of each value that may be chosen. */
const SEEDS = [1, 5, 10, 20] as const;
/** Measures at most. */
const MEASURES = [0, 1, 2] as const;

interface Option {
  value: string;
  label: string;
}

/** A list with its label. */
function list(label: string, options: readonly Option[], value: string, act: (value: string) => void): TemplateResult {
  return html`<label class="vary-field"><span>${label}</span><span class="field-box"><select
    .value=${value} @change=${(event: Event) => act((event.target as HTMLSelectElement).value)}>${options.map(
      (each) => html`<option value=${each.value} ?selected=${each.value === value}>${each.label}</option>`,
    )}</select></span></label>`;
}

/** A number with its label and unit, as people type it; what cannot be read leaves what was there. */
function number(label: string, unit: string, value: number, act: (value: number) => void): TemplateResult {
  const change = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const typed = read(input.value, unit);
    if (typed === null) input.value = written(value);
    else act(typed);
  };
  return html`<label class="vary-field"><span>${label}</span><span class="field-box"><input type="text" inputmode="decimal" size="6" autocomplete="off"
    .value=${written(value)} @change=${change} />${unit ? html`<span class="field-unit">${unitWord(unit)}</span>` : nothing}</span></label>`;
}

function check(key: string, on: boolean, act: (on: boolean) => void): TemplateResult {
  return html`<label><input type="checkbox" .checked=${on} @change=${(event: Event) => act((event.target as HTMLInputElement).checked)} />${translate(key)}</label>`;
}

/** One of several, as buttons beside each other. */
function segments(
  label: string,
  options: readonly Option[],
  value: string,
  act: (value: string) => void,
): TemplateResult {
  return html`<div class="vary-field"><span>${label}</span><span class="segments" role="group" aria-label=${label}>${options.map(
    (each) =>
      html`<button type="button" aria-pressed=${each.value === value ? "true" : "false"} @click=${() => act(each.value)}>${each.label}</button>`,
  )}</span></div>`;
}

/** A setting with its values; `title`: which setting of the picture it is. */
function axisRow(
  title: string,
  variables: readonly Variable[],
  axis: Axis,
  put: (axis: Axis) => void,
  before: unknown,
): TemplateResult {
  const variable = variableOf(variables, axis.path);
  // A choice knows a setting by its first path: of two settings with the same one the first is varied.
  const options = variables
    .filter((each) => each === variableOf(variables, each.paths[0]))
    .map(({ paths, label }) => ({ value: paths[0], label }));
  const other = (path: string): void => {
    const next = variableOf(variables, path);
    if (next) put(axisOf(next, axis.steps));
  };
  const unit = variable?.face?.unit ?? "";
  const spacing = (["even", "ratio"] as const).map((each) => ({
    value: each,
    label: translate(`vary.spacing.${each}`),
  }));
  return html`<div class="vary-row">${before}<div class="vary-axis" role="group" aria-label=${title}>${list(title, options, axis.path, other)}${
    variable?.face
      ? html`${number(translate("vary.from"), unit, axis.from, (from) => put({ ...axis, from }))}
        ${number(translate("vary.to"), unit, axis.to, (to) => put({ ...axis, to }))}
        ${number(translate("vary.steps"), "", axis.steps, (steps) => put({ ...axis, steps: Math.round(steps) }))}
        ${segments(translate("vary.spacing"), spacing, axis.logarithmic ? "ratio" : "even", (value) => put({ ...axis, logarithmic: value === "ratio" }))}`
      : html`<div class="vary-words" role="group" aria-label=${translate("vary.values")}>${variable?.words.map(
          ({ value, label }) =>
            html`<label><input type="checkbox" .checked=${axis.words.includes(value)} @change=${() =>
              put({
                ...axis,
                words: variable.words
                  .map((word) => word.value)
                  .filter((word) => (word === value) !== axis.words.includes(word)),
              })} />${label}</label>`,
        )}</div>`
  }</div></div>`;
}

/** Contents of the form, and the listener to a choice. */
export interface FormProps {
  readonly variables: readonly Variable[];
  readonly variable: Variable | undefined;
  readonly fields: readonly Field[];
  /** All to choose from. */
  readonly measures: readonly Field[];
  /** A table is drawn, of the run on the page or of other runs. */
  readonly opened: "" | "own" | "other";
  readonly isMap: boolean;
  /** Leaves the table. */
  leave(): void;
  readonly choice: Choice;
  readonly view: View;
  /** Other runs. */
  choose(change: Partial<Choice>): void;
  /** Another picture, with its own choice. */
  picture(kind: Kind): void;
  /** Span of the run that is measured, s. */
  readonly span: Span;
  /** Another look at the same ones. */
  look(change: Partial<View>): void;
  /** Names of the flows, and which one a map shows. */
  readonly flows: readonly string[];
  show(flow: number): void;
  /** Keeps the colours of the map on show for the next ones. */
  keep(on: boolean): void;
}

/** Which picture. */
function kinds({ choice, variables, picture }: FormProps): TemplateResult {
  const options: Kind[] = ["curve", "map", ...(pairOf(variables).length === 2 ? (["pairs"] as const) : []), "find"];
  return segments(
    translate("vary.kind"),
    options.map((value) => ({ value, label: translate(`vary.kind.${value}`) })),
    kindOf(choice, variables),
    (kind) => picture(kind as Kind),
  );
}

/** Fields of a search. */
function goalOf(goal: Goal, unit: string, put: (goal: Goal) => void): TemplateResult {
  const named = (words: readonly string[]): Option[] =>
    words.map((value) => ({ value, label: translate(`vary.goal.${value}`) }));
  return html`${list(translate("vary.goal.find"), named(["smallest", "largest"]), goal.find, (find) => put({ ...goal, find: find as Goal["find"] }))}
    ${list(translate("vary.goal.bound"), named(["at_least", "at_most"]), goal.bound, (bound) => put({ ...goal, bound: bound as Goal["bound"] }))}
    ${number(translate("vary.goal.value"), unit, goal.value, (value) => put({ ...goal, value }))}`;
}

export function form(vary: FormProps): TemplateResult {
  const { choice, variables, view, opened, isMap } = vary;
  const { goal } = choice;
  const isSingle = isMap || goal !== null;
  // Theory is about numbers.
  const isPairs = kindOf(choice, variables) === "pairs";
  const rows = (opened ? [] : choice.axes).map((axis, i) => {
    const put = (next: Axis): void => vary.choose({ axes: choice.axes.with(i, next) });
    const title = translate(isMap ? `vary.setting.${i === 0 ? "x" : "y"}` : "vary.setting");
    return axisRow(title, variables, axis, put, i === 0 ? kinds(vary) : nothing);
  });
  const fields = vary.measures.map((field) => ({
    value: field.path,
    label: translate(`vary.of.${field.of}`, { measure: labelOf(field) }),
  }));
  const none = { value: "", label: translate("control.none") };
  const measure = (i: number): TemplateResult =>
    list(
      isSingle ? translate("vary.measure.only") : translate("vary.measure", { n: num(i + 1) }),
      (i === 0 ? fields : [none, ...fields]).filter(
        ({ value }) => value === choice.fields[i] || !choice.fields.includes(value),
      ),
      choice.fields[i] ?? "",
      (path) =>
        vary.choose({
          fields: [...choice.fields.slice(0, i), path, ...choice.fields.slice(i + 1)].filter((each) => each !== ""),
        }),
    );
  const seeds = SEEDS.map((count) => ({ value: String(count), label: num(count) }));
  const { variable } = vary;
  const scales = (of: "x" | "y", all: readonly string[]): TemplateResult =>
    list(
      translate(`vary.scale.${of}`),
      all
        // They need the scenario.
        .filter((value) => opened !== "other" || !value.startsWith("of_"))
        .map((value) => ({
          value,
          label: translate(`vary.scale.${value === "of_rtt" && of === "x" ? "rtts" : value}`),
        })),
      all.includes(view[of]) ? view[of] : "as_is",
      (value) => vary.look({ [of]: value } as Partial<View>),
    );
  const [field] = vary.fields;
  const flows = isSingle && field?.of === "flow" ? vary.flows : [];
  const runs = html`${segments(translate("vary.seeds"), seeds, String(choice.seeds), (value) => vary.choose({ seeds: Number(value) }))}
      ${number(translate("vary.span.from"), "s", vary.span.from_s, (from_s) => vary.choose({ from_s }))}
      ${number(translate("vary.span.to"), "s", vary.span.to_s, (to_s) => vary.choose({ to_s }))}`;
  return html`${rows}
    <div class="vary-row">${MEASURES.filter((i) => (isSingle ? i === 0 : i <= choice.fields.length)).map(measure)}
      ${
        flows.length > 1
          ? list(
              translate("vary.flow"),
              flows.map((label, i) => ({ value: String(i), label })),
              String(Math.min(choice.flow, flows.length - 1)),
              (value) => vary.show(Number(value)),
            )
          : nothing
      }
      ${goal ? goalOf(goal, field?.unit ?? "", (next) => vary.choose({ goal: next })) : nothing}
      ${opened ? html`<button type="button" class="button is-line" @click=${() => vary.leave()}>${translate("vary.leave")}</button>` : runs}</div>
    <div class="vary-row">${
      goal
        ? nothing
        : isMap
          ? check("vary.keep", view.kept !== null, (on) => vary.keep(on))
          : html`${variable?.face ? scales("x", scalesOfX(variable)) : nothing}${scales("y", [...new Set(vary.fields.flatMap(scalesOfY))])}
      ${variable?.face ? check("vary.fit", view.line, (line) => vary.look({ line })) : nothing}`
    }${opened === "other" || isPairs ? nothing : check("vary.theory", view.theory, (theory) => vary.look({ theory }))}</div>`;
}
