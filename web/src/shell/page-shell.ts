/**
 * Frame around the content of a page that shows no run of its own: bar, light or dark, the way past the bar, and what is
 * said to those who do not see; and the way to present it. The places are the page's: `top`, `skips`, `page`, `sheets`, `polite`.
 * Not here: the content, presenting (page-presentation.ts), nor the laboratory, which has a bar of its own (laboratory/top-bar.ts).
 */
import { html, nothing, render, type TemplateResult } from "lit";
import { speakOwn } from "../address/language.ts";
import type { ThemeChoice } from "../design/theme.ts";
import { addMessages, translate } from "../i18n/catalogue.ts";
import english from "../i18n/en/page.json" with { type: "json" };
import { keepForOffline } from "../offline/schedule.ts";
import { menu } from "../ui/menu.ts";
import { brand, LABORATORY, type PageName, site } from "../ui/site.ts";
import { recall } from "../ui/storage.ts";
import { drawn, SCREEN, sign } from "../ui/theme-icons.ts";
import { chooseTheme, keptTheme, themeButton } from "../ui/theme-toggle.ts";
import { languageMenu, languages } from "./language-menu.ts";
import { licences } from "./licences.ts";
import type { PagePresenter, Presentable } from "./page-presentation.ts";

/** `onPresent`: presents what the page shows; null: there is nothing to present. */
function pageBar(
  current: PageName,
  theme: ThemeChoice,
  onTheme: (next: ThemeChoice) => void,
  onPresent: (() => void) | null = null,
): TemplateResult {
  const present = (className: string): TemplateResult | typeof nothing =>
    onPresent
      ? html`<button type="button" class=${`button ${className}`} title=${translate("page.present.hint")} @click=${onPresent}>${drawn(SCREEN)}<span>${translate("page.present")}</span></button>`
      : nothing;
  const all = [site(current), present(""), themeButton(theme, onTheme, true), html`<hr />`, ...languages()];
  return html`${brand(LABORATORY, false)}<div class="rest">
    ${site(current, "wide")}${present("wide")}
    <span class="wide">${themeButton(theme, onTheme)}${languageMenu()}</span>
    <span class="narrow">${menu("more", "is-icon", sign("menu"), all, translate("lab.more"))}</span></div>`;
}

addMessages("en", english);

/** Contents of the bar. */
let bar: { page: PageName; theme: ThemeChoice } | null = null;
/** Presentable part of the page, and its presenter. */
let presentable: Presentable | null = null;
let presenter: PagePresenter | null = null;

export const element = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

/** Says it to a screen reader when it has a moment. */
export function says(text: string): void {
  element("polite").textContent = text;
}

/** Keyboard and screen reader go on where the content begins. */
export function toContent(): void {
  element("page").focus({ preventScroll: true });
}

/** Shows the page in a theme; kept for later visits if the reader chose it. */
export function showTheme(page: PageName, theme: ThemeChoice, keeps = false): void {
  chooseTheme(theme, keeps);
  bar = { page, theme };
  drawBar();
}

function drawBar(): void {
  if (!bar) return;
  const { page, theme } = bar;
  const onPresent = presentable && (() => void present(true));
  render(
    pageBar(page, theme, (next) => showTheme(page, next, true), onPresent),
    element("top"),
  );
  presenter?.draw();
}

/** Presents what the page shows; `fills`: on the whole screen, which a browser allows only to a hand. */
async function present(fills: boolean): Promise<void> {
  const what = presentable;
  if (!what || presenter) return;
  const { PagePresenter } = await import("./page-presentation.ts");
  if (what !== presentable || presenter) return;
  presenter = new PagePresenter(what, {
    theme: () => bar?.theme ?? "auto",
    onTheme: (theme) => bar && showTheme(bar.page, theme, true),
    letters,
    onLeft: () => {
      presenter = null;
      drawBar();
      element("top").querySelector<HTMLElement>("button.wide")?.focus({ preventScroll: true });
      says(translate("present.says.left"));
    },
  });
  if (fills) await presenter.fill();
}

/** Says what can be presented on this page, null: nothing; `asked`: the address asks for the projector. */
export function offerPresenting(what: Presentable | null, asked: boolean): void {
  presenter?.leave(true);
  presenter = null;
  presentable = what;
  if (asked) document.documentElement.dataset.profile = "projector";
  else delete document.documentElement.dataset.profile;
  drawBar();
  if (asked) void present(false);
}

/** The presented part has gone on, or back. */
export function presentedMoved(): void {
  presenter?.draw();
}

/** Whether single letters are keys: switched off in the laboratory, for all pages (WCAG 2.1.4). */
const letters = (): boolean => recall("letters") !== "off";

/** The laboratory's key for presenting. */
function key(event: KeyboardEvent): void {
  const { key: name, altKey, ctrlKey, metaKey, defaultPrevented } = event;
  if (name.toLowerCase() !== "p" || altKey || ctrlKey || metaKey || defaultPrevented || !letters()) return;
  const typed = "input, select, textarea, [contenteditable], dialog";
  // An editor lies in a shadow, outside of which its host is the target.
  if (!presentable || presenter || (event.composedPath()[0] as Element | undefined)?.closest?.(typed)) return;
  event.preventDefault();
  void present(true);
}

/** Ways past what is before the content: to its beginning first. */
let skips: { label: string; go: () => void }[] = [];

function drawSkips(): void {
  const link = ({ label, go }: (typeof skips)[number]) =>
    html`<a class="unseen skip" href="#page" @click=${(event: Event) => {
      event.preventDefault();
      go();
    }}>${label}</a>`;
  render(skips.map(link), element("skips"));
}

/** Offers a way into the content besides the one to its beginning; null: there is none. */
export function offerSkip(further: (typeof skips)[number] | null): void {
  skips = [...skips.slice(0, 1), ...(further ? [further] : [])];
  drawSkips();
}

/** Draws what is around the content, in the reader's language and theme; `skip` is the key of the link past the bar. */
export async function beginPage(page: PageName, skip: string): Promise<void> {
  await speakOwn();
  showTheme(page, keptTheme());
  skips = [{ label: translate(skip), go: () => element("page").focus() }];
  drawSkips();
  const foot = document.createElement("footer");
  foot.className = "foot";
  render(licences(), foot);
  element("page").after(foot);
  addEventListener("keydown", key);
  keepForOffline();
}
