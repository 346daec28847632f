/**
 * The file of a trace: read piece by piece in the engine's worker, with a bar of progress and a way to stop; then a link replays it,
 * or the run of the address that waited for it opens. Fetched when a file is first opened. Not here: the rules of
 * such a file, which are the engine's.
 */
import "../design/reading.css";
import { html, nothing, render } from "lit";
import type { Opened } from "../address/from-address.ts";
import { Aborted, type EngineClient } from "../engine/client.ts";
import { keepTrace } from "../engine/trace-files.ts";
import { MOST_IN_ADDRESS } from "../generated/rules.ts";
import { addMessages, num, plural, translate } from "../i18n/catalogue.ts";
import words from "../i18n/en/trace-file.json" with { type: "json" };
import { errorLines } from "../i18n/errors.ts";
import { fileOf, SIDES, type Side, setLink, tooLong, withFile } from "../session/link-rate.ts";
import type { Json, Scenario } from "../session/scenario.ts";
import type { Laboratory } from "./context.ts";

addMessages("en", words);

type Parts = Pick<Laboratory, "run" | "page" | "beginning" | "problems" | "focus" | "edits" | "openRun">;

/** Bytes of a piece: the worker reads one in a few milliseconds, and draws the run between two. */
const PIECE = 1 << 18;

/** A trace that was read. */
interface Read {
  entries: number;
  digest: string;
  /** Its part in a bottleneck's document: its mean rate, and its entries, or its name where an address does not carry them. */
  origin: Json;
}

/** Name of a file as a document may have it. */
const plainName = (name: string): string => name.replaceAll(/[/\\]/g, "_").slice(0, 80);

/** Reads a file in the worker; what is wrong with it, in words, if it is no trace. Null, or `Aborted`: it was stopped. */
export async function readTrace(
  engine: EngineClient,
  file: File,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<Read | string[] | null> {
  const name = plainName(file.name);
  for (let at = 0; ; at += PIECE) {
    const bytes = new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
    const ends = at + PIECE >= file.size;
    if (signal.aborted) return null;
    const answer = await engine.ask("trace_file", { name, bytes, begins: at === 0, ends }, { signal });
    if (!answer.ok) return errorLines(answer.errors, answer.more).map(ofLine);
    const { entries, digest, rate_bps, rate_steps } = answer;
    if (entries !== undefined && rate_steps) return { entries, digest: "", origin: { rate_bps, rate_steps } };
    if (entries !== undefined && digest !== undefined) {
      if (entries <= MOST_IN_ADDRESS) {
        const rate_trace_ms = (await file.text()).trimEnd().split("\n").map(Number);
        return { entries, digest, origin: { rate_bps, rate_trace_ms } };
      }
      keepTrace(digest, { name, bytes: new Uint8Array(await file.arrayBuffer()) });
      return { entries, digest, origin: { rate_bps, rate_trace_file: { name, entries, digest } } };
    }
    onShare((at + PIECE) / file.size);
  }
}

/** An error whose place is a line of the file, in words. */
const ofLine = (text: string): string =>
  text.replace(/`line (\d+)`/, (_, n: string) => translate("trace.line", { n })).replaceAll("`", "");

/** The reading that goes on: another one ends it. */
let reading = new AbortController();

/** Reads the file of a trace with a bar on the page. */
const readOnPage = ({ run, page }: Pick<Parts, "run" | "page">, file: File): Promise<Read | string[] | null> =>
  withBar(page, file, (signal, show) => readTrace(run.engine, file, signal, show));

/** Does what a file is read by with a bar on the page, and a way to stop; null: it was stopped. `show` sets the share that is done. */
export async function withBar<T>(
  page: Parts["page"],
  file: File,
  read: (signal: AbortSignal, show: (share: number | null) => void) => Promise<T | null>,
): Promise<T | null> {
  reading.abort();
  const own = new AbortController();
  reading = own;
  const host = document.createElement("div");
  host.className = "reading";
  host.setAttribute("role", "status");
  document.body.append(host);
  const show = (share: number | null): void => {
    render(
      html`<span>${translate("trace.reading", { name: plainName(file.name) })}</span>
        <progress max="1" value=${share ?? nothing} aria-label=${translate("trace.progress")}></progress>
        <button type="button" class="button" @click=${() => own.abort()}>${translate("trace.stop")}</button>`,
      host,
    );
  };
  show(null);
  const begun = performance.now();
  try {
    const done = await read(own.signal, show).catch((error: unknown) => {
      if (error instanceof Aborted) return null;
      throw error;
    });
    performance.measure("trace.read", { start: begun, end: performance.now() });
    if (done === null) page.says(translate("trace.stopped"));
    return done;
  } finally {
    render(nothing, host);
    host.remove();
  }
}

/** The run of an address waits for the file that it names: what it needs is listed, with a field that opens it. */
export async function awaitFile(lab: Parts, found: Opened): Promise<void> {
  const { scenario } = found.document;
  const lines = SIDES.flatMap((side) => fileOf(scenario, side) ?? []).map(({ name, entries }) =>
    entries === null
      ? translate("trace.wanted", { name })
      : plural("trace.wanted.entries", entries, { name, n: num(entries) }),
  );
  const open = (event: Event): void => {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (file) void openTrace(lab, file, "bottleneck");
  };
  const field = html`<label class="file-field"><span>${translate("trace.open")}</span><input type="file" @change=${open} /></label>`;
  const wrong = [...lab.problems.wrong, ...lines, translate("trace.until")];
  lab.problems.update({ wrong, wrongFile: translate("trace.awaits"), awaits: { found, field } });
}

/** The link replays the trace of a file; or the run that waits for this file opens. */
export async function openTrace(lab: Parts, file: File, side: Side): Promise<void> {
  const { problems, beginning, focus } = lab;
  const { session } = lab.run;
  const read = await readOnPage(lab, file);
  if (read === null) return;
  if (Array.isArray(read)) return problems.refuseFile(file, read);
  const { awaits } = problems;
  if (awaits) {
    const wanted = SIDES.flatMap((each) => fileOf(awaits.found.document.scenario, each) ?? []);
    const digest = read.digest;
    if (!wanted.some((each) => each.digest === digest || each.digest === null)) {
      const { name = "", entries } = wanted[0] ?? {};
      const other = plural("trace.other", read.entries, { n: num(read.entries), name, wanted: num(entries ?? 0) });
      return problems.refuseFile(file, [other]);
    }
    problems.clear();
    await lab.openRun(awaits.found);
  } else {
    problems.clear();
    beginning.update({ nudge: null });
    focus.unfold(`${side}.link`, false);
    lab.edits.former.forget();
    const next = setLink(session.document, side, read.origin);
    await session.commit({ ...next, fork: null }, { restart: true });
    beginning.act();
  }
  const opened = read.origin.rate_steps ? "trace.steps" : "trace.opened";
  lab.page.says(plural(opened, read.entries, { name: plainName(file.name), n: num(read.entries) }));
}

/**
 * The scenario of a file whose trace has more entries than an address carries: with the file's name in their place, so that its
 * address asks for this file again. What is wrong with it, in words, if the trace is none.
 */
export async function namedIn(
  lab: Pick<Parts, "run" | "page">,
  scenario: Scenario,
  file: File,
): Promise<Scenario | string[] | null> {
  let named = scenario;
  for (let long = tooLong(named); long; long = tooLong(named)) {
    const read = await readOnPage(lab, new File([long.times_ms.join("\n")], file.name));
    if (read === null || Array.isArray(read)) return read;
    named = withFile(named, long.side, read.origin.rate_trace_file);
  }
  return named;
}

/** Mistakes in a document, entered as text, whose trace an address does not carry. */
export const longText = (entries: number): string[] => [
  translate("trace.long", { n: num(entries), most: num(MOST_IN_ADDRESS) }),
];
