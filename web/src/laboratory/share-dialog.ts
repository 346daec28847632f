/**
 * The laboratory's way out and in by files: the sheet with link and files, a chart's picture from its menu, and a file
 * dropped on the page. Fetched when it is first wanted. Not here: what is in a file (exports.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { refusalOf } from "../address/from-address.ts";
import { packOnce } from "../address/link.ts";
import { roundOf } from "../charts/moment.ts";
import type { PictureKind } from "../charts/stack.ts";
import type { SourceName } from "../engine/protocol.ts";
import { num, translate, withUnit } from "../i18n/catalogue.ts";
import { settingText } from "../session/change.ts";
import { entriesOf, lossOf, namesInFiles } from "../session/facts.ts";
import { tooLong } from "../session/link-rate.ts";
import { presetBehind } from "../session/presets.ts";
import { entriesIn, inOrder, isObject, isScenario, parsed, type Scenario, valueAt } from "../session/scenario.ts";
import { LOSS, limitPath, nameOfSetting } from "../session/setting-names.ts";
import { tables } from "../session/setting-tables.ts";
import { copy, showSheet } from "../ui/dialog.ts";
import { shared } from "../ui/site.ts";
import { sign } from "../ui/theme-icons.ts";
import type { Laboratory } from "./context.ts";
import type { Goods, TakeAway } from "./exports.ts";
import type { FirstRun } from "./page.ts";
import { runScenario } from "./scenario-text.ts";
import { summaryOf } from "./titles.ts";

/** A document is no larger than this (contract 1.6), bytes. */
const MOST_BYTES = 8_000_000;

export { showText } from "./scenario-text.ts";

/** The parts of the laboratory that are exported. */
type Parts = Pick<
  Laboratory,
  "run" | "page" | "beginning" | "problems" | "focus" | "edits" | "branches" | "address" | "openRun"
>;

/** Address of the run as it is. */
const addressOf = ({ address }: Pick<Parts, "address">): string => `${shared()}#${address.fields()}`;

/**
 * Lines under a picture: path and flows as the run begins (`settings`), then what the reader changed, so that the run
 * can be made again from it. Without the path while that is hidden.
 */
function captionOf({ session, player }: FirstRun, summary: string, settings: unknown): string[] {
  const { scenario } = session.document;
  const own = entriesIn(scenario, "flows").map((entry, i) => {
    const look = player.looks[i];
    const { kind: _, ...set } = entry.algorithm ?? { kind: "" };
    const values = Object.entries(set).map(([name, value]) => {
      const path = `flows.${look?.name}.algorithm.${name}`;
      return translate("share.value", { name: nameOfSetting(path, []), value: settingText(path, value, settings) });
    });
    const from = translate("share.from", { flow: look?.label ?? "", time: withUnit(look?.start_s ?? 0, "s", 3) });
    return values.length > 0 ? translate("share.flow", { flow: from, values: values.join(", ") }) : from;
  });
  const cross = entriesOf(settings, "cross_traffic").map((entry) => String(entry.name));
  const shown = inOrder(scenario).filter(({ path }) => !(player.hidden && path.startsWith("bottleneck.")));
  const changes = shown.map((each) =>
    translate("share.change", {
      time: withUnit(each.at_s, "s", 3),
      name: nameOfSetting(each.path, player.looks),
      value: settingText(each.path, each.value, settings),
    }),
  );
  const most = 12;
  const told = changes.slice(0, most);
  if (changes.length > most) told.push(translate("chart.more", { n: num(changes.length - most) }));
  const set = (path: string): string =>
    translate("share.value", {
      name: nameOfSetting(path, []),
      value: settingText(path, valueAt(settings, path), settings),
    });
  const queue = [set("bottleneck.queue.discipline"), set(limitPath(settings))];
  const loss = lossOf(settings) === null ? set("bottleneck.loss.model") : set(LOSS);
  const bottleneck = player.hidden ? "" : [summary, ...queue, loss].join(", ");
  return [bottleneck, [...own, ...cross].join("; "), told.join("; ")].filter((line) => line !== "");
}

/** The address of the run as it is. */
function link(
  address: string,
  copied: boolean | null,
  onCopy: (field: HTMLTextAreaElement | null) => void,
  onHandIn: () => void,
): TemplateResult {
  return html`<p>${translate("lab.link.what")}</p>
    <textarea readonly aria-label=${translate("lab.link.address")} .value=${address}
      @focus=${(event: Event) => (event.target as HTMLTextAreaElement).select()}></textarea>
    <div class="acts">
      <button type="button" class="button is-line" @click=${(event: Event) => onCopy((event.target as HTMLElement).closest("dialog")?.querySelector("textarea") ?? null)}>
        ${sign("link")}${translate("lab.link.copy")}</button>
      <button type="button" class="button is-line" @click=${onHandIn}>${translate("lab.link.hand")}</button>
      ${import.meta.env.SINGLE_FILE ? nothing : html`<a class="button is-line" href=${`./builder.html${new URL(address).hash}`}>${translate("lab.link.embed")}</a>`}
      <span role="status">${copied === null ? nothing : translate(copied ? "lab.link.copied" : "lab.link.by_hand")}</span>
    </div>`;
}

/** Picture of the path, of a split run that of each branch. */
function pathsOf({ run, branches }: Pick<Parts, "run" | "branches">): Goods["paths"] {
  const { split } = branches;
  const shown = split ? [run.path.shown, split.path.shown] : [run.path.shown];
  return shown.flatMap((one, i) =>
    one ? { name: translate("fork.path", { side: i === 0 ? "A" : "B" }), shown: one } : [],
  );
}

/** Of a split run: the branch that the controls change; pictures show both. `focus`: the flow in focus. */
async function goodsOf(lab: Parts, focus: SourceName | null): Promise<Goods> {
  const { run } = lab;
  const { chartArea } = run;
  const { split, repeat } = lab.branches;
  const seen = { log: chartArea.log, t0_s: chartArea.span[0], t1_s: chartArea.span[1], focus };
  const round_s = chartArea.rounds ? roundOf({ ...run.player.facts(), focus }) : undefined;
  const side = split ? run.session.side : null;
  const own = split && side === "B" ? split : run;
  const { session, player } = own;
  const facts = player.facts();
  const title = lab.beginning.title();
  const { document: first } = await run.engine.ask("settings", { t_s: 0 });
  const over = [repeat?.sentence(), split?.sentence()].filter((line) => line !== undefined);
  return {
    engine: own.engine,
    title: side ? translate("take.titled", { title, side }) : title,
    branch: side,
    scenario: session.document.scenario,
    address: addressOf(lab),
    names: namesInFiles(player.looks, tables),
    facts: { ...facts, ...seen },
    paths: facts.hidden ? [] : pathsOf(lab),
    charts: run.chartArea.shown,
    digest: session.digest,
    shown: {
      title,
      digest: run.session.digest,
      caption: [...captionOf(run, summaryOf(first), first), ...over],
      request: (view) => run.engine.ask("view", view),
      facts: { ...run.player.facts(), ...seen, round_s },
      overlays: chartArea.overlays,
      plot: (id) => chartArea.plot(id),
    },
  };
}

const takeAway = async (lab: Parts, again: () => void, focus = lab.run.player.focus): Promise<TakeAway> => {
  const { TakeAway } = await import("./exports.ts");
  return new TakeAway(await goodsOf(lab, focus), again, (file) => void openFile(lab, file));
};

/** The sheet by which the run is handed in, of a split run the branch that the controls change. */
async function handIn(lab: Parts): Promise<void> {
  const [{ emptyHandIn }, { showHandIn }, goods] = await Promise.all([
    import("../hand_in/document.ts"),
    import("../hand_in/sheet.ts"),
    goodsOf(lab, null),
  ]);
  // Computed to its end: without its digest it proves nothing.
  const { summary } = await goods.engine.ask("summary", {});
  const digest = isObject(summary) ? String(summary.digest) : "";
  showHandIn(goods.title, { ...emptyHandIn("run", ""), run: { scenario: goods.scenario as Scenario, digest } });
}

/** The sheet with link and files. */
export function showShare(lab: Parts): void {
  let copied: boolean | null = null;
  let files: TakeAway | null = null;
  const address = addressOf(lab);
  showSheet(translate("lab.link.title"), (again) => {
    if (!files) {
      void takeAway(lab, again).then((loaded) => {
        files = loaded;
        again();
      });
    }
    // More than an address may unpack to has the way by a file alone.
    if (packOnce(lab.run.session.document.scenario) === null)
      return html`<p>${translate("lab.link.large")}</p>${files?.body() ?? nothing}`;
    const onCopy = async (field: HTMLTextAreaElement | null): Promise<void> => {
      copied = await copy(address, field);
      again();
    };
    return html`${link(
      address,
      copied,
      (field) => void onCopy(field),
      () => void handIn(lab),
    )}${files?.body() ?? nothing}`;
  });
}

/** A chart's picture or data, from its menu; `focus`: the flow that it had in focus. */
export async function takeChart(lab: Parts, id: string, kind: PictureKind, focus: SourceName | null): Promise<void> {
  const goods = await takeAway(lab, () => undefined, focus);
  await (kind === "csv" || kind === "wide" ? goods.numbers(id, kind === "wide") : goods.picture(id, kind));
  lab.page.says(goods.status);
}

/** The scenario in a file's text, and its value, null of no JSON: a scenario itself, or results that hold one. */
export function scenarioIn(text: string): { text: string; value: unknown } {
  const value = parsed(text);
  const holds = isObject(value) && isObject(value.scenario) && !("bottleneck" in value);
  // The engine says in its words what is wrong with anything else.
  return holds ? { text: JSON.stringify(value.scenario), value: value.scenario } : { text, value };
}

/** Whether a file is a document, by its name or its first characters: all else is read as a trace. */
async function isDocument(file: File): Promise<boolean> {
  return /\.json$/i.test(file.name) || /^\s*[{[]/.test(await file.slice(0, 1000).text());
}

/** Runs the document in a file, whose name is in place of a trace with many entries. What is wrong with it; null: it was stopped. */
async function runFile(lab: Parts, file: File): Promise<string[] | null> {
  if (file.size > MOST_BYTES) return [translate("lab.file.large", { size: withUnit(file.size / 1e6, "MB", 1) })];
  const { namedIn, withBar } = await import("./trace-file.ts");
  const found = await withBar(lab.page, file, async () => scenarioIn(await file.text()));
  if (found === null) return null;
  let { text, value } = found;
  if (isScenario(value) && tooLong(value)) {
    const named = await namedIn(lab, value, file);
    if (named === null || Array.isArray(named)) return named;
    [text, value] = [JSON.stringify(named), named];
  }
  const wrong = await withBar(lab.page, file, (signal) => refusalOf(lab.run.engine, text, signal));
  return wrong?.length === 0 ? runScenario(lab, value as Scenario) : wrong;
}

/** Has the reader choose a file, and opens it. */
export function chooseFile(lab: Parts): void {
  const input = document.createElement("input");
  input.type = "file";
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) void openFile(lab, file);
  });
  input.click();
}

/** Opens a scenario file, or the file of a trace; what is wrong with it is on the page, and the last good run goes on. */
export async function openFile(lab: Parts, file: File): Promise<void> {
  if (!(await isDocument(file))) {
    await (await import("./trace-file.ts")).openTrace(lab, file, "bottleneck");
    return;
  }
  const { problems, beginning, focus } = lab;
  const wrong = await runFile(lab, file);
  if (wrong === null) return;
  if (wrong.length > 0) {
    problems.refuseFile(file, wrong);
    return;
  }
  problems.clear();
  lab.branches.endRepeat();
  // As any run that is opened: from its start at the speed of life, its charts over the whole of it; and it may be a preset's.
  const { session, chartArea } = lab.run;
  session.clock.setSpeed(1);
  chartArea.show([0, session.clock.duration_s]);
  const { scenario } = session.document;
  beginning.update({ preset: presetBehind(scenario) ?? null, opened: scenario });
  focus.update({ card: session.run?.flows[0] ?? null });
  lab.page.says(translate("lab.says.opened", { scenario: beginning.title() }));
}
