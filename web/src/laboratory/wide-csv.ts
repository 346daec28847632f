/**
 * A trace as CSV (contract 4) with the names of the screen, and in wide form: a row for each time, a column for each series. Pure. Not
 * here: the trace itself, which the engine writes; names have no commas (contract 1).
 */
import { ALGORITHM_SIGNALS, DISCIPLINE_SIGNALS, SIGNALS } from "../generated/signals.ts";

/** Signals whose values hold until the next. */
const HOLDS: ReadonlySet<string> = new Set(
  [SIGNALS, ...ALGORITHM_SIGNALS.values(), ...DISCIPLINE_SIGNALS.values()]
    .flat()
    .filter(({ kind }) => kind === "level" || kind === "total" || kind === "state")
    .map(({ name }) => name),
);

/** A trace in which sources have other names; those without one keep theirs. */
export function renamed(csv: string, names: ReadonlyMap<string, string>): string {
  return csv.replaceAll(/^([^,\n]*),([^,\n]*),/gm, (row, time: string, source: string) => {
    const name = names.get(source);
    return name === undefined ? row : `${time},${name},`;
  });
}

/**
 * A trace in wide form: `time_s`, then a column for each series in the order in which they begin, or, with `sources`, source by source, those
 * of no such source last. A level is in each row from its first
 * value on, a sample or an event in the row of its time alone. Columns are called by their sources where all have one signal.
 */
export function wideOf(csv: string, sources: readonly string[] = []): string {
  const columns = new Map<string, { at: number; source: string; signal: string; holds: boolean }>();
  const rows: [time: string, values: string[]][] = [];
  for (const line of csv.split("\n").slice(1)) {
    const [time = "", source = "", signal = "", value = ""] = line.split(",");
    // The last row counts those before it.
    if (time === "" || signal === "end") continue;
    const key = `${source},${signal}`;
    const column = columns.get(key) ?? { at: columns.size, source, signal, holds: HOLDS.has(signal) };
    columns.set(key, column);
    let row = rows.at(-1);
    // Of two values of one instant the later one counts.
    if (row?.[0] !== time) {
      const before = row?.[1];
      row = [time, [...columns.values()].map(({ at, holds }) => (holds && before?.[at]) || "")];
      rows.push(row);
    }
    row[1][column.at] = value;
  }
  const places = new Map(sources.map((source, i) => [source, i]));
  const placeOf = ({ source }: { source: string }): number => places.get(source) ?? places.size;
  const all = [...columns.values()].toSorted((a, b) => placeOf(a) - placeOf(b));
  const one = new Set(all.map(({ signal }) => signal)).size === 1;
  const head = all.map(({ source, signal }) => (one ? source : `${source} ${signal}`));
  const line = ([time, values]: [string, string[]]): string =>
    `${time},${all.map(({ at }) => values[at] ?? "").join(",")}\n`;
  return [`${["time_s", ...head].join(",")}\n`, ...rows.map(line)].join("");
}
