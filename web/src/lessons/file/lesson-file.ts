/**
 * Reads a lesson's Markdown file: front matter as JSON between two lines `---`, then parts, each under `## [name] Title`;
 * in a part, a list whose items begin with a name in code is its options, the list within an item the reply to it. Markdown
 * becomes markup here (marked: small, kept since 2011, CommonMark), for our own lessons when the pages are built; in the browser that
 * markup is only read, never made (markup.ts). What is not in this form is listed, and the rest is read all the same; of JSON, too
 * (jsonc-parser: reads on after a mistake, and knows each value's place). Not here: what the facts mean (web/src/lessons), how the files
 * become modules (lessons-data.ts).
 */
import { findNodeAtLocation, getNodeValue, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { Marked, type Token, type Tokens } from "marked";
import { FRONT, type Mistake, quoted } from "./mistakes.ts";

/** A choice, its words and the reply to it as markup. */
export interface ReadOption {
  id: string;
  text: string;
  reply: string;
}

/** A part as markup. */
export interface ReadPart {
  title: string;
  text: string;
  options: ReadOption[];
}

/** A file, read. */
export interface LessonFile {
  front: Record<string, unknown>;
  parts: Record<string, ReadPart>;
  /** Parts that are not in the form of such a file. */
  mistakes: Mistake[];
  /** The line of a place in the front matter (`asks.1.kind`), or of what is around it. */
  lineOf(place: string): number | null;
  /** The line of each part's heading, by its name. */
  headings: ReadonlyMap<string, number>;
}

const marked = new Marked();

/** A formula on lines of its own may be wider than a phone, and moves within its box: by keys, too. */
const FORMULA = '<math display="block">';

/** The line of a place in a text, from 1. */
const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

/** The inside of a list's item as markup, without its name and without the list within it; null if it has no name. */
function optionOf(item: Tokens.ListItem): ReadOption | null {
  const within = item.tokens.filter((token) => token.type === "list") as Tokens.List[];
  const own = item.tokens.filter((token) => token.type !== "list");
  const named = /^\s*<code>([\w-]+)<\/code>\s*/;
  const text = marked.parser(own).trim();
  const id = named.exec(text)?.[1];
  if (id === undefined) return null;
  const reply = within.flatMap((list) => list.items).map((each) => marked.parser(each.tokens).trim());
  return { id, text: text.replace(named, ""), reply: reply.join(" ") };
}

const isOptions = (token: Token): token is Tokens.List =>
  token.type === "list" && (token as Tokens.List).items.every((item) => /^`[\w-]+`\s/.test(item.text));

/** The front matter's JSON: its value, and what is wrong with it; `line` is the one before it. */
function readFront(text: string, line: number): Pick<LessonFile, "front" | "mistakes" | "lineOf"> {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: false, disallowComments: true });
  const at = (offset: number): number => line + lineAt(text, offset);
  // The others follow from the first one.
  const mistakes = errors.slice(0, 1).map(({ error, offset, length }) => {
    const code = printParseErrorCode(error);
    const before = text.slice(0, offset).trimEnd();
    const parted = /\d,$/.test(before) ? /^\d{3}\b/.exec(text.slice(offset)) : null;
    if (parted)
      return {
        place: FRONT,
        found: quoted(text.slice(before.lastIndexOf(" ") + 1, offset + 3)),
        allowed: "JSON (parted)",
        line: at(offset),
      };
    // A comma is missing where the line before ends.
    const [found, place] =
      code === "CommaExpected"
        ? [before.slice(before.lastIndexOf("\n") + 1).trim(), before.length]
        : [text.slice(offset, offset + Math.max(1, length)), offset];
    return { place: FRONT, found: quoted(found), allowed: `JSON (${code})`, line: at(place) };
  });
  const value: unknown = tree && getNodeValue(tree);
  const isFields = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isFields && errors.length === 0)
    mistakes.push({ place: FRONT, found: quoted(text.trim()), allowed: "{ … }", line: at(0) });
  return {
    front: isFields ? (value as Record<string, unknown>) : {},
    mistakes,
    lineOf: (place) => {
      const path = place.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
      while (tree && path.length > 0) {
        const node = findNodeAtLocation(tree, path);
        if (node) return at(node.offset);
        path.pop();
      }
      return tree ? at(tree.offset) : null;
    },
  };
}

/** An object whose fields have names from outside: nothing is inherited. */
const named = <Value>(): Record<string, Value> => Object.create(null);

/** Reads a file. */
export function readLesson(text: string): LessonFile {
  const source = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  const found = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(source);
  const { front, mistakes, lineOf } = found
    ? readFront(found[1] ?? "", 1)
    : { front: {}, mistakes: [], lineOf: () => null };
  if (!found)
    mistakes.push({
      ...{ place: FRONT, found: quoted(source.split("\n", 1)[0] ?? "") },
      ...{ allowed: "--- { … } ---", line: 1 },
    });
  const parts = named<ReadPart>();
  const headings = new Map<string, number>();
  let part: ReadPart | null = null;
  let name = "";
  let tokens: Token[] = [];
  const begin = found?.[0].length ?? 0;
  let line = lineAt(source, begin);
  const mistaken = (token: Token, allowed: string): void => {
    const place = name === "" ? "text" : `[${name}]`;
    mistakes.push({ place, found: quoted(token.raw.trim()), allowed, line });
  };
  const close = (): void => {
    if (part)
      part.text = marked
        .parser(tokens)
        .trim()
        .replaceAll(FORMULA, `${FORMULA.slice(0, -1)} tabindex="0">`);
    tokens = [];
  };
  for (const token of marked.lexer(source.slice(begin))) {
    const isHeading = token.type === "heading" && (token as Tokens.Heading).depth === 2;
    const heading = isHeading ? /^\[([\w -]+)\]\s+(.+)$/.exec((token as Tokens.Heading).text) : null;
    const own = heading?.[1] ?? "";
    if (heading && !parts[own]) {
      close();
      name = own;
      part = { title: heading[2] ?? "", text: "", options: [] };
      parts[own] = part;
      headings.set(own, line);
    } else if (part && isOptions(token)) {
      for (const item of token.items) {
        const option = optionOf(item);
        if (option) part.options.push(option);
        else mistaken(item, "`name` …");
      }
    } else {
      if (isHeading || (!part && token.type !== "space")) mistaken(token, "## [name] Title");
      tokens.push(token);
    }
    line += token.raw.split("\n").length - 1;
  }
  close();
  return { front, parts, mistakes, lineOf, headings };
}

/** The attributes of an element's tag, by name. */
export function attributes(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map((match) => [match[1] ?? "", match[2] ?? ""]));
}

/** Text of markup, with character references decoded. */
export function textOf(markup: string): string {
  const letters: Record<string, string> = { "&#39;": "'", "&quot;": '"', "&lt;": "<", "&gt;": ">", "&amp;": "&" };
  return markup.replace(/&(?:#39|quot|lt|gt|amp);/g, (letter) => letters[letter] ?? letter);
}

/**
 * Markup as the source of a template: `<saw-NAME …></saw-NAME>` becomes a call of that name, a link to `term:ID` a call of
 * `term`; everything else is kept.
 */
export function templateOf(markup: string): string {
  const element = /<saw-(\w+)((?:\s+[\w-]+="[^"]*")*)\s*><\/saw-\1>|<a href="term:(\w+)">([^<]*)<\/a>/g;
  let text = "";
  let at = 0;
  const plain = (part: string): string => part.replace(/[\\`]|\$\{/g, "\\$&");
  for (const match of markup.matchAll(element)) {
    const [whole, name, given = "", term, words = ""] = match;
    const call = term
      ? `x.term(${JSON.stringify({ id: term, text: textOf(words) })})`
      : `x.${name}(${JSON.stringify(attributes(given))})`;
    text += `${plain(markup.slice(at, match.index))}\${${call}}`;
    at = match.index + whole.length;
  }
  return `(x) => html\`${text}${plain(markup.slice(at))}\``;
}
