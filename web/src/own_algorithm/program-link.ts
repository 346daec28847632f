/**
 * A program in the address: the field `program`, packed as scenarios are (address/link.ts). Pure. Not here: whether it is run, which
 * the reader says (main.ts).
 */

import { pack, unpack } from "../address/link.ts";
import { parsed } from "../session/scenario.ts";
import { LONGEST_PROGRAM } from "./sandbox/types.ts";

const FIELD = "program";

/** Longest field that is written: what browsers, mails and chats still carry whole. */
export const LONGEST_FIELD = 16_000;

/** A program in an address. */
export interface Linked {
  /** Null: there is none, or it cannot be read. */
  program: string | null;
  /** Key of what is wrong with it. */
  problem: "own.link.damaged" | "own.link.long" | "own.link.version" | null;
  /** The other fields, as they stand. */
  rest: string;
}

const NONE = { program: null, problem: null };

function read(field: string): Omit<Linked, "rest"> {
  const found = unpack(field);
  if ("problem" in found) {
    const { code } = found.problem;
    const problem =
      code === "link.too_large" ? "own.link.long" : code === "link.version" ? "own.link.version" : "own.link.damaged";
    return { program: null, problem };
  }
  const program = parsed(found.text);
  if (typeof program !== "string") return { program: null, problem: "own.link.damaged" };
  return program.length > LONGEST_PROGRAM ? { program: null, problem: "own.link.long" } : { program, problem: null };
}

/** Reads what is after `#`. */
export function readLinked(hash: string): Linked {
  const parts = hash.replace(/^#/, "").split("&");
  const own = parts.find((part) => part.startsWith(`${FIELD}=`));
  const rest = parts.filter((part) => part !== "" && !part.startsWith(`${FIELD}=`)).join("&");
  return { ...(own === undefined ? NONE : read(own.slice(FIELD.length + 1))), rest };
}

/** Writes what is after `#`, without it; null if the program is too long for an address. */
export function writeLinked(program: string, rest: string): string | null {
  const field = pack(program);
  return field.length > LONGEST_FIELD ? null : [`${FIELD}=${field}`, rest].filter((part) => part !== "").join("&");
}
