/**
 * The elements of a stack: its open charts in their order, the time axis under the last one over time. Not
 * here: what is in a chart (panel.ts), when it is drawn (stack-drawing.ts).
 */
import { element, write } from "../ui/dom.ts";
import { type Desk, handle } from "./interaction.ts";
import { type Form, formOf, type StackOptions } from "./moment.ts";
import { Panel } from "./panel.ts";
import { chartOf } from "./registry.ts";
import { TimeAxis } from "./time-axis.ts";

export class StackPanels {
  readonly root = element("div", "chart-stack");
  readonly axis: TimeAxis;
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
    this.root.classList.toggle("explains", options.explains ?? false);
    host.append(this.root);
    this.#observer = new ResizeObserver(() => does.resized());
    this.#observer.observe(host);
  }

  /** Opens charts in this order, of those that are loaded; false if they are open. */
  setCharts(ids: readonly string[]): boolean {
    const known = [...new Set(ids)].filter((id) => chartOf(id));
    if (known.join() === this.open.join()) return false;
    this.open = known;
    const panels = known.map((id) => this.#panelOf(id));
    for (const [id, panel] of this.#panels) if (!known.includes(id)) panel.frame.figure.remove();
    const last = panels.findLast(({ axis }) => axis.shared);
    const nodes = panels.flatMap((panel) =>
      panel === last ? [panel.frame.figure, this.axis.row] : [panel.frame.figure],
    );
    if (!last) this.axis.row.remove();
    // Only what is elsewhere is moved: a focused chart keeps the focus.
    nodes.forEach((node, i) => {
      if (this.root.children[i] !== node) this.root.insertBefore(node, this.root.children[i] ?? null);
    });
    return true;
  }

  #panelOf(id: string): Panel {
    const known = this.#panels.get(id);
    if (known) return known;
    const panel = new Panel(chartOf(id) as NonNullable<ReturnType<typeof chartOf>>);
    this.#panels.set(id, panel);
    this.#observer.observe(panel.plot);
    handle(panel, this.desk);
    return panel;
  }

  /** An open chart. */
  get(id: string): Panel | null {
    return this.open.includes(id) ? (this.#panels.get(id) ?? null) : null;
  }

  /** The open charts. */
  shown(): Panel[] {
    return this.open.map((id) => this.#panels.get(id) as Panel);
  }

  /** All charts that were open. */
  all(): Iterable<Panel> {
    return this.#panels.values();
  }

  /** The first chart over time, whose plot is as wide as that of the others. */
  first(): Panel | undefined {
    return this.shown().find(({ axis, layout, folded }) => axis.shared && layout && !folded);
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
