/**
 * Exports besides the link: pictures of path and charts, the trace, the scenario and its results, a citation.
 * Fetched with its words when it is first asked for. Not here: the link itself (help.ts), files as such (ui/save-file.ts),
 * what a picture of a chart shows (chart-picture.ts), how the path is drawn (path/picture.ts).
 */
import "../design/take-away.css";
import { html, nothing, type TemplateResult } from "lit";
import { version } from "../../../package.json";
import type { Chart } from "../charts/chart.ts";
import { distinct } from "../charts/feed.ts";
import { sourcesOf } from "../charts/flow-styles.ts";
import { isHidden, isOfFacts } from "../charts/overlaid.ts";
import { stretchOf } from "../charts/picture.ts";
import { chartOf } from "../charts/registry.ts";
import { paperTheme } from "../design/theme.ts";
import { Aborted } from "../engine/client.ts";
import { type Notice, nameText, type SourceName, sourceName, type TraceRequest } from "../engine/protocol.ts";
import { addMessages, num, translate, withUnit } from "../i18n/catalogue.ts";
import noticeWords from "../i18n/en/notices.json" with { type: "json" };
import words from "../i18n/en/take-away.json" with { type: "json" };
import { noticeText } from "../i18n/notices.ts";
import { downloads } from "../offline/single-files.ts";
import { type NamedPath, pathPicture } from "../path/picture.ts";
import type { Around } from "../plot/picture-frame.ts";
import { withNames } from "../session/document.ts";
import type { Side } from "../session/fork.ts";
import type { RunFacts } from "../session/run-facts.ts";
import type { Scenario } from "../session/scenario.ts";
import type { Engine } from "../session/session.ts";
import { copy } from "../ui/dialog.ts";
import { fileName, pngOf, save } from "../ui/save-file.ts";
import { chartPicture, type Shown } from "./chart-picture.ts";
import { renamed, wideOf } from "./wide-csv.ts";

addMessages("en", { ...words, ...noticeWords });

/** The run that is exported. */
export interface Goods {
  engine: Engine;
  title: string;
  /** Which branch of a split run; null: it is not split. */
  branch: Side | null;
  /** The scenario as the reader has it, interventions included. */
  scenario: Scenario;
  /** Names that flows have in trace and results, by their own in the document, where the two differ (contract 4). */
  names: ReadonlyMap<SourceName, string>;
  /** Address of the run as it is. */
  address: string;
  facts: RunFacts;
  /** Picture of the path, of a split run both branches'; empty: none yet, or the queue is hidden. */
  paths: readonly NamedPath[];
  /** Open charts by panel id. */
  charts: readonly string[];
  /** Their contents, of a split run both branches, with the lines under a picture of them. */
  shown: Shown & Pick<Goods, "title" | "digest"> & { caption: readonly string[] };
  digest: string | null;
}

/** Named things in a list, under the names that they have in files. */
function named(list: unknown, names: Goods["names"]): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((each) => ({ ...each, name: names.get(sourceName(each.name)) ?? each.name }));
}

/** All that a chart shows of a run, whichever flow is in focus: of many flows it draws the losses of that one alone. */
export function seriesInFile(chart: Chart, facts: RunFacts): { source: SourceName; signal: string }[] {
  const each = sourcesOf(facts.flows).map(({ name }) => name);
  const wanted = [facts.focus, ...each].flatMap((focus) => chart.series({ ...facts, focus }, 1));
  return distinct(wanted).map(({ source, signal }) => ({ source, signal }));
}

/** The engine's summary with its notices in words, as the command line writes them. */
export function withWords(summary: unknown): unknown {
  const { notices, ...rest } = summary as { notices?: Notice[] };
  const worded = (notices ?? []).map((notice) => ({
    code: notice.code,
    place: notice.place,
    text: noticeText(notice),
    ...(notice.remedy ? { remedy: notice.remedy } : {}),
  }));
  return { ...rest, notices: worded };
}

const versionLine = ({ digest }: Pick<Goods, "digest">): string =>
  translate(digest ? "take.version.digest" : "take.version", { version, digest: digest ?? "" });

/** Frame of a picture of a run, or of a branch. */
const aroundOf = ({ shown, address }: Goods, run: Pick<Goods, "title" | "digest">): Around => ({
  title: run.title,
  caption: [...shown.caption, versionLine(run), address],
});

/** The path as an SVG document, at the moment that it shows. */
function pathSvgOf(goods: Goods): string {
  const time = withUnit(goods.paths[0]?.shown.picture?.t_s ?? goods.facts.playhead_s, "s", 3);
  return pathPicture(goods.paths, paperTheme(), translate("take.path.at", { time }), aroundOf(goods, goods.shown));
}

/** The trace of a stretch, part by part; `onPart` hears how far it is. */
async function traceOf(
  engine: Engine,
  request: TraceRequest,
  signal: AbortSignal,
  onPart: (at_s: number) => void,
): Promise<Blob> {
  const parts: Blob[] = [];
  let begin: TraceRequest | null = request;
  for (;;) {
    const part: { csv: Uint8Array; at_s: number; whole: boolean } = await engine.ask("trace", { begin });
    if (signal.aborted) throw new Aborted("aborted");
    parts.push(new Blob([part.csv as Uint8Array<ArrayBuffer>]));
    if (part.whole) return new Blob(parts, { type: "text/csv" });
    begin = null;
    onPart(part.at_s);
  }
}

/** How to cite the run: a sentence, and the same for BibTeX. */
function citation(goods: Pick<Goods, "title" | "address" | "digest">, today: Date): { text: string; bibtex: string } {
  const date = today.toISOString().slice(0, 10);
  const args = { title: goods.title, version, address: goods.address, date };
  const note = goods.digest ? translate("take.cite.digest", { digest: goods.digest }) : "";
  const plain = (text: string): string => text.replaceAll(/[{}\\]/g, "").replaceAll(/([%#&_$])/g, "\\$1");
  const bibtex = [
    "@misc{sawtooth,",
    `  title = {${plain(translate("take.cite.title", args))}},`,
    `  howpublished = {\\url{${goods.address}}},`,
    `  note = {${plain(translate("take.cite.note", { ...args, note }).trim())}},`,
    `  year = {${date.slice(0, 4)}}`,
    "}",
  ].join("\n");
  return { text: translate("take.cite.text", { ...args, note }), bibtex };
}

/** State of the sheet. */
interface Doing {
  /** The export in progress, in words. */
  what: string;
  /** 0 to 1, where it is known. */
  share: number | null;
  cancel: AbortController;
}

/** The sheet's part about files. `again` draws it anew. */
export class TakeAway {
  private doing: Doing | null = null;
  private said = "";

  constructor(
    private readonly goods: Goods,
    private readonly again: () => void,
    private readonly onOpen: (file: File) => void,
  ) {}

  /** Saves a chart as a picture. */
  picture(id: string, kind: "svg" | "png"): Promise<void> {
    const { shown } = this.goods;
    const draw = (): Promise<string> => chartPicture(shown, id, aroundOf(this.goods, shown));
    return this.savePicture([shown.title, translate(`chart.${id}`)], kind, draw);
  }

  private savePicture(
    named: readonly string[],
    kind: "svg" | "png",
    draw: () => string | Promise<string>,
  ): Promise<void> {
    return this.make(translate(`take.${kind}`), async () => {
      const svg = await draw();
      const name = fileName(named, kind);
      save(name, kind === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await pngOf(svg));
      return name;
    });
  }

  /** Saves the exact data of a chart over the span that it shows, under the names of the screen; `wide`: a column for each series. */
  numbers(id: string, wide = false): Promise<void> {
    const chart = chartOf(id);
    if (!chart) return Promise.resolve();
    const { facts } = this.goods;
    const [t0_s, t1_s] = stretchOf(chart, facts);
    const names = new Map(facts.flows.map(({ name, label }) => [name, label]));
    return this.trace({ t0_s, t1_s, series: seriesInFile(chart, facts) }, [translate(`chart.${id}`)], wide, names);
  }

  /** Saves the trace of the run, or of a stretch. */
  trace(
    request: TraceRequest,
    what: readonly string[] = [translate("take.trace.name")],
    wide = false,
    names = this.goods.names,
  ): Promise<void> {
    const { facts, engine } = this.goods;
    const from = request.t0_s ?? 0;
    const to = request.t1_s ?? facts.duration_s;
    return this.make(translate("take.csv"), async (doing) => {
      const csv = await traceOf(engine, request, doing.cancel.signal, (at_s) => {
        doing.share = Math.min(1, Math.max(0, (at_s - from) / (to - from)));
        this.again();
      });
      const name = this.name(wide ? [...what, translate("take.wide.name")] : what, "csv");
      if (!wide && names.size === 0) save(name, csv);
      else {
        const text = renamed(await csv.text(), new Map([...names].map(([own, shown]) => [nameText(own), shown])));
        save(name, wide ? wideOf(text, request.series && [...names.values()]) : text, "text/csv");
      }
      return name;
    });
  }

  scenario(): Promise<void> {
    return this.make(translate("take.json"), async () => {
      const name = this.name([translate("take.scenario.name")], "json");
      save(name, JSON.stringify(this.goods.scenario, null, 2), "application/json");
      return name;
    });
  }

  /** Scenario and summary (contract 3) in one document. */
  results(): Promise<void> {
    return this.make(translate("take.json"), async () => {
      const { summary } = await this.goods.engine.ask("summary", {});
      const { address, names } = this.goods;
      const scenario = withNames(
        this.goods.scenario,
        "flows",
        new Map([...names].map(([n, own]) => [n, sourceName(own)])),
      );
      const worded = withWords(summary) as { flows: unknown };
      const document = {
        sawtooth: version,
        address,
        scenario,
        summary: { ...worded, flows: named(worded.flows, names) },
      };
      const name = this.name([translate("take.results.name")], "json");
      save(name, JSON.stringify(document, null, 2), "application/json");
      return name;
    });
  }

  private name(parts: readonly string[], ending: string): string {
    return fileName([this.goods.title, ...parts], ending);
  }

  private async make(what: string, work: (doing: Doing) => Promise<string>): Promise<void> {
    this.doing?.cancel.abort();
    const doing: Doing = { what, share: null, cancel: new AbortController() };
    this.doing = doing;
    this.said = "";
    this.again();
    try {
      const name = await work(doing);
      if (this.doing === doing) this.said = translate("take.saved", { name });
    } catch (error) {
      if (this.doing === doing)
        this.said =
          error instanceof Aborted
            ? translate("take.cancelled")
            : translate("take.failed", { message: (error as Error).message });
    } finally {
      if (this.doing === doing) this.doing = null;
      this.again();
    }
  }

  body(): TemplateResult {
    const { facts, charts } = this.goods;
    const act = (label: string, run: () => void, name: string): TemplateResult =>
      html`<button type="button" class="button is-line" aria-label=${translate("take.act", { what: name, kind: label })} @click=${run}>${label}</button>`;
    const row = (name: string, hint: string, acts: unknown): TemplateResult =>
      html`<div class="take-row"><div><b>${name}</b>${hint === "" ? nothing : html`<small>${hint}</small>`}</div><div class="take-acts">${acts}</div></div>`;
    const from = num(facts.t0_s, 2);
    const to = withUnit(Math.min(facts.t1_s, facts.computed_s), "s", 2);
    const csv = translate("take.csv");
    const json = translate("take.json");
    const { branch, paths, shown } = this.goods;
    const pathName = translate("take.path");
    const savePath = (kind: "svg" | "png"): void =>
      void this.savePicture([shown.title, pathName], kind, () => pathSvgOf(this.goods));
    return html`<h3>${translate("take.files")}</h3>
      ${branch ? html`<p>${translate("take.branch", { side: branch })}</p>` : nothing}
      ${row(
        translate("take.scenario"),
        translate("take.scenario.hint"),
        act(json, () => void this.scenario(), translate("take.scenario")),
      )}
      ${row(
        translate("take.results"),
        translate("take.results.hint"),
        act(json, () => void this.results(), translate("take.results")),
      )}
      ${row(translate("take.trace"), translate("take.trace.hint"), [
        act(translate("take.trace.whole"), () => void this.trace({}), translate("take.trace")),
        facts.t0_s > 0 || facts.t1_s < facts.duration_s
          ? act(
              translate("take.trace.span", { from, to }),
              () => void this.trace({ t0_s: facts.t0_s, t1_s: facts.t1_s }),
              translate("take.trace"),
            )
          : nothing,
        act(translate("take.wide"), () => void this.trace({}, undefined, true), translate("take.trace")),
      ])}
      <h3>${translate("take.charts")}</h3>
      ${
        paths.length > 0
          ? row(pathName, translate("take.path.hint"), [
              act(translate("take.svg"), () => savePath("svg"), pathName),
              act(translate("take.png"), () => savePath("png"), pathName),
            ])
          : nothing
      }
      ${charts.map((id) => {
        const name = translate(`chart.${id}`);
        const chart = chartOf(id);
        if (chart && isHidden(chart, facts)) return row(name, translate("chart.hidden"), nothing);
        return row(name, "", [
          act(translate("take.svg"), () => void this.picture(id, "svg"), name),
          act(translate("take.png"), () => void this.picture(id, "png"), name),
          chart && isOfFacts(chart)
            ? nothing
            : [
                act(csv, () => void this.numbers(id), name),
                act(translate("take.wide"), () => void this.numbers(id, true), name),
              ],
        ]);
      })}
      ${this.progress()}
      <h3>${translate("take.cite")}</h3>
      ${this.cite()}
      <h3>${translate("take.open")}</h3>
      <label class="take-open"><span>${translate("take.open.what")}</span><input type="file" @change=${(
        event: Event,
      ) => {
        const input = event.target as HTMLInputElement;
        const file = input.files?.[0];
        input.closest("dialog")?.close();
        if (file) this.onOpen(file);
      }} /></label>
      ${downloads(3)}`;
  }

  /** How the last of it ended. */
  get status(): string {
    return this.said;
  }

  private progress(): TemplateResult {
    const { doing } = this;
    return html`<div class="take-status" role="status">${
      doing
        ? html`<span>${translate("take.making", { what: doing.what })}</span>
          <progress max="1" .value=${doing.share ?? 0} aria-label=${translate("take.progress")}></progress>
          <button type="button" class="button" @click=${() => doing.cancel.abort()}>${translate("take.cancel")}</button>`
        : this.said
    }</div>`;
  }

  private cite(): TemplateResult {
    const { text, bibtex } = citation(this.goods, new Date());
    const put = (value: string) => (event: Event) => {
      const field = (event.target as HTMLElement).closest("dialog")?.querySelector<HTMLTextAreaElement>(".take-cite");
      if (field) field.value = value;
      void copy(value, field ?? null).then((done) => {
        this.said = translate(done ? "lab.link.copied" : "lab.link.by_hand");
        this.again();
      });
    };
    return html`<textarea readonly class="take-cite" aria-label=${translate("take.cite")} .value=${text}></textarea>
      <div class="acts">
        <button type="button" class="button is-line" @click=${put(text)}>${translate("take.cite.copy")}</button>
        <button type="button" class="button is-line" @click=${put(bibtex)}>${translate("take.cite.bibtex")}</button>
      </div>`;
  }
}
