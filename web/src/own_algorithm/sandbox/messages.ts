/**
 * Messages between the page and the worker of readers' algorithms, beside the engine's own protocol
 * (`engine/protocol.ts`). Types only. Not here: what a program or a fault is (types.ts).
 */
import type { Checked, Fault, LogLine } from "./types.ts";

/** Page -> worker, first of all: its modules, compiled. */
export interface OwnBegin {
  engine: WebAssembly.Module;
  quickjs: WebAssembly.Module;
}

/** Page -> worker. Programs are taken in order. */
export type OwnRequest =
  /** The program of all that follows by the engine's protocol. */
  | { own: "program"; source: string }
  | { own: "check"; id: number; source: string }
  /** One run for its summary, of a program or, without one, of an algorithm of the engine. */
  | { own: "run"; id: number; source: string | null; scenario: string };

/** Result of a run. */
export interface RunResult {
  /** The summary (contract 3) and the document with every default written out; null if the program is at fault. */
  measured: { summary: unknown; settings: unknown } | null;
  fault: Fault | null;
  lines: LogLine[];
  more: number;
}

/** Worker -> page. */
export type OwnReply =
  | { own: "checked"; id: number; checked: Checked }
  /** How far a run is, 0 to 1. */
  | { own: "share"; id: number; share: number }
  | { own: "ran"; id: number; result: RunResult }
  /** The engine, or QuickJS, broke: a defect of ours. */
  | { own: "broke"; id: number; message: string }
  /** The first fault of the program given by `program`, after a load. */
  | { own: "fault"; fault: Fault };
