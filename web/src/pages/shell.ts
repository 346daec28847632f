/**
 * What stands around the content of a page that shows no run of its own: bar, light or dark, the way past the bar, and what is
 * said to those who do not see. The places are the page's: `top`, `skips`, `page`, `polite`. Not here: the content, nor
 * the laboratory, which has a bar of its own (top.ts).
 */
import { html, render } from "lit";
import type { ThemeChoice } from "../run/document.ts";
import { say } from "../words/words.ts";
import { speakOwn } from "./language.ts";
import { keepForOffline } from "./later.ts";
import { chooseTheme, keptTheme } from "./light.ts";
import { pageBar } from "./page-bar.ts";
import type { PageName } from "./site.ts";

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
  const bar = pageBar(page, theme, (next) => showTheme(page, next, true));
  render(bar, element("top"));
}

/** Draws what is around the content, in the reader's language and theme; `skip` is the key of the link past the bar. */
export async function beginPage(page: PageName, skip: string): Promise<void> {
  await speakOwn();
  showTheme(page, keptTheme());
  render(
    html`<a class="unseen skip" href="#page" @click=${(event: Event) => {
      event.preventDefault();
      element("page").focus();
    }}>${say(skip)}</a>`,
    element("skips"),
  );
  keepForOffline();
}
