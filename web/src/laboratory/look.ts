/** Theme, large type, letter keys, the sheet of all controls, the blindfold. Not here: colours (design/theme.ts), the flow in front (focus.ts). */
import type { Theme, ThemeChoice } from "../design/theme.ts";
import { translate } from "../i18n/catalogue.ts";
import { keep, recall } from "../ui/storage.ts";
import { chooseTheme, keptTheme, themeAfter } from "../ui/theme-toggle.ts";
import { type Common, Part } from "./page.ts";

export class Look extends Part<Common, Look> {
  /** Colours as the page has them; null: not read yet. */
  theme: Theme | null = null;
  themeChoice = keptTheme();
  /** Single letters are keys (WCAG 2.1.4). */
  letters = recall("letters") !== "off";
  /** All controls are shown, where they are a sheet. */
  all = false;
  /** Few things are shown, until the reader asks for all. */
  few = false;
  /** The projector's profile. */
  projector = false;

  /** Shows few things, or all, now and at the next visit. */
  setFew(few: boolean): void {
    keep("show", few ? null : "all");
    this.update({ few });
  }

  /** Shows all controls, and draws them now: what follows may be about one of them. */
  showControls(): void {
    this.update({ few: false, all: true });
    this.lab.page.renderNow();
  }

  setTheme(theme: ThemeChoice, keeps = true): void {
    chooseTheme(theme, keeps);
    this.update({ themeChoice: theme });
  }

  /** As the system, light, dark, and round again. */
  nextTheme(): void {
    this.setTheme(themeAfter(this.themeChoice));
  }

  setProjector(projector: boolean): void {
    if (projector) document.documentElement.dataset.profile = "projector";
    else delete document.documentElement.dataset.profile;
    this.update({ projector });
  }

  /** Hides what no real sender can know, the queue and the capacity; or shows it again. */
  setHidden(hidden = !this.lab.run.player.hidden): void {
    this.lab.run.player.hidden = hidden;
    document.body.classList.toggle("blind", hidden);
    document.documentElement.style.setProperty("--veil", hidden ? JSON.stringify(translate("lab.blind.veil")) : '""');
    for (const canvas of document.querySelectorAll(".stage canvas")) {
      if (hidden) canvas.setAttribute("aria-hidden", "true");
      else canvas.removeAttribute("aria-hidden");
    }
    this.lab.page.says(translate(hidden ? "lab.says.hidden" : "lab.says.shown"), "hidden");
    this.lab.page.change();
  }

  /** Whether single letters are keys, on the page and on the charts (WCAG 2.1.4). */
  setLetters(letters: boolean): void {
    this.update({ letters });
    this.lab.run.chartArea.letterKeys = letters;
    keep("letters", letters ? null : "off");
  }
}
