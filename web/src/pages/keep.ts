/**
 * What the browser keeps for the reader between visits: theme, language, single-letter keys; or in this tab, where its storage is
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

export function keep(name: string, value: string | null, storage = KEPT): void {
  try {
    if (value === null) storage().removeItem(PREFIX + name);
    else storage().setItem(PREFIX + name, value);
  } catch {
    // Not kept: the present page still has it.
  }
}
