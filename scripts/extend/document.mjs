/**
 * Reads what CONTRIBUTING.md and its examples add: each block of `diff` has lines of a file, which the text before it names. Not here:
 * where the results go (extend.mjs).
 */

/**
 * Blocks of lines that are added, in order.
 * @param {string} document
 * @returns {{ path: string, lines: string[] }[]}
 */
export function blocksIn(document) {
  return [...document.matchAll(/^```diff\n([\s\S]*?)^```$/gm)].map((block) => {
    const before = document.slice(0, block.index).split(/^```$/m).at(-1) ?? "";
    const path = [...before.matchAll(/`((?:wasm-core|web)\/[\w./-]+\.\w+)`/g)].at(-1)?.[1];
    if (path === undefined) throw new Error(`no path before the block that begins: ${block[1]?.slice(0, 80)}`);
    return { path, lines: (block[1] ?? "").split("\n") };
  });
}

/**
 * A text with the lines of a difference added, each after the line that stands before it there, or at its beginning.
 * @param {string} text
 * @param {readonly string[]} difference
 */
export function withLines(text, difference) {
  const lines = text.split("\n");
  let at = text.startsWith("{\n") ? 1 : 0;
  for (const line of difference) {
    if (line.startsWith("+")) {
      lines.splice(at, 0, line.slice(1));
      at += 1;
      continue;
    }
    const own = line.trim();
    if (own === "" || own === "...") continue;
    const found = lines.findIndex((each, i) => i >= at && each.trim() === own);
    if (found < 0) throw new Error(`no line: ${own}`);
    at = found + 1;
  }
  return lines.join("\n");
}

/**
 * A file of the catalogue with more words.
 * @param {string} text
 * @param {Record<string, string>} words
 */
export const withWords = (text, words) => `${JSON.stringify({ ...JSON.parse(text), ...words }, null, 2)}\n`;
