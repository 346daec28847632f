/**
 * Formulas that charts draw anew while a setting is dragged, before the engine has answered, or beside runs. Each repeats one of the engine's
 * `formulas.rs`; a test compares them with its values (`generated/formulas.json`). Not here: anything that decides a run.
 */

/** Probability of a delay backoff, 1 - exp(-gradient / G), both in ms per RTT (CDG paper, equation 5). */
export function backoffProbability(gradient_ms: number, g_ms: number): number {
  return gradient_ms <= 0 ? 0 : -Math.expm1(-gradient_ms / g_ms);
}

/** Jain's fairness index of shares, (sum x)^2 / (n sum x^2), 1 when all are alike; null if nothing is shared (R. Jain et al., DEC TR-301, 1984). */
export function jainIndex(shares: readonly number[]): number | null {
  const sum = shares.reduce((total, share) => total + share, 0);
  const squares = shares.reduce((total, share) => total + share * share, 0);
  return squares > 0 ? (sum * sum) / (shares.length * squares) : null;
}

/** Window of the law of the inverse root, √(3/2) / √p packets, p the probability of a loss (M. Mathis et al., 1997). */
export const mathis = (p: number): number => Math.sqrt(1.5) / Math.sqrt(p);

/** Queue that n flows need which are out of step, BDP / √n, in the unit of the BDP (G. Appenzeller et al., 2004). */
export const smallBuffer = (bdp: number, flows: number): number => bdp / Math.sqrt(flows);
