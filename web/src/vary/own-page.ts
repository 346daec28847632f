/**
 * A page of the reader's own about a sweep: title, sentence, picture, numbers, table and document in one HTML file, which opens without a network and
 * runs nothing. Not here: the picture (plot_view/picture.ts), the numbers of a plot (plot_view/plot-table.ts).
 */
import { html, type TemplateResult } from "lit";
import type { Figure } from "../ensemble/types.ts";
import { language, translate } from "../i18n/catalogue.ts";
import { numbersOf } from "../plot_view/plot-table.ts";
import { element } from "../ui/dom.ts";

/** Characters of a title and of a sentence at most. */
const MOST = { title: 120, sentence: 1000 };

/** The reader's own words. */
export interface OwnWords {
  title: string;
  sentence: string;
}

/** Contents of a page. */
export interface OwnPage extends OwnWords {
  /** The picture as SVG, and its figure. */
  svg: string;
  figure: Figure;
  /** Address that opens the sweep in the laboratory. */
  link: string;
  /** The table of the runs as CSV; empty for a search. */
  table: string;
  /** The sweep's document, with its scenario. */
  document: string;
}

/** Head of a page: nothing loads but its own style and pictures within it, whatever a text of it says. */
const HEAD = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width"><style>
body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#111;background:#fff}
img{max-width:100%;height:auto}pre{overflow:auto;max-height:24rem;border:1px solid #bbb;padding:.5rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{border-bottom:1px solid #ccc;padding:.1rem .8rem .1rem 0;text-align:left}
.plot-rows{overflow:auto;max-height:24rem}summary{cursor:pointer;padding:.3rem 0}caption{display:none}
</style>`;

/** The page as text: all words of the reader and of the run are text in it, never markup. */
export function ownPage(page: OwnPage): string {
  const picture = element("img", "");
  picture.alt = page.title;
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(page.svg)}`;
  const link = element("a", "", translate("vary.page.open"));
  link.href = page.link;
  const away = element("p", "");
  away.append(link);
  const behind = (key: string, ...content: HTMLElement[]): HTMLElement => {
    const part = element("details", "");
    part.append(element("summary", "", translate(key)), ...content);
    return part;
  };
  const numbers = page.figure.panels.flatMap(({ title, plot }) =>
    plot ? [element("h2", "", title || plot.cells?.label || plot.y.label), numbersOf(title, plot)] : [],
  );
  const body = element("body", "");
  body.append(
    element("h1", "", page.title),
    ...page.sentence.split("\n").map((line) => element("p", "", line)),
    picture,
    away,
    behind("figures.numbers", ...numbers),
    ...(page.table === "" ? [] : [behind("vary.page.table", element("pre", "", page.table))]),
    behind("vary.page.document", element("pre", "", page.document)),
  );
  // Serialised, every text is escaped.
  const text = (node: Element): string => new XMLSerializer().serializeToString(node);
  return `<!doctype html>\n<html lang="${language()}"><head>${HEAD}${text(element("title", "", page.title))}</head>${text(body)}</html>\n`;
}

/** The form of the reader's words, and the button that saves the page. */
export function ownPageForm(words: OwnWords, onInput: (words: OwnWords) => void, onSave: () => void): TemplateResult {
  const typed = (event: Event): string => (event.target as HTMLInputElement).value;
  return html`<details class="vary-page"><summary>${translate("vary.page")}</summary><div class="vary-own">
    <label class="vary-field"><span>${translate("vary.page.title")}</span><input class="field-box" type="text" maxlength=${MOST.title} .value=${words.title}
      @input=${(event: Event) => onInput({ ...words, title: typed(event) })} /></label>
    <label class="vary-field"><span>${translate("vary.page.sentence")}</span><textarea rows="2" maxlength=${MOST.sentence} .value=${words.sentence}
      @input=${(event: Event) => onInput({ ...words, sentence: typed(event) })}></textarea></label>
    <button type="button" class="button is-line" @click=${onSave}>${translate("vary.page.save")}</button></div></details>`;
}
