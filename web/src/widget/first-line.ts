/**
 * The widget's first line: the sentence, and the way out to the laboratory. What does not fit takes a second line: half of what
 * is said could be the opposite of what is seen. Not here: which sentence (widget.ts), the laboratory's hook (run_view/introduction.ts).
 */
import { html, nothing, render } from "lit";
import { translate } from "../i18n/catalogue.ts";
import "../i18n/embed.ts";
import { hook } from "../run_view/introduction.ts";
import { sign } from "../ui/theme-icons.ts";

export class Sentence {
  private shown = "";

  constructor(
    private readonly host: HTMLElement,
    private readonly onLeave: (event: Event) => void,
  ) {}

  /** Shows a sentence, whole. */
  show(text: string): void {
    const key = `${this.host.clientWidth} ${text}`;
    if (key === this.shown) return;
    this.shown = key;
    this.host.classList.remove("is-long");
    this.draw(text);
    if (!this.fits()) this.host.classList.add("is-long");
  }

  private fits(): boolean {
    const line = this.host.querySelector("p");
    return !line || line.scrollWidth <= line.clientWidth;
  }

  private draw(text: string): void {
    // A page that its host has made of the file's text lies in no folder: no laboratory is beside it.
    const way = URL.canParse("index.html", location.href)
      ? html`<a class="button" href="index.html" aria-label=${translate("embed.laboratory.label")} @click=${this.onLeave}>
          ${sign("way")}<span>${translate("embed.laboratory")}</span></a>`
      : nothing;
    render(html`<h1 class="unseen">${translate("lab.brand")}</h1>${hook(text)} ${way}`, this.host);
  }
}
