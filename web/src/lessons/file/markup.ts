/**
 * The markup of a lesson's text as a template, in the browser: only the elements that are listed here are made, each by a template of ours,
 * and everything else stands there as text. So a file from outside cannot bring markup or script, whatever it contains: no text ever becomes
 * markup, as everywhere on the page. That is why no sanitiser is needed, which would be for markup that is handed to the browser. Not here:
 * how Markdown becomes markup (lesson-file.ts), what numbers and terms say (../text-values.ts).
 */
import { html, mathml, nothing, type TemplateResult } from "lit";
import type { Telling, Text } from "../types.ts";
import { attributes, textOf } from "./lesson-file.ts";

/** An element, or a text. */
type Node = string | { name: string; has: Record<string, string>; inside: Node[] };

type Draw = (inside: unknown, has: Record<string, string>) => TemplateResult;

/** A length in a formula. */
const LENGTH = /^[\d.]+(?:em|ex|px)$/;

/** Elements of which a text may consist. */
const ELEMENTS: ReadonlyMap<string, Draw> = new Map(
  Object.entries<Draw>({
    p: (inside) => html`<p>${inside}</p>`,
    em: (inside) => html`<em>${inside}</em>`,
    strong: (inside) => html`<strong>${inside}</strong>`,
    del: (inside) => html`<del>${inside}</del>`,
    sub: (inside) => html`<sub>${inside}</sub>`,
    sup: (inside) => html`<sup>${inside}</sup>`,
    code: (inside) => html`<code>${inside}</code>`,
    pre: (inside) => html`<pre>${inside}</pre>`,
    blockquote: (inside) => html`<blockquote>${inside}</blockquote>`,
    ul: (inside) => html`<ul>${inside}</ul>`,
    ol: (inside) => html`<ol>${inside}</ol>`,
    li: (inside) => html`<li>${inside}</li>`,
    // Under the heading of its part.
    h2: (inside) => html`<h3>${inside}</h3>`,
    h3: (inside) => html`<h3>${inside}</h3>`,
    h4: (inside) => html`<h4>${inside}</h4>`,
    br: () => html`<br>`,
    hr: () => html`<hr>`,
    table: (inside) => html`<table>${inside}</table>`,
    thead: (inside) => html`<thead>${inside}</thead>`,
    tbody: (inside) => html`<tbody>${inside}</tbody>`,
    tr: (inside) => html`<tr>${inside}</tr>`,
    th: (inside) => html`<th>${inside}</th>`,
    td: (inside) => html`<td>${inside}</td>`,
    a: (inside, { href = "" }) => html`<a href=${href} rel="noopener noreferrer">${inside}</a>`,
    math: (inside, { display }) =>
      display === "block" ? html`<math display="block" tabindex="0">${inside}</math>` : html`<math>${inside}</math>`,
    mrow: (inside) => mathml`<mrow>${inside}</mrow>`,
    mi: (inside) => mathml`<mi>${inside}</mi>`,
    mn: (inside) => mathml`<mn>${inside}</mn>`,
    mo: (inside) => mathml`<mo>${inside}</mo>`,
    mtext: (inside) => mathml`<mtext>${inside}</mtext>`,
    mfrac: (inside) => mathml`<mfrac>${inside}</mfrac>`,
    msub: (inside) => mathml`<msub>${inside}</msub>`,
    msup: (inside) => mathml`<msup>${inside}</msup>`,
    msubsup: (inside) => mathml`<msubsup>${inside}</msubsup>`,
    msqrt: (inside) => mathml`<msqrt>${inside}</msqrt>`,
    mroot: (inside) => mathml`<mroot>${inside}</mroot>`,
    munder: (inside) => mathml`<munder>${inside}</munder>`,
    mover: (inside) => mathml`<mover>${inside}</mover>`,
    munderover: (inside) => mathml`<munderover>${inside}</munderover>`,
    mspace: (_, { width = "" }) => mathml`<mspace width="${LENGTH.test(width) ? width : nothing}"></mspace>`,
  }),
);

/** Elements without an inside. */
const EMPTY = new Set(["br", "hr"]);

/** Elements that the page fills, by what each has to say. */
const TOLD: ReadonlyMap<
  string,
  { has: RegExp; may: readonly string[]; tell: (x: Telling, has: never) => TemplateResult }
> = new Map([
  ["saw-num", { has: /^of=/, may: ["of"], tell: (x: Telling, has: { of: string }) => x.num(has) }],
  ["saw-band", { has: /^id=/, may: ["id"], tell: (x: Telling, has: { id: string }) => x.band(has) }],
  ["saw-figure", { has: /^id=/, may: ["id"], tell: (x: Telling, has: { id: string }) => x.figure(has) }],
  ["saw-n", { has: /^is=/, may: ["is", "to", "unit"], tell: (x: Telling, has: { is: string }) => x.n(has) }],
]);

/** Deeper than this nothing is written by hand. */
const DEEPEST = 40;

const TAG = /<(\/?)([a-zA-Z][\w-]*)([^<>]*)>/g;
const ATTRIBUTES = /^(?:\s+[\w-]+(?:="[^"]*")?)*\s*\/?$/;

/** Attributes that elements may have, as Markdown gives them, too; most have none, and any other is left out. */
const MAY: ReadonlyMap<string, readonly string[]> = new Map([
  ["a", ["href", "title"]],
  ["code", ["class"]],
  ["ol", ["start"]],
  ["th", ["align"]],
  ["td", ["align"]],
  ["math", ["display", "tabindex"]],
  ["mspace", ["width"]],
]);

/** Where a link may lead: a term, a place of this site, another site. */
const LINK = /^(?:term:\w+$|#|https?:\/\/|[\w./-]+\.html(?:#|$))/;

/** Whether an element of ours says what it has to, in numbers where they are numbers. */
function isWhole(name: string, has: Record<string, string>): boolean {
  const told = TOLD.get(name);
  if (!told) return true;
  const names = Object.keys(has);
  const numbers = name === "saw-n" ? [has.is, has.to ?? "0"] : [];
  return (
    names.some((one) => told.has.test(`${one}=`)) &&
    names.every((one) => told.may.includes(one)) &&
    numbers.every((number) => number !== undefined && number !== "" && Number.isFinite(Number(number)))
  );
}

const isAllowed = (name: string, given: string, has: Record<string, string>): boolean =>
  (ELEMENTS.has(name) || TOLD.has(name)) && ATTRIBUTES.test(given) && isWhole(name, has);

/** Reads markup: what is allowed as elements, everything else as text; `refused`: tags that are none of a lesson's. */
function nodesOf(markup: string): { nodes: Node[]; refused: string[] } {
  const nodes: Node[] = [];
  const refused: string[] = [];
  const open: { name: string; inside: Node[] }[] = [];
  let at = 0;
  const put = (node: Node): void => void (open.at(-1)?.inside ?? nodes).push(node);
  const text = (end: number): void => {
    if (end > at) put(textOf(markup.slice(at, end)));
  };
  for (const match of markup.matchAll(TAG)) {
    const [tag, slash, written = "", given = ""] = match;
    const name = written.toLowerCase();
    const has = attributes(given);
    text(match.index);
    at = match.index + tag.length;
    const own = open.findLastIndex((each) => each.name === name);
    if (slash && own >= 0) open.length = own;
    // An element that the page fills has no inside: its words belong to the text around it.
    else if (slash && TOLD.has(name)) continue;
    else if (!slash && name === "a" && !LINK.test(textOf(has.href ?? ""))) {
      // Its words stay.
      refused.push(tag);
      open.push({ name, inside: open.at(-1)?.inside ?? nodes });
    } else if (!slash && isAllowed(name, given, has) && open.length < DEEPEST) {
      if (!TOLD.has(name) && Object.keys(has).some((one) => !MAY.get(name)?.includes(one))) refused.push(tag);
      const node = { name, has, inside: [] };
      put(node);
      if (!EMPTY.has(name) && !TOLD.has(name)) open.push(node);
    } else {
      refused.push(tag);
      put(tag);
    }
  }
  text(markup.length);
  return { nodes, refused };
}

/** The words of nodes. */
const wordsOf = (nodes: readonly Node[]): string =>
  nodes.map((node) => (typeof node === "string" ? node : wordsOf(node.inside))).join("");

function draw(node: Node, x: Telling): unknown {
  if (typeof node === "string") return node;
  const { name, has, inside } = node;
  const told = TOLD.get(name);
  if (told) return told.tell(x, has as never);
  const term = name === "a" ? /^term:(\w+)$/.exec(has.href ?? "")?.[1] : undefined;
  if (term !== undefined) return x.term({ id: term, text: wordsOf(inside) });
  return ELEMENTS.get(name)?.(
    inside.map((each) => draw(each, x)),
    name === "a" ? { href: textOf(has.href ?? "") } : has,
  );
}

/** A text of markup, and the tags in it that are no part of a lesson's text. */
export function textFrom(markup: string): { text: Text; refused: readonly string[] } {
  const { nodes, refused } = nodesOf(markup);
  return { text: (x) => html`${nodes.map((node) => draw(node, x))}`, refused };
}
