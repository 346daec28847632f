/** A declaration's comment as it is shown: words and, between backquotes, code. Not here: where it stands. */

/** Words first, then by turns code and words. */
export const docParts = (doc: string): { code: boolean; text: string }[] =>
  doc.split("`").map((text, i) => ({ code: i % 2 === 1, text }));
