/**
 * Equations of the catalogue as MathML. The notation: words and symbols apart by spaces, `^{…}` and `_{…}` for what stands
 * high or low, `\frac{…}{…}`, `"…"` for words. What was filled in is one number, whatever its locale writes in it. Not
 * here: which equation, nor its numbers.
 */

/** A part of an equation: the element's name, its text or its parts. */
export interface Node {
  name: "mi" | "mn" | "mo" | "mtext" | "mrow" | "msup" | "msub" | "mfrac";
  text?: string;
  parts?: Node[];
}

/** Around a number that was filled in. */
const OPEN = "\ue000";
const CLOSE = "\ue001";

/** Marks a number that is filled into an equation. */
export const filled = (text: string): string => OPEN + text + CLOSE;

const TOKEN = /\ue000[^\ue001]*\ue001|"[^"]*"|\\frac|[\^_]\{|[{}]|\d+(?:\.\d+)?|\p{L}+|\S/gu;

/** Reads an equation; what the notation does not know stands as a sign. */
export function parse(source: string): Node {
  const tokens = source.match(TOKEN) ?? [];
  let at = 0;
  const row = (until: boolean): Node => {
    const parts: Node[] = [];
    while (at < tokens.length) {
      const token = tokens[at] as string;
      if (token === "}" && until) {
        at++;
        break;
      }
      at++;
      if (token === "^{" || token === "_{") {
        const base = parts.pop() ?? { name: "mrow", parts: [] };
        parts.push({ name: token === "^{" ? "msup" : "msub", parts: [base, row(true)] });
      } else if (token === "\\frac") {
        const [above, below] = [group(), group()];
        parts.push({ name: "mfrac", parts: [above, below] });
      } else if (token === "{") parts.push(row(true));
      else parts.push(leaf(token));
    }
    return parts.length === 1 ? (parts[0] as Node) : { name: "mrow", parts };
  };
  const group = (): Node => {
    if (tokens[at] === "{") at++;
    return row(true);
  };
  return row(false);
}

function leaf(token: string): Node {
  if (token.startsWith(OPEN)) return { name: "mn", text: token.slice(1, -1) };
  if (token.startsWith('"')) return { name: "mtext", text: token.slice(1, -1) };
  if (/^\d/.test(token)) return { name: "mn", text: token };
  if (/^\p{L}/u.test(token)) return { name: "mi", text: token };
  return { name: "mo", text: token };
}

const MATH = "http://www.w3.org/1998/Math/MathML";

/** Signs before which a long equation may go on in the next line. */
const BREAKS = new Set(["=", "≤", "≥", "<", ">", "→", "⇒", "+", "−", "×"]);

/** The sign that a power or an index stands at: a bracket may have one. */
const textOf = (node: Node): string | undefined =>
  /^ms/.test(node.name) && node.parts?.[0] ? textOf(node.parts[0]) : node.text;

/** An equation in the pieces between which it may be broken: no browser breaks one by itself. */
export function pieces(source: string): Node[][] {
  const whole = parse(source);
  const parts = whole.name === "mrow" ? (whole.parts ?? []) : [whole];
  const found: Node[][] = [];
  let depth = 0;
  for (const part of parts) {
    const text = textOf(part);
    if (text === "(" || text === "[") depth++;
    if (text === ")" || text === "]") depth--;
    const last = found.at(-1);
    // A sign that begins the equation, or follows another sign, belongs to its number.
    const before = last?.at(-1);
    const breaks =
      part.name === "mo" && depth === 0 && BREAKS.has(part.text ?? "") && before && !BREAKS.has(before.text ?? "");
    const after = depth === 0 && (before?.text === "," || before?.text === ":");
    if (!last || breaks || after) found.push([part]);
    else last.push(part);
  }
  return found;
}

/** An equation that goes on in the next line where it has no room. */
export function brokenMath(source: string): HTMLElement {
  const line = document.createElement("div");
  line.className = "why-line";
  for (const [i, parts] of pieces(source).entries()) {
    const math = mathWith(parts);
    // At the head of its piece a sign would be taken for that of a number.
    if (i > 0) math.querySelector("mo")?.setAttribute("form", "infix");
    line.append(math);
  }
  return line;
}

/** A piece of an equation as an element. */
function mathWith(parts: readonly Node[]): Element {
  const math = document.createElementNS(MATH, "math");
  math.append(...parts.map(build));
  return math;
}

function build(node: Node): Element {
  const element = document.createElementNS(MATH, node.name);
  if (node.text !== undefined) element.textContent = node.text;
  for (const part of node.parts ?? []) element.append(build(part));
  return element;
}

/** An equation as one line of text, for those who hear it. */
export function spoken(source: string): string {
  return source
    .replaceAll(/\\frac\{([^{}]*)\}\{([^{}]*)\}/g, "($1) / ($2)")
    .replaceAll(/_\{([^{}]*)\}/g, " $1")
    .replaceAll(/\^\{([^{}]*)\}/g, "^($1)")
    .replaceAll(/[\ue000\ue001"]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
