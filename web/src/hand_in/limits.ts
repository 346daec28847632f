/** Characters of a hand-in's name, of a sentence, of an id and of the answers, at most. Not here: the document (document.ts). */
export const MOST = { name: 80, sentence: 500, id: 64, answers: 4000 } as const;
