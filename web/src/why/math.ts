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

/** An equation as an element. */
export function mathOf(source: string): Element {
  const math = document.createElementNS(MATH, "math");
  math.append(build(parse(source)));
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
