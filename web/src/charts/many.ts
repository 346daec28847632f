/**
 * Whether flows are drawn by algorithm, and by what: the laboratory brings it along (groups.ts); the widget, whose size is
 * bounded and which takes twenty flows at most, draws each. Not here: any drawing.
 */
import { MOST_FLOWS, type RunFacts } from "../session/run-facts.ts";
import type * as Groups from "./groups.ts";
import { senders } from "./looks.ts";

type Drawing = typeof Groups;

let known: Drawing | null = null;

/** Learns to draw flows by algorithm. */
export function learnGroups(groups: Drawing): void {
  known = groups;
}

/** How flows are drawn by algorithm; null where each is drawn. */
export const groupsFor = (facts: RunFacts): Drawing | null => (senders(facts).length > MOST_FLOWS ? known : null);
