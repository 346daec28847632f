/**
 * Draws a machine of states as SVG when the pages are built. Graphviz places boxes, ways and words (@viz-js/viz: Graphviz itself,
 * kept up with it; half of the drawing is finding ways that do not cross, which nobody should write again); what is drawn is
 * ours, so that it takes the page's colours and type. Not here: which states there are (an algorithm's opening comment).
 */
import { instance } from "@viz-js/viz";
import type { States } from "../web/src/algorithms/types.ts";

/** Sizes in px at the page's own scale: 1 px is a point for Graphviz. */
const TYPE = { name: 13, small: 12, line: 15 };
const WIDE = { box: 22, way: 22 };
const PAD = 10;
/** Mean width of a letter, in parts of its size; on the generous side. */
const LETTER = 0.53;

/** Words in lines of at most so many letters. */
function wrapped(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").filter((each) => each !== "")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const widthOf = (lines: readonly string[], size: number): number =>
  Math.max(0, ...lines.map((line) => line.length)) * size * LETTER;

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const round = (value: number): number => Math.round(value * 10) / 10;

interface Point {
  x: number;
  y: number;
}

/** Part of Graphviz's answer that is read. */
interface Placed {
  /** "0,0,width,height" */
  bb: string;
  objects?: { name: string; pos: string }[];
  edges?: { pos: string; lp?: string }[];
}

/** Lines of text around a point. */
function textAt(at: Point, lines: readonly string[], className: string): string {
  const top = at.y - ((lines.length - 1) * TYPE.line) / 2;
  return lines
    .map(
      (line, i) =>
        `<text class="${className}" x="${round(at.x)}" y="${round(top + i * TYPE.line + 4)}">${escaped(line)}</text>`,
    )
    .join("");
}

/** The drawing as markup. */
export async function drawnStates({ names, ways }: Pick<States, "names" | "ways">, label: string): Promise<string> {
  const viz = await instance();
  const boxes = names.map(({ name, is }) => {
    const title = wrapped(name, WIDE.box);
    const below = wrapped(is, WIDE.box + 3);
    const width = Math.max(widthOf(title, TYPE.name) * 1.08, widthOf(below, TYPE.small), 60) + 2 * PAD;
    return { name, title, below, width, height: (title.length + below.length) * TYPE.line + 2 * PAD - 4 };
  });
  const words = ways.map(({ when }) => wrapped(when, WIDE.way));
  const size = (px: number): number => px / 72;
  const plain = { shape: "box", fixedsize: true, label: "" };
  const nodes = boxes.map(({ name, width, height }) => ({
    name,
    attributes: { ...plain, width: size(width), height: size(height) },
  }));
  // A name that is no state stands for all of them ("any state", in the page's language).
  const any = ways.find(({ from }) => !names.some(({ name }) => name === from))?.from;
  const anyWidth = Math.ceil(widthOf([any ?? ""], TYPE.small)) + 2 * PAD;
  if (any) nodes.push({ name: any, attributes: { ...plain, width: size(anyWidth), height: size(26) } });
  const edges = ways.map(({ from, to }, i) => {
    const lines = words[i] ?? [];
    const [width, height] = [Math.ceil(widthOf(lines, TYPE.small)) + 12, lines.length * TYPE.line + 6];
    const html = `<table border="0" cellborder="0" cellspacing="0" cellpadding="0" fixedsize="true" width="${width}" height="${height}"><tr><td></td></tr></table>`;
    return { tail: from, head: to, ...(lines.length > 0 && { attributes: { label: { html } } }) };
  });
  // Downwards or to the right, whichever is narrower: a phone's page is scrolled downwards.
  const [down, right] = ["TB", "LR"].map((rankdir) => {
    const graphAttributes = { rankdir, nodesep: 0.25, ranksep: 0.3 };
    const answer = viz.renderString({ directed: true, graphAttributes, nodes, edges }, { format: "json0" });
    return JSON.parse(answer) as Placed;
  }) as [Placed, Placed];
  const widthIn = ({ bb }: Placed): number => Number(bb.split(",")[2]);
  const placed = widthIn(right) < widthIn(down) ? right : down;

  // Graphviz counts upward.
  const point = (text: string): Point => {
    const [x = 0, y = 0] = text.split(",").map(Number);
    return { x, y: -y };
  };
  const bounds = { left: Number.POSITIVE_INFINITY, right: 0, top: Number.POSITIVE_INFINITY, bottom: -1e9 };
  const reach = ({ x, y }: Point, width = 0, height = 0): void => {
    bounds.left = Math.min(bounds.left, x - width / 2);
    bounds.right = Math.max(bounds.right, x + width / 2);
    bounds.top = Math.min(bounds.top, y - height / 2);
    bounds.bottom = Math.max(bounds.bottom, y + height / 2);
  };
  bounds.right = Number.NEGATIVE_INFINITY;

  const drawnWays = (placed.edges ?? []).map(({ pos, lp }, i) => {
    const parts = pos.split(" ");
    const end = point((parts.shift() ?? "").replace(/^e,/, ""));
    const curve = parts.map(point);
    for (const each of [...curve, end]) reach(each);
    const [first, ...rest] = curve.map(({ x, y }) => `${round(x)},${round(y)}`);
    const last = curve.at(-1) ?? end;
    const length = Math.hypot(end.x - last.x, end.y - last.y) || 1;
    const [ux, uy] = [(end.x - last.x) / length, (end.y - last.y) / length];
    const side = (by: number): string => `${round(end.x - 9 * ux - by * uy)},${round(end.y - 9 * uy + by * ux)}`;
    const lines = words[i] ?? [];
    let said = "";
    if (lp && lines.length > 0) {
      const at = point(lp);
      reach(at, widthOf(lines, TYPE.small), lines.length * TYPE.line);
      said = textAt(at, lines, "way-words");
    }
    return `<path class="way" d="M${first}C${rest.join(" ")}"/><path class="way-end" d="M${round(end.x)},${round(end.y)}L${side(3.5)} ${side(-3.5)}Z"/>${said}`;
  });
  const drawnBoxes = (placed.objects ?? []).map(({ name, pos }) => {
    const at = point(pos);
    const box = boxes.find((each) => each.name === name);
    const { width, height } = box ?? { width: anyWidth, height: 26 };
    reach(at, width, height);
    const frame = `x="${round(at.x - width / 2)}" y="${round(at.y - height / 2)}" width="${round(width)}" height="${round(height)}"`;
    if (!box) return `<rect class="state is-any" ${frame} rx="13"/>${textAt(at, [name], "way-words")}`;
    const first = names[0]?.name === name ? " is-first" : "";
    const titleAt = { x: at.x, y: at.y - (box.below.length * TYPE.line) / 2 };
    const belowAt = { x: at.x, y: at.y + (box.title.length * TYPE.line) / 2 };
    return `<rect class="state${first}" ${frame} rx="6"/>${textAt(titleAt, box.title, "state-name")}${textAt(belowAt, box.below, "state-is")}`;
  });
  const edge = 4;
  const [width, height] = [bounds.right - bounds.left + 2 * edge, bounds.bottom - bounds.top + 2 * edge].map(Math.ceil);
  const view = `${round(bounds.left - edge)} ${round(bounds.top - edge)} ${width} ${height}`;
  return `<svg class="states" role="img" aria-label="${escaped(label)}" viewBox="${view}" width="${width}" height="${height}">${drawnWays.join("")}${drawnBoxes.join("")}</svg>`;
}
