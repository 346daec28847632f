/** The nearest of some names to a mistyped one. Not here: which names there are. */

/** Letters to insert, delete or replace until `a` is `b` (Levenshtein's distance). */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The nearest name, if it is near: a third of its letters may be wrong, or its end is missing; case and signs do not count. */
export function near(mistyped: string, names: readonly string[]): string | null {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const wanted = plain(mistyped).slice(0, 60);
  const begun = names.find((name) => wanted.length > 3 && plain(name).startsWith(wanted));
  if (begun !== undefined) return begun;
  const ranked = names.map((name) => ({ name, far: distance(wanted, plain(name)) }));
  const nearest = ranked.sort((a, b) => a.far - b.far)[0];
  return nearest && nearest.far <= wanted.length / 3 ? nearest.name : null;
}
