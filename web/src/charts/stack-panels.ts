/**
 * The elements of a stack: its open charts in their order, the time axis under the last one over time. Not
 * here: what is in a chart (panel.ts), when it is drawn (stack-drawing.ts).
 */
import { translate } from "../i18n/catalogue.ts";
import { element, write } from "../ui/dom.ts";
import { commandMenu } from "../ui/menu.ts";
import { type Desk, handle } from "./interaction.ts";
import { type Form, formOf, type StackOptions } from "./moment.ts";
import { Panel, trackName } from "./panel.ts";
import { chartOf } from "./registry.ts";
import { TimeAxis } from "./time-axis.ts";

/** A stage, the tracks under it in their order, and the gutters. */
export interface Tracks {
  stage: string;
  rows: readonly { id: string; open: boolean }[];
  /** Tracks that have no room. */
  more: readonly string[];
  /** Two open tracks are side by side. */
  pairs: boolean;
  /** Height of a row, and of an open track, px. */
  row: number;
  opened(id: string): number;
  names: number;
  gutter: number;
}

export class StackPanels {
  readonly root = element("div", "chart-stack");
  readonly axis: TimeAxis;
  /** The part under the stage; null where charts are beside each other. */
  tracks: Tracks | null = null;
  /** The tracks that have no room: a menu of them. */
  readonly more = element("div", "track-more");
  readonly #moreWords = element("span", "");
  /** Ids of the open charts. */
  open: readonly string[] = [];
  /** Width of the stack, px. */
  width = 0;
  readonly #spoken = element("p", "unseen");
  readonly #observer: ResizeObserver;
  readonly #panels = new Map<string, Panel>();

  /** `scrub`: the playhead was dragged to; `resized`: host or plots have another size. */
  constructor(
    private readonly host: HTMLElement,
    private readonly options: StackOptions,
    private readonly desk: Desk,
    does: { scrub(t_s: number): void; resized(): void },
  ) {
    this.axis = new TimeAxis((t_s) => does.scrub(t_s));
    this.#spoken.setAttribute("aria-live", "polite");
    this.root.append(this.#spoken);
    const button = element("button", "track-name");
    button.type = "button";
    button.setAttribute("aria-haspopup", "menu");
    button.append(this.#moreWords);
    const list = commandMenu(button, () =>
      (this.tracks?.more ?? []).map((id) => ({ label: trackName(id), act: () => this.desk.open(id) })),
    );
    this.more.append(button, list);
    this.root.classList.toggle("explains", options.explains !== undefined);
    host.append(this.root);
    this.#observer = new ResizeObserver(() => does.resized());
    this.#observer.observe(host);
  }

  /** Opens charts in this order, of those that are loaded; false if they are open. */
  setCharts(ids: readonly string[]): boolean {
    this.tracks = null;
    const known = [...new Set(ids)].filter((id) => chartOf(id));
    if (known.join() === this.#shown) return false;
    for (const id of known) this.#panelOf(id).track(null);
    this.#show(known, known);
    return true;
  }

  /** Shows a stage and its tracks, of those that are loaded; false if they are there. */
  setTracks({ stage, rows, more, ...form }: Tracks): boolean {
    const known = rows.filter(({ id }) => chartOf(id));
    const key = JSON.stringify([stage, known, more, form]);
    if (!chartOf(stage) || key === this.#shown) return false;
    this.tracks = { stage, rows: known, more, ...form };
    this.options.names = form.names;
    this.options.gutter = form.gutter;
    const open = known.filter((row) => row.open).map(({ id }) => id);
    this.#show([stage, ...known.map(({ id }) => id)], [stage, ...open], key);
    const pair = this.isPaired;
    this.#panelOf(stage).track(null);
    for (const { id, open } of known) {
      const panel = this.#panelOf(id);
      panel.track(open ? "open" : "row", open && pair && panel.axis.shared);
      panel.frame.figure.style.setProperty("--track", `${open ? form.opened(id) : form.row}px`);
    }
    return true;
  }

  /** Open tracks, the stage aside, are side by side. */
  private get isPaired(): boolean {
    return this.tracks?.pairs === true && this.open.length > 2;
  }

  /** The shown charts, as text. */
  #shown = "";

  #show(ids: readonly string[], open: readonly string[], key = ids.join()): void {
    this.#shown = key;
    this.open = open;
    this.#ids = ids;
    const { tracks } = this;
    this.root.classList.toggle("staged", tracks !== null);
    this.root.classList.toggle("pairs", this.isPaired);
    const panels = ids.map((id) => this.#panelOf(id));
    for (const [id, panel] of this.#panels) if (!ids.includes(id)) panel.frame.figure.remove();
    const first = panels[0];
    const last = tracks && first?.axis.shared ? first : panels.findLast(({ axis }) => axis.shared);
    const nodes: HTMLElement[] = panels.flatMap((panel) =>
      panel === last ? [panel.frame.figure, this.axis.row] : [panel.frame.figure],
    );
    if (!last) this.axis.row.remove();
    const more = tracks && tracks.more.length > 0;
    if (more) nodes.push(this.more);
    else this.more.remove();
    // Only what is elsewhere is moved: a focused chart keeps the focus.
    nodes.forEach((node, i) => {
      if (this.root.children[i] !== node) this.root.insertBefore(node, this.root.children[i] ?? null);
    });
    if (more) this.#sayMore(tracks.more);
  }

  #sayMore(ids: readonly string[]): void {
    const names = ids.map(trackName).join(", ");
    write(this.#moreWords, translate("chart.more.tracks", { n: ids.length, names }));
  }

  #panelOf(id: string): Panel {
    const known = this.#panels.get(id);
    if (known) return known;
    const panel = new Panel(chartOf(id) as NonNullable<ReturnType<typeof chartOf>>);
    this.#panels.set(id, panel);
    this.#observer.observe(panel.plot);
    handle(panel, this.desk);
    panel.frame.opener.addEventListener("click", () => this.desk.open(id));
    panel.frame.figure.addEventListener("click", (event) => {
      if (panel.row && !panel.frame.opener.contains(event.target as Node)) this.desk.open(id);
    });
    return panel;
  }

  /** An open chart. */
  get(id: string): Panel | null {
    return this.open.includes(id) ? (this.#panels.get(id) ?? null) : null;
  }

  /** The charts on the page, open or as rows. */
  shown(): Panel[] {
    return this.#ids.map((id) => this.#panels.get(id) as Panel);
  }
  #ids: readonly string[] = [];

  /** All charts that were open. */
  all(): Iterable<Panel> {
    return this.#panels.values();
  }

  /** The first chart over time, whose plot is as wide as that of the others. */
  first(): Panel | undefined {
    return this.shown().find(({ axis, layout, folded, row }) => axis.shared && layout && !folded && !row);
  }

  /** Width of the plots over time, px. */
  get plotWidth(): number | undefined {
    return this.first()?.layout?.plotWidth;
  }

  /** Reads the sizes on the page. */
  measure(unit: number): void {
    this.width = this.host.clientWidth;
    const form: Form = formOf({ width: this.width, unit, options: this.options, charts: this.open.length });
    for (const panel of this.shown()) {
      panel.expect(form);
      panel.resize();
    }
  }

  /** Says a sentence to a screen reader. */
  say(text: string): void {
    write(this.#spoken, text);
  }
}
