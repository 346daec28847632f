/** What the browser keeps for the reader between visits: theme, single-letter keys. Where storage is forbidden (a sandboxed frame) nothing is kept and nothing breaks. */

const PREFIX = "sawtooth.";

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // Not kept: the present page still has it.
  }
}
