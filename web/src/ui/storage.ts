/**
 * Values that the browser keeps for the reader between visits: theme, language, single-letter keys; or in this tab, where its storage is
 * named. Where storage is forbidden (a sandboxed frame) nothing is kept and nothing breaks.
 */

const PREFIX = "sawtooth.";

const KEPT = (): Storage => localStorage;

export function recall(name: string, storage = KEPT): string | null {
  try {
    return storage().getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** The storage of this tab alone: it outlives a reload. */
export const IN_TAB = (): Storage => sessionStorage;

/** Keeps a text, or forgets it; false where storage is refused or full: the present page still has it. */
export function keep(name: string, value: string | null, storage = KEPT): boolean {
  try {
    if (value === null) storage().removeItem(PREFIX + name);
    else storage().setItem(PREFIX + name, value);
    return true;
  } catch {
    return false;
  }
}
