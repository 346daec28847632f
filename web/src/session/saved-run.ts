/** A run with what the reader has made of it, put aside to be opened again. Type only. Not here: when, and where it is kept. */
import type { SourceName } from "../engine/protocol.ts";
import type { LabDocument } from "./document.ts";

export interface SavedRun {
  document: LabDocument;
  past: readonly LabDocument[];
  future: readonly LabDocument[];
  /** The preset that it was made from. */
  preset: string | null;
  t_s: number;
  speed: number;
  span: readonly [number, number];
  card: SourceName | null;
}
