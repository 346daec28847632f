/** The top bar: brand, scenario, undo and redo, link, theme, language, help. It holds what exists and nothing else. Not here: what the actions do (actions.ts). */
import { html, nothing, type TemplateResult } from "lit";
import { addMessages, translate } from "../i18n/catalogue.ts";
import words from "../i18n/en/keys.json" with { type: "json" };
import { languageMenu, languages } from "../shell/language-menu.ts";
import { close, menu } from "../ui/menu.ts";
import { brand, site } from "../ui/site.ts";
import { drawn, SCREEN, sign } from "../ui/theme-icons.ts";
import { type ActionName, actionOf } from "./actions.ts";
import type { Laboratory } from "./context.ts";

export interface TopProps {
  title: string;
  /** "10 Mbit/s, 40 ms, seed 1" */
  summary: string;
  presets: readonly { id: string; title: string; group: string }[];
  /** The preset as it was opened, unchanged; null otherwise. */
  preset: string | null;
}

// Words of bar, keys, help and files: a widget has none of these, and does not carry them.
addMessages("en", words);

/** Closes the phone's menu, then acts: what was chosen is under it. */
const item = (lab: Laboratory, name: ActionName): TemplateResult =>
  button(lab, name, true, "", () => {
    close("more");
    actionOf(name).perform(lab);
  });

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
            @click=${() => {
              close("scenarios");
              onPreset(preset.id);
            }}>${preset.title}</button>`,
        )}`,
  );
}

export function top(lab: Laboratory, props: TopProps, onPreset: (id: string) => void): TemplateResult {
  // On a phone: all that the bar has no room for.
  const few = [
    item(lab, "undo"),
    item(lab, "redo"),
    item(lab, "fork"),
    lab.branches.split ? nothing : item(lab, "repeat"),
    item(lab, "present"),
    item(lab, "theme"),
    item(lab, "help"),
    html`<hr />`,
    site("laboratory"),
    html`<hr />`,
    ...languages(),
  ];
  return html`${brand("#", true)}
    ${menu("scenarios", "scenario", html`<span>${props.title} <small>${props.summary}</small></span>${sign("down")}`, presetList(props, onPreset))}
    <div class="rest">
      ${site("laboratory", "wide")}
      ${button(lab, "undo", false, "wide")}
      ${button(lab, "redo", false, "wide")}
      <span class="rule wide"></span>
      ${button(lab, "link", true, "link")}
      ${button(lab, "present", true, "wide")}
      ${button(lab, "theme", false, "wide")}
      <span class="wide">${languageMenu()}</span>
      ${button(lab, "help", false, "wide")}
      <span class="narrow">${menu("more", "is-icon", sign("menu"), few, translate("lab.more"))}</span>
    </div>`;
}
