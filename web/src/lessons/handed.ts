/**
 * A hand-in that came with a link (`h=`): the page that shows it, as the fields of an address, and what else it says. Fetched when a
 * link has one. Not here: the document (hand_in/document.ts), the pages.
 */
import { emptyHandIn, type HandIn, unpackHandIn, type Wrong } from "../hand_in/document.ts";

/** A hand-in that came with a link. */
export interface Handed {
  /** As in an address: the lesson, or a page. */
  fields: Record<string, string>;
  handIn: HandIn;
  /** Why it cannot be read; empty if it can. */
  wrong: readonly Wrong[];
}

/** Reads the field `h=`. */
export function handedBy(field: string): Handed {
  const read = unpackHandIn(field);
  if ("wrong" in read) return { fields: { page: "handed" }, handIn: emptyHandIn("run", ""), wrong: read.wrong };
  const { handIn } = read;
  const { of, id, answers, goals, run } = handIn;
  const fields: Record<HandIn["of"], Record<string, string>> = {
    lesson: { lesson: id, a: answers, d: run?.digest ?? "", g: goals.map((goal) => goal.id).join(",") },
    test: { page: "test", path: id, a: answers },
    run: { page: "handed" },
  };
  return { fields: fields[of], handIn, wrong: [] };
}
