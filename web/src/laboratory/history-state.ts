/**
 * State that a reload or the browser's back button would lose though the address carries the run: the steps of undo and redo, the
 * span in view, the open card. Kept in the tab's own storage, by the place in the browser's history. Where storage is
 * forbidden nothing is kept and nothing breaks. Not here: the address (address.ts).
 */
import type { SourceName } from "../engine/protocol.ts";
import type { LabDocument } from "../session/document.ts";
import { equal, parsed } from "../session/scenario.ts";
import type { History } from "../session/undo.ts";
import { IN_TAB, keep, recall } from "../ui/storage.ts";

/** State of a place. */
interface Trail {
  past: LabDocument[];
  present: LabDocument;
  future: LabDocument[];
  span: readonly [number, number];
  /** The span follows the playhead. */
  follows: boolean;
  card: SourceName | null;
}

/** Steps kept to either side, and places of the browser's history. */
const STEPS = 60;
const PLACES = 8;

/** The place in the browser's history: pages that were pushed are numbered. */
export function placeOf(state: unknown): number {
  const place = (state as { place?: unknown } | null)?.place;
  return typeof place === "number" ? place : 0;
}

/** Keeps what the address does not carry. */
export function keepTrail(
  place: number,
  history: History<LabDocument>,
  look: Pick<Trail, "span" | "follows" | "card">,
): void {
  const { past, future } = history.steps();
  const trail: Trail = { past: past.slice(-STEPS), present: history.present, future: future.slice(-STEPS), ...look };
  keep(`trail.${place}`, JSON.stringify(trail), IN_TAB);
  keep(`trail.${place - PLACES}`, null, IN_TAB);
}

/** The kept state of a place, if it is of the very document that opens there. */
export function recallTrail(place: number, document: LabDocument): Trail | null {
  const trail = parsed(recall(`trail.${place}`, IN_TAB) ?? "null") as Trail | null;
  const { present } = trail ?? {};
  const same = equal(present?.scenario, document.scenario) && equal(present?.fork ?? null, document.fork ?? null);
  return same ? trail : null;
}
