/** The top bar: brand, scenario, undo and redo, link, theme, language, help. It holds what exists and nothing else. Not here: what the acts do. */
import { html, nothing, type TemplateResult } from "lit";
import { learn, say } from "../i18n/catalogue.ts";
import words from "../i18n/en/keys.json" with { type: "json" };
import type { ThemeChoice } from "../session/document.ts";
import { languageMenu, languages } from "../shell/language-menu.ts";
import { close, menu } from "../ui/menu.ts";
import { brand, site } from "../ui/site.ts";
import { drawn, SCREEN, type SignName, sign } from "../ui/theme-icons.ts";
import { THEME_SIGNS } from "../ui/theme-toggle.ts";

export interface TopProps {
  title: string;
  /** "10 Mbit/s, 40 ms, seed 1" */
  summary: string;
  presets: readonly { id: string; title: string; group: string }[];
  /** The preset as it was opened, unchanged; null otherwise. */
  preset: string | null;
  canUndo: boolean;
  canRedo: boolean;
  theme: ThemeChoice;
  onPreset: (id: string) => void;
  onUndo: () => void;
  onRedo: () => void;
  onLink: () => void;
  split: boolean;
  onFork: () => void;
  repeated: boolean;
  onRepeat: () => void;
  onTheme: () => void;
  onHelp: () => void;
  onPresent: () => void;
}

// Words of bar, keys, help and files: a widget has none of these, and does not carry them.
learn("en", words);

/** A button with a sign by its name, or by its path. */
function act(
  name: SignName | typeof SCREEN,
  key: string,
  run: () => void,
  disabled = false,
  words = false,
  className = "",
): TemplateResult {
  const label = say(key);
  return html`<button type="button" class=${`button ${words ? "" : "is-icon"} ${className}`} ?disabled=${disabled} title=${label}
    aria-label=${label} @click=${run}>${name === SCREEN ? drawn(name) : sign(name)}${words ? html`<span>${label}</span>` : nothing}</button>`;
}

function presetList(props: TopProps): TemplateResult[] {
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
              props.onPreset(preset.id);
            }}>${preset.title}</button>`,
        )}`,
  );
}

export function top(props: TopProps): TemplateResult {
  const theme = `lab.theme.${props.theme}`;
  const few = [
    act("undo", "lab.undo", props.onUndo, !props.canUndo, true),
    act("redo", "lab.redo", props.onRedo, !props.canRedo, true),
    act("fork", props.split ? "lab.fork.end" : "lab.fork.begin", props.onFork, false, true),
    props.split
      ? nothing
      : act("many", props.repeated ? "lab.repeat.end" : "lab.repeat.begin", props.onRepeat, false, true),
    act(SCREEN, "lab.present", props.onPresent, false, true),
    act(THEME_SIGNS[props.theme], theme, props.onTheme, false, true),
    act("help", "lab.help", props.onHelp, false, true),
    html`<hr />`,
    site("laboratory"),
    html`<hr />`,
    ...languages(),
  ];
  return html`${brand("#", true)}
    ${menu("scenarios", "scenario", html`<span>${props.title} <small>${props.summary}</small></span>${sign("down")}`, presetList(props))}
    <div class="rest">
      ${site("laboratory", "wide")}
      ${act("undo", "lab.undo", props.onUndo, !props.canUndo, false, "wide")}
      ${act("redo", "lab.redo", props.onRedo, !props.canRedo, false, "wide")}
      <span class="rule wide"></span>
      ${act("link", "lab.link", props.onLink, false, true, "link")}
      ${act(SCREEN, "lab.present", props.onPresent, false, true, "wide")}
      ${act(THEME_SIGNS[props.theme], theme, props.onTheme, false, false, "wide")}
      <span class="wide">${languageMenu()}</span>
      ${act("help", "lab.help", props.onHelp, false, false, "wide")}
      <span class="narrow">${menu("more", "is-icon", sign("menu"), few, say("lab.more"))}</span>
    </div>`;
}
