/**
 * Small multiples on the page: canvases in lines under common heads, what the reader points at in words, and the numbers of all of them.
 * Not here: which panels are in which line and how axes are shared (grid.ts), one canvas (plot-canvas.ts), the legend, which all grids of
 * a figure share (plot-legend.ts).
 */
import { readUnit, type Theme } from "../design/theme.ts";
import type { Plot } from "../ensemble/types.ts";
import { translate } from "../i18n/catalogue.ts";
import type { Frame } from "../plot_view/axis-ends.ts";
import {
  type Cell,
  edgesIn,
  type Line,
  leftOf,
  linesOf,
  plotHeightIn,
  sharedFrames,
  tracksIn,
} from "../plot_view/grid.ts";
import { layOutCell } from "../plot_view/layout.ts";
import { PlotCanvas } from "../plot_view/plot-canvas.ts";
import type { PlotLegend } from "../plot_view/plot-legend.ts";
import { numbersOf } from "../plot_view/plot-table.ts";
import { element, write } from "../ui/dom.ts";
import { type FramePart, frames } from "../ui/frame-scheduler.ts";

export class GridView {
  readonly root = element("div", "plot plot-grid");
  readonly #lines = element("div", "grid-lines");
  readonly #at = element("p", "plot-at");
  readonly #table = element("details", "plot-table");
  readonly #canvases: PlotCanvas[];
  #cells: readonly Cell[] = [];
  #floor: readonly (Plot | null)[] = [];
  #arranged: Line[] = [];
  #frames: Frame[] = [];
  #left = 0;
  #tracks = 0;
  #width = 0;

  /** `isKeyed`: the legend stands here. */
  constructor(
    count: number,
    private readonly legend: PlotLegend,
    isKeyed: boolean,
  ) {
    this.#canvases = Array.from({ length: count }, (_, cell) => this.#canvas(cell));
    this.#table.append(element("summary", "", translate("figures.numbers")));
    this.#table.addEventListener("toggle", () => this.#list());
    const foot = element("div", "plot-foot");
    foot.append(...(isKeyed ? [legend.more] : []), this.#table, this.#at);
    this.root.append(this.#lines, ...(isKeyed ? [legend.keys] : []), foot);
    new ResizeObserver(() => this.#resized()).observe(this.root);
  }

  /** Another drawing of the same plots; `floor`: those whose axes they fill at least. */
  update(cells: readonly Cell[], floor: readonly (Plot | null)[]): void {
    this.#cells = cells;
    this.#floor = floor;
    cells.forEach(({ title, plot }, i) => {
      this.#canvases[i]?.update(title, plot, null);
    });
    this.#list();
    this.#tracks = 0;
    this.#arrange();
  }

  theme(theme: Theme): void {
    for (const canvas of this.#canvases) canvas.theme(theme);
    this.draw();
  }

  draw(): void {
    if (this.#cells.length === 0) return;
    const unit = readUnit();
    this.#frames = sharedFrames(this.#cells, this.legend.shown, this.#floor);
    this.#left = Math.ceil(leftOf(this.#cells, this.#frames, this.#plotHeight(unit), unit));
    // Whole pixels: a canvas between two would be blurred.
    const track = Math.floor((this.root.clientWidth - this.#left) / Math.max(1, this.#tracks));
    this.#lines.style.setProperty("--axis", `${this.#left}px`);
    this.#lines.style.setProperty("--track", `${track}px`);
    for (const canvas of this.#canvases) canvas.draw();
  }

  #plotHeight(unit: number): number {
    const width = this.root.clientWidth / unit;
    return plotHeightIn(this.#arranged.length, this.#cells[0]?.beside ?? false, width) * unit;
  }

  readonly #part: FramePart = { priority: "charts", draw: () => this.#arrange() };

  /** The heights follow the width, which alone is another screen's. */
  #resized(): void {
    const { clientWidth } = this.root;
    if (clientWidth === this.#width) return;
    this.#width = clientWidth;
    frames.request(this.#part);
  }

  #canvas(cell: number): PlotCanvas {
    const canvas: PlotCanvas = new PlotCanvas(this.legend, (at) => this.#read(cell, canvas, at), {
      frame: () => this.#frames[cell] ?? null,
      layOut: (plot, width, unit) =>
        layOutCell(plot, width, edgesIn(this.#cells, this.#arranged, cell, this.#left, this.#plotHeight(unit)), unit),
    });
    return canvas;
  }

  /** Puts the canvases in as many columns as fit, and draws them. */
  #arrange(): void {
    const width = this.root.getBoundingClientRect().width;
    if (this.#cells.length === 0 || width === 0) return;
    const tracks = tracksIn(this.#cells, width - this.#left, readUnit());
    if (tracks !== this.#tracks) {
      this.#tracks = tracks;
      this.#arranged = linesOf(this.#cells, tracks);
      this.#lines.style.setProperty("--tracks", String(tracks));
      this.#lines.replaceChildren(...this.#arranged.flatMap((line) => this.#line(line)));
    }
    this.draw();
  }

  #line({ row, axis, heads, cells }: Line): HTMLElement[] {
    const nodes: HTMLElement[] = [];
    if (row !== "" || axis !== "") {
      const head = element("p", "grid-row");
      if (row !== "") head.append(element("b", "", row));
      if (axis !== "") head.append(element("span", "", axis));
      nodes.push(head);
    }
    heads.forEach((text, track) => {
      const head = element("p", "grid-column", text);
      head.style.gridColumn = String(track + 2);
      nodes.push(head);
    });
    cells.forEach((cell, track) => {
      const canvas = this.#canvases[cell]?.root ?? element("p", "grid-none", translate("figures.grid.none"));
      // The first one has the labels of the axis.
      canvas.style.gridColumn = track === 0 ? "1 / 3" : String(track + 2);
      nodes.push(canvas);
    });
    return nodes;
  }

  /** A canvas is drawn, with the crosshair at a place. */
  #read(cell: number, canvas: PlotCanvas, at: string): void {
    const title = this.#cells[cell]?.title ?? "";
    if (at !== "") {
      this.#at.dataset.cell = String(cell);
      write(this.#at, [title, canvas.words].filter(Boolean).join(": "));
    } else if (this.#at.dataset.cell === String(cell)) write(this.#at, "");
  }

  /** The tables, once somebody asks for them. */
  #list(): void {
    if (!this.#table.open) return;
    for (const old of this.#table.querySelectorAll(".plot-rows, h3")) old.remove();
    for (const { title, plot } of this.#cells) this.#table.append(element("h3", "", title), numbersOf(title, plot));
  }
}
