/**
 * The labels at the right of a chart as elements: swatch, name, value, in fixed rows; in the small form one row over the
 * plot. Words are written only where they change. Not here: where rows stand (label-rows.ts), the leaders (overlay.ts).
 */
import type { SourceName } from "../engine/protocol.ts";
import { translate } from "../i18n/catalogue.ts";
import { element, write } from "../ui/dom.ts";
import type { Chart, ChartContext, Slot } from "./chart.ts";
import type { Drawn } from "./data-canvas.ts";
import { type Layout, LEADERS } from "./geometry.ts";
import { headOf, isOfTwo, keyOf, layoutSlots, NOW, type Row } from "./label-rows.ts";
import type { Moment } from "./moment.ts";
import { slotsWith } from "./overlaid.ts";
import { swatchOf } from "./swatch.ts";

/** Rows nearer to each other than this are written in smaller letters, px. */
const ROOMY = 15;

/** Maximum number of rows over a plot with the values of two runs: each has a line of its own there. */
const MOST_OVER = 5;

interface Label {
  node: HTMLElement;
  name: HTMLElement;
  value: HTMLElement;
  /** The second run's value. */
  other: HTMLElement | null;
}

export class Gutter {
  /** The column beside the plot, and the row over it that is in its place in the small form. */
  readonly column = element("div", "chart-slots");
  readonly row = element("div", "chart-readout");
  /** The rows as they stand: leaders go there. */
  rows: Row[] = [];
  #signature = "";
  #labels: Label[] = [];
  /** The labels of the instant whose values are written, and which instant of which drawing that is. */
  #values: readonly Slot[] = [];
  #reading = "";

  constructor() {
    this.row.hidden = true;
    this.row.setAttribute("role", "group");
    this.row.setAttribute("aria-label", translate("chart.values"));
  }

  /** Writes the values, if their instant or the drawing is another. Whether it wrote. */
  write(chart: Chart, drawn: Drawn, moment: Moment): boolean {
    const { words_s, playing, crosshair_s } = moment;
    // A drawing that is new (hidden, in focus, of another run) has other labels, too; on a range that moves they are elsewhere.
    const { layout, scales } = drawn;
    const range = layout.small ? "" : `${scales.y(0)} ${scales.y(1)}`;
    const reading = `${drawn.key}|${range} ${words_s} ${playing && crosshair_s === null ? "" : drawn.version}`;
    if (reading === this.#reading) return false;
    this.#reading = reading;
    const then = (of: ChartContext): ChartContext => ({ ...of, facts: { ...of.facts, reading_s: words_s } });
    const laid = drawn.laid.map((each) => ({ ...each, cx: then(each.cx) }));
    this.#values = slotsWith(chart, drawn.scales, then(drawn.cx), laid);
    this.place(chart, drawn, moment, true);
    return true;
  }

  /** Brings the labels up to date: their places are those of the moment that is drawn; `words`: values may be written now. */
  place(chart: Chart, { layout, scales, cx, laid }: Drawn, { words_s, themeVersion }: Moment, words = false): void {
    const same = words_s === cx.facts.reading_s;
    const slots = same ? this.#values : valued(slotsWith(chart, scales, cx, laid), this.#values);
    this.#update(slots, layout, words, themeVersion);
  }

  #update(slots: readonly Slot[], layout: Layout, words: boolean, themeVersion: number): void {
    const two = slots.some((slot) => slot.other !== undefined);
    const more = (n: number): string => translate("chart.more", { n });
    const most = layout.small && two ? MOST_OVER : Number.POSITIVE_INFINITY;
    // Over a stage there is room for its lines alone: what its areas are the path says.
    const isOver = ({ spare, note, key, swatch, end, at }: Slot): boolean =>
      !spare && !note && key !== NOW && !(swatch?.fill && at !== undefined && end === undefined);
    const shown = layout.small ? slots.filter(isOver) : slots;
    this.rows = layoutSlots(shown, layout.plotHeight, layout.unit, more, most);
    // In one row the words with a place of their own beside the plot come last.
    if (layout.small) this.rows.sort((a, b) => Number(a.slot.at !== undefined) - Number(b.slot.at !== undefined));
    const places = this.rows.map(({ slot, y }) => `${keyOf(slot)}@${y.toFixed(0)}`);
    const signature = `${places.join("\n")} ${two} ${layout.small} ${layout.gutter} ${layout.top} ${layout.unit} ${themeVersion}`;
    if (signature !== this.#signature) {
      this.#signature = signature;
      this.#build(layout);
    } else if (!words) return;
    this.rows.forEach(({ slot }, i) => {
      const label = this.#labels[i];
      if (!label) return;
      write(label.value, slot.value);
      if (label.other) write(label.other, slot.other ?? "");
      label.node.classList.toggle("wrong", slot.wrong ?? false);
    });
  }

  /** The flow of the label that an event came from. */
  flowAt(target: EventTarget | null): SourceName | null {
    const label = this.#labels.findIndex((entry) => target instanceof Node && entry.node.contains(target));
    return this.rows[label]?.slot.flow ?? null;
  }

  #build(layout: Layout): void {
    const small = layout.small;
    const host = small ? this.row : this.column;
    (small ? this.column : this.row).replaceChildren();
    this.row.hidden = !small;
    this.column.hidden = layout.gutter === 0;
    if (layout.gutter > 0) {
      this.column.style.width = `${layout.gutter - LEADERS * layout.unit}px`;
    }
    this.#labels = this.rows.map(({ slot, y }) => {
      const node = element("div", `chart-slot ${slot.swatch ? "" : slot.note ? "note" : "plain"}`);
      const name = element("span", "chart-slot-name");
      // Where there is no room the number stays, by which flows of one name differ.
      const [text, number] = slot.label.split(/(?= \d+$)/);
      name.append(element("span", "", text), number ?? "");
      if (slot.hint) name.title = slot.hint;
      const value = element("b", "chart-slot-value", slot.value);
      if (slot.swatch) node.append(swatchOf(slot.swatch, layout.unit));
      node.append(name, value);
      const other = slot.other === undefined ? null : element("b", "chart-slot-value second", slot.other);
      if (other) node.append(other);
      if (!small) node.style.transform = `translateY(${(layout.top + y).toFixed(1)}px)`;
      return { node, name, value, other };
    });
    // Names that end in a count, and ranges of values, take smaller letters too: what counts is at their ends.
    const tight = this.rows.some(
      ({ slot, y }, i) => slot.under || (i > 0 && y - (this.rows[i - 1] as Row).y < ROOMY * layout.unit),
    );
    this.column.classList.toggle("tight", !small && tight);
    const nodes = this.#labels.map((label) => label.node);
    const two = this.rows.some(({ slot }) => isOfTwo(slot));
    const over = headOf(this.rows, layout.unit);
    if (two && over !== null) {
      const head = element("div", "chart-slot chart-slot-head");
      head.append(
        element("b", "chart-slot-value", translate("chart.fork.a")),
        element("b", "chart-slot-value second", translate("chart.fork.b")),
      );
      if (!small) head.style.transform = `translateY(${(layout.top + over).toFixed(1)}px)`;
      nodes.unshift(head);
    }
    this.column.classList.toggle("two", two);
    this.row.classList.toggle("two", two);
    host.replaceChildren(...nodes);
  }
}

/** Labels in their places, with the values of others of the same names. */
function valued(slots: readonly Slot[], values: readonly Slot[]): readonly Slot[] {
  if (slots === values) return slots;
  const known = new Map(values.map((slot) => [keyOf(slot), slot]));
  return slots.map((slot) => {
    const { value, other, wrong } = known.get(keyOf(slot)) ?? slot;
    return { ...slot, value, ...(other !== undefined && { other }), ...(wrong !== undefined && { wrong }) };
  });
}
