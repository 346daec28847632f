/**
 * The files of traces that were read on this page, for workers that begin later: a second branch, many runs, a fresh engine after a
 * crash. Not here: their text, which the engine reads, and how they are opened (laboratory/trace-file.ts).
 */

/** A file whose text the engine has accepted. */
export interface TraceText {
  name: string;
  bytes: Uint8Array;
}

/** As many files are kept, here and in each worker: the latest. */
const MOST_KEPT = 8;

/** By the digest of its entries, the latest last. */
export const traceFiles = new Map<string, TraceText>();

/** Keeps a file that was read, and lets the oldest go. */
export function keepTrace(digest: string, file: TraceText): void {
  traceFiles.delete(digest);
  traceFiles.set(digest, file);
  const [oldest = ""] = traceFiles.keys();
  if (traceFiles.size > MOST_KEPT) traceFiles.delete(oldest);
}

/** The bytes of the file whose entries have this digest; none if no such file was read. */
export const bytesOf = (digest: unknown): Uint8Array => traceFiles.get(String(digest))?.bytes ?? new Uint8Array();
