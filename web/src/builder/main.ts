/**
 * The widget's builder: options on one side, the widget itself as it will be and the texts to take along on the other. It
 * simulates nothing: the frame does. Not here: what the options make (snippet.ts).
 */
import "../ui/uncaught-errors.ts";
import { html, nothing, render, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { NOBODY } from "../address/fields.ts";
import { speakOwn } from "../address/language.ts";
import { readAddress } from "../address/link.ts";
import { controlsOf } from "../controls/control-names.ts";
import { addMessages, language, translate, withUnit } from "../i18n/catalogue.ts";
import text from "../i18n/en/builder.json" with { type: "json" };
import { LANGUAGES } from "../i18n/languages.ts";
import { keepForOffline } from "../offline/schedule.ts";
import { looksOf } from "../session/facts.ts";
import { fetchMore, IDS, type Preset, presetOf, words } from "../session/presets.ts";
import { wrongPath } from "../session/problems.ts";
import { isObject, parsed } from "../session/scenario.ts";
import { tables } from "../session/setting-tables.ts";
import { showTheme } from "../shell/page-shell.ts";
import { copy } from "../ui/dialog.ts";
import { keptTheme } from "../ui/theme-toggle.ts";
import { CHART_IDS, panelName } from "./panels.ts";
import {
  addressOf,
  type Choices,
  elementSnippet,
  fields,
  frameSnippet,
  markdownSnippet,
  oembedSnippet,
} from "./snippet.ts";

/** Controls that have short names in an address (contract 5). */
const SHORT = ["loss", "rate", "queue", "rtt", "g", "algorithm", "seed", "speed"] as const;
const FORMS = { frame: frameSnippet, element: elementSnippet, markdown: markdownSnippet, oembed: oembedSnippet };
type Form = keyof typeof FORMS;
/** Heights that a frame may have, in px. */
const LEAST_HEIGHT = 200;
const MOST_HEIGHT = 3000;
/** The latest beginning, s, of a run that does not say how long it lasts. */
const LATEST_S = 1e7;

addMessages("en", text);
const address = readAddress(location.hash);

/** Where the site lies: this page's own folder. */
const home = new URL(".", location.href).href;

/** A scenario that the reader came with, if it is one. */
const brought = parsed(address.scenario ?? "null");
const own = isObject(brought) ? brought : null;

const named = IDS.find((id) => id === address.preset);
const first = named ?? IDS[0] ?? "";
let choices: Choices = {
  run: own === null ? { preset: first } : { scenario: own },
  title: "",
  view: address.view ?? ["path", "cwnd"],
  controls: address.controls ?? ["loss"],
  width: "640",
  height: 400,
  theme: address.theme ?? "auto",
  autoplay: address.autoplay ?? true,
  t: address.t,
  speed: address.speed,
  lang: address.lang === "en" ? null : address.lang,
  origin: address.origin === NOBODY ? null : address.origin,
  fork: own === null && named === undefined ? null : address.fork,
  projector: address.projector,
};
let form: Form = "frame";
/** Messages at fields, by the field's id. */
const wrong = new Map<string, string>();
let said = "";
/** The height that the widget asks for. */
let asked: number | null = null;
/** Raised to load the frame anew. */
let turn = 0;

function titleOf(scenario: unknown, preset: string): string {
  if (isObject(scenario)) return typeof scenario["title"] === "string" ? scenario["title"] : translate("lab.untitled");
  const found = presetOf(preset);
  return found ? words(found, "title") : "";
}

/** The scenario of the run that is chosen, as it is written. */
function scenarioNow(): Readonly<Record<string, unknown>> {
  const { run } = choices;
  const scenario = "preset" in run ? presetOf(run.preset)?.scenario : run.scenario;
  return isObject(scenario) ? scenario : {};
}

/** How long it lasts, s; where that is left to the engine nothing is too late. */
function lastsNow(): number {
  const { duration_s } = scenarioNow();
  return typeof duration_s === "number" ? duration_s : LATEST_S;
}

/** Some flow is CDG at its start or becomes it, so that a reader may change G. */
function hasG(scenario: Readonly<Record<string, unknown>>): boolean {
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  return (
    list(scenario["flows"]).some(
      (flow) => isObject(flow) && isObject(flow["algorithm"]) && flow["algorithm"]["kind"] === "cdg",
    ) || list(scenario["interventions"]).some((change) => isObject(change) && change["value"] === "cdg")
  );
}

/** The paths that lead nowhere in the run, each with what is wrong with it. */
function wrongSettings(paths: readonly string[]): Map<string, string> {
  const scenario = scenarioNow();
  const { unknown } = controlsOf(paths, scenario, looksOf(scenario, lastsNow(), tables));
  return new Map(
    unknown.map((path) => {
      const { found, allowed } = wrongPath(path, scenario);
      return [path, translate("builder.control.paths.error", { path, found, names: allowed.split("|").join(", ") })];
    }),
  );
}

/** Leaves out the controls that the run has not; what the field for paths then says of them. */
function keepPossible(): void {
  const controls = choices.controls ?? [];
  const problems = wrongSettings(controls.filter((name) => !(SHORT as readonly string[]).includes(name)));
  if (problems.size > 0) wrong.set("paths", [...problems.values()].join(" "));
  else wrong.delete("paths");
  const g = hasG(scenarioNow());
  choices = { ...choices, controls: controls.filter((name) => !problems.has(name) && (name !== "g" || g)) };
}

function choose(changed: Partial<Choices>): void {
  choices = { ...choices, ...changed };
  said = "";
  asked = null;
  draw();
}

/** Takes a field's value, or says at the field why not. */
function take<T>(id: string, value: T | null, problem: string, use: (value: T) => Partial<Choices>): void {
  if (value === null) wrong.set(id, problem);
  else wrong.delete(id);
  choose(value === null ? {} : use(value));
}

const inputOf = (event: Event): HTMLInputElement => event.target as HTMLInputElement;
const toggled = (all: readonly string[], one: string, on: boolean): string[] =>
  on ? [...all.filter((each) => each !== one), one] : all.filter((each) => each !== one);

function labelled(id: string, label: string, control: unknown, hint: string | null = null): TemplateResult {
  const error = wrong.get(id);
  return html`<div class="row ${error ? "has-error" : ""}">
    <label for=${id}>${label}</label>${control}
    ${hint ? html`<p class="hint" id=${`${id}-hint`}>${hint}</p>` : nothing}
    ${error ? html`<p class="field-error" id=${`${id}-error`} role="alert">${error}</p>` : nothing}
  </div>`;
}

const about = (id: string, hint: boolean): string =>
  [hint ? `${id}-hint` : "", wrong.has(id) ? `${id}-error` : ""].join(" ").trim();

/** Names of the fields with messages. */
const leftOut = (): string =>
  [...wrong.keys()].map((id) => translate(id === "paths" ? "builder.control.paths" : `builder.${id}`)).join(", ");

/** A line of text. Its value is set when the choice changes, never while something is being typed. */
function textRow(
  id: string,
  label: string,
  value: string,
  onChange: (typed: string) => void,
  hint: string | null = null,
): TemplateResult {
  return labelled(
    id,
    label,
    html`<input id=${id} type="text" .value=${value} autocomplete="off" spellcheck="false"
      aria-describedby=${about(id, hint !== null) || nothing} aria-invalid=${wrong.has(id) ? "true" : "false"}
      @change=${(event: Event) => onChange(inputOf(event).value.trim())} />`,
    hint,
  );
}

function numberRow(
  id: string,
  label: string,
  unit: string,
  value: number | null,
  [least, most]: [number, number],
  use: (value: number | null) => Partial<Choices>,
): TemplateResult {
  const onChange = (event: Event): void => {
    const input = inputOf(event);
    const typed = input.value.trim();
    const found = Number(typed);
    const fits = typed === "" ? !input.validity.badInput : found >= least && found <= most;
    take(
      id,
      fits ? { value: typed === "" ? null : found } : null,
      translate("builder.number.error", { least, most }),
      (got) => use(got.value),
    );
  };
  return labelled(
    id,
    label,
    html`<span class="with-unit"><input id=${id} type="number" inputmode="decimal" min=${least} max=${most} step="any"
      .value=${value === null ? "" : String(value)} aria-describedby=${about(id, false) || nothing}
      aria-invalid=${wrong.has(id) ? "true" : "false"} @change=${onChange} /><span>${unit}</span></span>`,
  );
}

function check(label: string, on: boolean, onChange: (on: boolean) => void, can = true): TemplateResult {
  return html`<label class="check"><input type="checkbox" .checked=${live(on)} ?disabled=${!can && !on}
    @change=${(event: Event) => onChange(inputOf(event).checked)} /><span>${label}</span></label>`;
}

function list(
  id: string,
  label: string,
  value: string,
  options: readonly (readonly [string, string])[],
  onChange: (value: string) => void,
): TemplateResult {
  return labelled(
    id,
    label,
    html`<select id=${id} .value=${live(value)}
      @change=${(event: Event) => onChange((event.target as HTMLSelectElement).value)}>
      ${options.map(([key, name]) => html`<option value=${key} ?selected=${key === value}>${name}</option>`)}</select>`,
  );
}

function runOptions(): TemplateResult {
  const chosen = "preset" in choices.run ? choices.run.preset : "";
  const presets = IDS.map((id) => [id, words(presetOf(id) as Preset, "title")] as const);
  const options = own === null ? presets : [["", translate("builder.scenario.own")] as const, ...presets];
  const pick = (id: string): void => {
    const run = own !== null && id === "" ? { scenario: own } : { preset: id };
    // A fork belongs to the run that it was made in.
    choices = { ...choices, run, fork: null };
    keepPossible();
    choose({ title: titleOf(id === "" ? own : null, id), t: null });
  };
  return html`<fieldset><legend>${translate("builder.run")}</legend>
    ${list("scenario", translate("builder.scenario"), chosen, options, pick)}
    ${textRow("caption", translate("builder.caption"), choices.title, (title) => choose({ title: title || titleOf(own, chosen) }))}
    ${choices.fork ? check(translate("builder.fork", { time: withUnit(choices.fork.at_s, "s", 3) }), true, () => choose({ fork: null })) : nothing}
  </fieldset>`;
}

function panelOptions(): TemplateResult {
  const set = (panel: string, on: boolean): void => {
    const next = toggled(choices.view, panel, on);
    take("panels", next.length > 0 ? next : null, translate("builder.panels.none"), (view) => ({
      // In the page's own order, however they were ticked.
      view: CHART_IDS.filter((id) => view.includes(id)),
    }));
  };
  return html`<fieldset><legend>${translate("builder.panels")}</legend>
    <div class="checks">${CHART_IDS.map((id) => check(panelName(id), choices.view.includes(id), (on) => set(id, on)))}</div>
    ${wrong.has("panels") ? html`<p class="field-error" role="alert">${wrong.get("panels")}</p>` : nothing}
  </fieldset>`;
}

function controlOptions(): TemplateResult {
  const controls = choices.controls ?? [];
  const paths = controls.filter((name) => !(SHORT as readonly string[]).includes(name));
  const setPaths = (typed: string): void => {
    const named = typed.split(/[\s,]+/).filter((path) => path !== "");
    const problems = wrongSettings(named);
    const good = named.filter((path) => !problems.has(path));
    if (problems.size > 0) wrong.set("paths", [...problems.values()].join(" "));
    else wrong.delete("paths");
    choose({ controls: [...controls.filter((name) => !paths.includes(name)), ...good] });
  };
  return html`<fieldset><legend>${translate("builder.controls")}</legend>
    <div class="checks">${SHORT.map((name) =>
      check(
        translate(`builder.control.${name}`),
        controls.includes(name),
        (on) => choose({ controls: toggled(controls, name, on) }),
        name !== "g" || hasG(scenarioNow()),
      ),
    )}</div>
    ${textRow("paths", translate("builder.control.paths"), paths.join(", "), setPaths, translate("builder.control.paths.hint"))}
  </fieldset>`;
}

function lookOptions(): TemplateResult {
  const themes = (["auto", "light", "dark"] as const).map((key) => [key, translate(`builder.theme.${key}`)] as const);
  const tongues = [...LANGUAGES].map(([tag, { name }]) => [tag, name] as const);
  const width = (typed: string): void => {
    const fits = /^\d{1,3}%$/.test(typed) || (/^\d{3,4}$/.test(typed) && Number(typed) >= 320);
    take("width", fits ? typed : null, translate("builder.width.error"), (found) => ({ width: found }));
  };
  const origin = (typed: string): void => {
    const fits = typed === "" || (URL.canParse(typed) && new URL(typed).origin === typed);
    take("origin", fits ? { typed } : null, translate("builder.origin.error"), () => ({ origin: typed || null }));
  };
  return html`<fieldset><legend>${translate("builder.look")}</legend>
      ${textRow("width", translate("builder.width"), choices.width, width, translate("builder.width.hint"))}
      ${numberRow(
        "height",
        translate("builder.height"),
        "px",
        choices.height,
        [LEAST_HEIGHT, MOST_HEIGHT],
        (value) => ({
          height: Math.round(value ?? 400),
        }),
      )}
      ${list("language", translate("builder.language"), choices.lang ?? "en", tongues, (lang) => choose({ lang: lang === "en" ? null : lang }))}
      ${list("theme", translate("builder.theme"), choices.theme, themes, (theme) => choose({ theme: theme as Choices["theme"] }))}
    </fieldset>
    <fieldset><legend>${translate("builder.start")}</legend>
      ${check(translate("builder.autoplay"), choices.autoplay, (autoplay) => choose({ autoplay }))}
      ${check(translate("builder.projector"), choices.projector, (projector) => choose({ projector }))}
      ${numberRow("t", translate("builder.t"), "s", choices.t, [0, lastsNow()], (t) => ({ t }))}
      ${numberRow("speed", translate("builder.speed"), "×", choices.speed, [0.001, 1000], (speed) => ({ speed }))}
      ${textRow("origin", translate("builder.origin"), choices.origin ?? "", origin, translate("builder.origin.hint"))}
    </fieldset>`;
}

function preview(): TemplateResult {
  const pixels = /^\d+$/.test(choices.width) ? `${choices.width}px` : choices.width;
  const taller = asked !== null && asked > choices.height ? asked : null;
  return html`<section aria-labelledby="preview-name">
    <div class="heading"><h2 id="preview-name">${translate("builder.preview")}</h2>
      <button type="button" class="button is-line" @click=${() => {
        turn += 1;
        draw();
      }}>${translate("builder.preview.again")}</button></div>
    <div class="stage-frame"><iframe id="preview" title=${choices.title} sandbox=${SANDBOX}
      data-width=${pixels}></iframe></div>
    ${
      taller === null
        ? nothing
        : html`<p class="hint">${translate(choices.projector ? "builder.preview.large" : "builder.preview.grown", { height: taller })}
          <button type="button" class="button is-line" @click=${() => choose({ height: taller })}>${translate("builder.preview.fit", { height: taller })}</button></p>`
    }
  </section>`;
}

function snippets(): TemplateResult {
  const snippet = FORMS[form](choices, home);
  const copyFrom = (id: string, what: string) => async (): Promise<void> => {
    const done = await copy(what, document.getElementById(id) as HTMLTextAreaElement);
    said = done ? translate("builder.copied") : translate("builder.copy.by_hand");
    draw();
  };
  return html`<section aria-labelledby="snippet-name">
    <h2 id="snippet-name">${translate("builder.snippet")}</h2>
    <div class="tabs" role="radiogroup" aria-labelledby="snippet-name">
      ${(Object.keys(FORMS) as Form[]).map(
        (key) =>
          html`<label><input type="radio" name="form" value=${key} .checked=${live(key === form)} @change=${() => {
            form = key;
            said = "";
            draw();
          }} /><span>${translate(`builder.snippet.${key}`)}</span></label>`,
      )}
    </div>
    <p class="hint">${translate(`builder.snippet.${form}.note`)}</p>
    <p class="field-error" id="left-out" role="status">${wrong.size > 0 ? translate("builder.left_out", { fields: leftOut() }) : nothing}</p>
    <textarea id="snippet" class="snippet" readonly rows="6" aria-label=${translate(`builder.snippet.${form}`)} aria-describedby="left-out"
      .value=${snippet}></textarea>
    <p class="acts"><button type="button" class="button is-line" @click=${copyFrom("snippet", snippet)}>${translate("builder.copy")}</button>
      <a class="button is-line" href=${addressOf(choices, "./", "index.html").replace("./#", "./index.html#")}>${translate("builder.open")}</a>
      <span role="status">${said}</span></p>
  </section>`;
}

/** Texts for a learning platform. */
function platforms(): TemplateResult {
  const embed = addressOf(choices, home, "embed.html");
  return html`<section class="platforms" aria-labelledby="platforms-name">
    <h2 id="platforms-name">${translate("builder.lms")}</h2>
    <ul class="notes">${["moodle", "canvas", "h5p", "ilias"].map((key) => html`<li>${translate(`builder.lms.${key}`)}</li>`)}</ul>
    <label class="address" for="address">${translate("builder.address")}</label>
    <textarea id="address" class="snippet" readonly rows="2" .value=${embed}></textarea>
  </section>`;
}

/** As a learning platform has it. Such a frame has no origin, and the copy kept for use without a network is not for it: there our own file may have ours. */
const SANDBOX = navigator.onLine ? "allow-scripts" : "allow-scripts allow-same-origin";

/** The frame follows the choices: it is loaded anew only when its address changes. */
let shown = "";
/** The language of the frame that is shown: a widget has one for good, so that another one needs another frame. */
let spoken: Choices["lang"] | undefined;
function follow(): void {
  const frame = document.getElementById("preview") as HTMLIFrameElement;
  frame.style.width = frame.dataset["width"] ?? "";
  frame.style.height = `${choices.height}px`;
  if (spoken !== undefined && choices.lang !== spoken) turn += 1;
  spoken = choices.lang;
  // The permitted origin is left out: here this page controls the widget.
  const wanted = `${turn}#${fields({ ...choices, origin: null })}`;
  if (wanted === shown) return;
  shown = wanted;
  // Replaced, so that the reader's way back does not lead through every choice.
  frame.contentWindow?.location.replace(new URL(`./embed.html?${wanted}`, location.href).href);
}

function draw(): void {
  render(
    html`<h1>${translate("builder.title")}</h1>
      <p class="lead">${translate("builder.lead")}</p>
      <div class="columns"><form @submit=${(event: Event) => event.preventDefault()}>
        ${runOptions()}${panelOptions()}${controlOptions()}${lookOptions()}</form>
        <div class="results">${preview()}${snippets()}</div>${platforms()}</div>`,
    document.getElementById("main") as HTMLElement,
  );
  follow();
}

addEventListener("message", (event) => {
  const frame = document.getElementById("preview") as HTMLIFrameElement | null;
  const message: unknown = event.data;
  if (!frame || event.source !== frame.contentWindow || !isObject(message) || message["sawtooth"] !== 1) return;
  if (message["type"] === "resize" && typeof message["height"] === "number" && message["height"] !== asked) {
    asked = Math.ceil(message["height"]);
    draw();
  }
});
void Promise.all([speakOwn(), fetchMore()]).then(() => {
  // A page in another language brings its widget in it; a widget is in English unless set otherwise.
  choices = { ...choices, title: titleOf(own, first), lang: language() === "en" ? null : language() };
  keepPossible();
  document.title = `${translate("builder.title")}: Sawtooth`;
  showTheme("builder", address.theme ?? keptTheme());
  draw();
  keepForOffline();
});
