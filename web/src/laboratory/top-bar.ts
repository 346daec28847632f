/** The top bar: brand, scenario, the ways to other pages, search, undo, link, language, help, and a menu of everything. Not here: what the actions do (actions.ts). */
import { html, nothing, type TemplateResult } from "lit";
import { CHARTS, STAGED } from "../charts/registry.ts";
import { addMessages, translate } from "../i18n/catalogue.ts";
import words from "../i18n/en/keys.json" with { type: "json" };
import { languageMenu, languages } from "../shell/language-menu.ts";
import { close, menu } from "../ui/menu.ts";
import { NARROW, PHONE } from "../ui/screens.ts";
import { brand, type PageName, site } from "../ui/site.ts";
import { drawn, SCREEN, sign } from "../ui/theme-icons.ts";
import { type ActionName, actionOf } from "./actions.ts";
import type { Laboratory } from "./context.ts";
import { searchButton } from "./search-button.ts";

export interface TopProps {
  title: string;
  presets: readonly { id: string; title: string; group: string }[];
  /** The preset as it was opened, unchanged; null otherwise. */
  preset: string | null;
}

// Words of bar, keys, help and files: a widget has none of these, and does not carry them.
addMessages("en", words);

/** Closes a menu, then acts: what was chosen is under it. */
const chosen = (list: string, act: () => void) => (): void => {
  close(list);
  act();
};

const item = (lab: Laboratory, name: ActionName): TemplateResult =>
  button(
    lab,
    name,
    true,
    "",
    chosen("more", () => actionOf(name).perform(lab)),
  );

/** An action as a button: its sign alone, or with its words. */
function button(
  lab: Laboratory,
  name: ActionName,
  withWords = false,
  className = "",
  act = (): void => actionOf(name).perform(lab),
): TemplateResult {
  const action = actionOf(name);
  const face = action.button?.(lab);
  if (!face) throw new Error(`${name} has no button`);
  const label = translate(face.words);
  return html`<button type="button" class=${`button ${withWords ? "" : "is-icon"} ${className}`} ?disabled=${action.isEnabled?.(lab) === false}
    title=${label} aria-label=${label} @click=${act}>${
      face.sign === SCREEN ? drawn(face.sign) : sign(face.sign)
    }${withWords ? html`<span>${label}</span>` : nothing}</button>`;
}

function presetList(props: TopProps, onPreset: (id: string) => void): TemplateResult[] {
  const groups = [...new Set(props.presets.map((preset) => preset.group))];
  return groups.map(
    (group) => html`${group === "" ? nothing : html`<h2>${group}</h2>`}
      ${props.presets
        .filter((preset) => preset.group === group)
        .map(
          (
            preset,
          ) => html`<button type="button" class="button" aria-current=${preset.id === props.preset ? "true" : nothing}
            @click=${chosen("scenarios", () => onPreset(preset.id))}>${preset.title}</button>`,
        )}`,
  );
}

/** All that there is to do, in one menu: what the bar has no room for, or does not show yet. */
function everything(lab: Laboratory): unknown[] {
  const { look, branches } = lab;
  const { few, all } = look;
  const controls = (words: string, act: () => void): TemplateResult =>
    html`<button type="button" class="button" @click=${chosen("more", act)}>${sign("sliders")}<span>${translate(words)}</span></button>`;
  return [
    item(lab, "undo"),
    item(lab, "redo"),
    html`<hr />`,
    controls(few ? "lab.show.all" : "lab.show.few", () => look.setFew(!few)),
    NARROW.matches && !all ? controls("lab.all_controls", () => look.update({ all: true })) : nothing,
    item(lab, "fork"),
    branches.split ? nothing : item(lab, "repeat"),
    item(lab, "vary"),
    item(lab, "results"),
    item(lab, "open"),
    item(lab, "link"),
    item(lab, "present"),
    item(lab, "hide"),
    item(lab, "theme"),
    item(lab, "help"),
    html`<hr />`,
    site("laboratory"),
    html`<hr />`,
    ...languages(),
    PHONE.matches ? html`<hr /><h2>${translate("lab.charts")}</h2>${chartItems(lab)}` : nothing,
  ];
}

/** Where no row says it: every chart by its name. */
const chartItems = (lab: Laboratory): TemplateResult[] =>
  CHARTS.filter(({ id }) => !STAGED.includes(id)).map(
    ({ id }) =>
      html`<button type="button" class="button" @click=${chosen("more", () => lab.run.chartArea.turn(id))}>${translate(`chart.${id}`)}</button>`,
  );

export function top(lab: Laboratory, props: TopProps, onPreset: (id: string) => void): TemplateResult {
  const { look, beginning } = lab;
  const { few } = look;
  const pages: PageName[] = few ? ["lessons", "figures"] : ["lessons", "figures", "algorithms"];
  return html`${brand("#", true)}
    ${menu("scenarios", "scenario", html`<span>${props.title}</span>${sign("down")}`, presetList(props, onPreset))}
    <div class="rest">
      ${site("laboratory", "wide", pages)}
      ${few && !beginning.touched && !lab.address.hasBefore ? nothing : button(lab, "undo", false, "wide")}
      ${searchButton(() => actionOf("search").perform(lab))}
      ${
        few
          ? nothing
          : html`${button(lab, "link", true, "link is-line")}
              ${button(lab, "present", true, "wide is-line")}
              <button type="button" class="button wide is-line" @click=${() => look.setFew(true)}>${translate("lab.show.few")}</button>
              <span class="wide">${languageMenu()}</span>
              ${button(lab, "help", false, "wide")}`
      }
      ${menu("more", "is-icon", sign("menu"), everything(lab), translate("lab.more"))}
    </div>`;
}
