/**
 * Reads a lesson's Markdown file: front matter as JSON between two lines `---`, then parts, each under `## [name] Title`;
 * in a part, a list whose items begin with a name in code is its options, the list within an item the reply to it. Markdown
 * becomes markup here, when the pages are built (marked: small, kept since 2011, CommonMark), never in the browser.
 * Not here: what the facts mean (web/src/lessons), how the files become modules (lessons-data.ts).
 */
import { Marked, type Token, type Tokens } from "marked";

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
}

const marked = new Marked();

/** A formula on lines of its own may be wider than a phone, and moves within its box: by keys, too. */
const FORMULA = '<math display="block">';

/** The inside of a list's item as markup, without its name and without the list within it. */
function optionOf(item: Tokens.ListItem, where: string): ReadOption {
  const within = item.tokens.filter((token) => token.type === "list") as Tokens.List[];
  const own = item.tokens.filter((token) => token.type !== "list");
  const named = /^\s*<code>([\w-]+)<\/code>\s*/;
  const text = marked.parser(own).trim();
  const id = named.exec(text)?.[1];
  if (id === undefined) throw new Error(`${where}: an option begins with its name in code: ${item.raw.trim()}`);
  const reply = within.flatMap((list) => list.items).map((each) => marked.parser(each.tokens).trim());
  return { id, text: text.replace(named, ""), reply: reply.join(" ") };
}

const isOptions = (token: Token): token is Tokens.List =>
  token.type === "list" && (token as Tokens.List).items.every((item) => /^`[\w-]+`\s/.test(item.text));

/** Reads a file; `where` names it in errors. */
export function readLesson(source: string, where: string): LessonFile {
  const found = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source.replaceAll("\r\n", "\n"));
  if (!found) throw new Error(`${where}: it begins with front matter between two lines ---`);
  const front = JSON.parse(found[1] ?? "") as Record<string, unknown>;
  const parts: Record<string, ReadPart> = {};
  let part: ReadPart | null = null;
  let tokens: Token[] = [];
  const close = (): void => {
    if (part)
      part.text = marked
        .parser(tokens)
        .trim()
        .replaceAll(FORMULA, `${FORMULA.slice(0, -1)} tabindex="0">`);
    tokens = [];
  };
  for (const token of marked.lexer(found[2] ?? "")) {
    if (token.type === "heading" && (token as Tokens.Heading).depth === 2) {
      close();
      const named = /^\[([\w -]+)\]\s+(.+)$/.exec((token as Tokens.Heading).text);
      const name = named?.[1] ?? "";
      if (!named || parts[name]) throw new Error(`${where}: ## [name] Title, each name once: ${token.raw.trim()}`);
      part = { title: named[2] ?? "", text: "", options: [] };
      parts[name] = part;
    } else if (part && isOptions(token)) {
      part.options.push(...token.items.map((item) => optionOf(item, where)));
    } else {
      tokens.push(token);
    }
  }
  close();
  return { front, parts };
}

/** The attributes of an element's tag, by name. */
function attributes(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map((match) => [match[1] ?? "", match[2] ?? ""]));
}

/** Text of markup, with character references decoded. */
function textOf(markup: string): string {
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
