/** Counts of judged losses put together. Pure. Not here: what counts make (crate `measures`). */

/** Numbers of a discriminator in a list of counts. */
const COUNTS = 4;

/** Sums of the runs' counts, by flow, then by discriminator; at the end those of all flows together. */
export function sumOf(runs: readonly Float64Array[], rules: number): Float64Array {
  const each = rules * COUNTS;
  const length = runs[0]?.length ?? 0;
  const sums = new Float64Array(length + each);
  for (const counts of runs)
    counts.forEach((count, at) => {
      (sums[at] as number) += count;
      (sums[length + (at % each)] as number) += count;
    });
  return sums;
}
