/**
 * Puts generated tables into a document, between marks that it has for each part. Not here: the tables (comparison.mjs).
 */

/**
 * The document with a part's tables in place of those that it had.
 * @param {string} document
 * @param {string} part
 * @param {string} tables
 * @throws {Error} If the document has no marks for the part.
 */
export function between(document, part, tables) {
  const [begin, end] = [`<!-- validate: ${part} -->`, `<!-- validate: end of ${part} -->`];
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the document has no marks for ${part}: ${begin} ... ${end}`);
  return `${document.slice(0, from + begin.length)}\n\n${tables}\n\n${document.slice(to)}`;
}
