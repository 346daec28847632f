/**
 * Files of a figure to download, which match what is drawn: an unfinished run says so in each file, its
 * caption and its name, and has no verdicts; claims have their texts. Pure. Not here: saving, pictures (picture.ts).
 */

import type { Account, Claim, Stored, Verdict } from "../ensemble/types.ts";
import { num, plural, translate } from "../i18n/catalogue.ts";

/** How much of a figure is drawn. `fewer`: finished, but with another number of runs than the paper's. */
export interface Extent {
  state: "whole" | "fewer" | "running" | "cancelled" | "failed";
  done: number;
  planned: number;
}

const partial = ({ state }: Extent): boolean => state !== "whole" && state !== "fewer";

/** Note before a caption, which is about all runs; empty where the caption is true. */
export function extentNote(extent: Extent): string {
  if (extent.state === "whole") return "";
  const runs = plural("figures.run.count", extent.done);
  if (extent.state === "fewer") return translate("figures.take.fewer", { runs });
  return translate(`figures.take.partial.${extent.state}`, { done: num(extent.done), runs: num(extent.planned) });
}

/** The name of a file, in parts. */
export function namedFor(id: string, extent: Extent): string[] {
  return partial(extent) ? [id, "partial", `${extent.done}-of-${extent.planned}-runs`] : [id];
}

/** An explanation as one text, under its labels. */
function joined({ says, measured, tried, table, explanation }: Account): string {
  const [heads = [], ...rows] = table;
  const cellsOf = (cells: string[]): string => cells.map((cell, at) => `${heads[at + 1] ?? ""}: ${cell}`).join("; ");
  const attempts = rows.map(([row = "", ...cells]) => `${row} (${cellsOf(cells)}).`);
  const parts = { says, measured, tried: [tried, ...attempts].join(" ").trim(), explanation };
  const said = Object.entries(parts).filter(([, text]) => text !== "");
  return said.map(([key, text]) => `${translate(`figures.account.${key}`)}: ${text}`).join(" ");
}

/** Claims with their texts; without all runs only what was measured, no verdict. */
function told(verdicts: readonly Verdict[], claims: readonly Claim[], judged: boolean): object[] {
  return verdicts.map((verdict) => {
    const claim = claims.find((one) => one.id === verdict.id);
    const { numbers: _numbers, ...found } = verdict;
    const whole = { ...found, text: claim?.text ?? "", account: claim?.account ? joined(claim.account) : null };
    if (judged) return whole;
    const { holds: _, ...rest } = whole;
    return { ...rest, measured: verdict.measured.map(({ holds: __, ...value }) => value) };
  });
}

/** Precomputed results, as a file. */
export function storedFile(stored: Stored, claims: readonly Claim[]): string {
  return JSON.stringify({ ...stored, claims: told(stored.claims, claims, true) });
}

/** The experiments' own file of rows, completed with what it lacks: whether the run was finished, and the claims' texts. */
export function rowsFile(text: string, form: "csv" | "json", claims: readonly Claim[], extent: Extent): string {
  const { state, done, planned } = extent;
  if (form === "csv") {
    if (!partial(extent)) return text;
    const [head, ...rows] = text.trimEnd().split("\n");
    const more = `,${state},${done},${planned}`;
    return `${[`${head},state,runs_done,runs_planned`, ...rows.map((row) => row + more)].join("\n")}\n`;
  }
  // A line each, as it was: only the first line and the claims are others.
  const first = text.indexOf("\n");
  const last = text.lastIndexOf('\n"claims":[');
  const head = JSON.parse(`${text.slice(0, first).replace(/,$/, "")}}`) as object;
  const { claims: verdicts } = JSON.parse(`{${text.slice(last)}`) as { claims: Verdict[] };
  const begin = partial(extent) ? { ...head, partial: { state, runs: done, of: planned } } : head;
  const lines = told(verdicts, claims, state === "whole").map((one) => JSON.stringify(one));
  return `${JSON.stringify(begin).slice(0, -1)},${text.slice(first, last)}\n"claims":[\n${lines.join(",\n")}]}\n`;
}
