/**
 * Marks hand-ins. First, without a run: whose they are, what was answered, what is wrong, what was copied or handed in twice, and which
 * runs would have to be computed. Then, once the marker agrees: each of those runs, the digest, goals and answers, judged by the code that
 * judges them for the student. An error in one row stops no other. Not here: reading rows (read.ts), the class as a whole
 * (summary.ts), the page (page.ts).
 */
import { version } from "../../../../package.json";
import { type CurveWish, type OtherRun, Refused } from "../../compare/other-runs.ts";
import type { HandIn, Reached } from "../../hand_in/document.ts";
import { num, translate } from "../../i18n/catalogue.ts";
import type { Measured } from "../../session/measures.ts";
import { refusalText } from "../../session/refusals.ts";
import { equal, isObject, type Scenario, titleIn } from "../../session/scenario.ts";
import { type Asked, askedOf, readAnswers } from "../answers.ts";
import { type Against, judge, judgeChoice, type Verdict } from "../judge.ts";
import { questionsOn, testPath } from "../test-kept.ts";
import type { Lesson, LessonTest, Question } from "../types.ts";
import { againstOf, firstRun, type Run, searchesOf } from "./against.ts";
import { changesOf, differing } from "./changes.ts";
import { compareRows } from "./compare-rows.ts";
import { foreignSettings, holds, momentWishes } from "./goals.ts";
import type { Entry } from "./read.ts";
import { codeOf } from "./remarks.ts";
import type { Given, Remark, Row } from "./row.ts";
import { type MarkRuns, MOST_PACKETS, packetsOf, TooLong } from "./runs.ts";

/** Points of a first answer, and of a second one. */
const POINTS: Record<Verdict, number> = { right: 1, close: 0.5, other: 0, unknown: 0 };
const SECOND = 0.5;
/** Letters of the engine's errors that are shown: they quote the document. */
const LONGEST = 500;
/** Digits of a digest that say which run it is. */
const DIGITS = 8;

/** Fetches lessons and the test. */
export interface Shelf {
  lesson(id: string): Promise<Lesson | null>;
  test(): Promise<LessonTest | null>;
}

/** A run to compute, and what is done with it. */
interface Job {
  scenario: Scenario;
  packets: number;
  wishes: CurveWish[];
  take: ((run: OtherRun) => void)[];
  /** It has none. */
  fail: ((remark: Remark) => void)[];
}

/** Called with the share that is done, 0 to 1. */
export type OnShare = (share: number) => void;

const digestOf = ({ summary }: Pick<Measured, "summary">): string =>
  isObject(summary) && typeof summary.digest === "string" ? summary.digest : "";

const numbersOf = (text: string): number[] => text.split(".").map(Number);

/** Whether one name is the other, or a part of it: in any order and writing. None is every name. */
function isSameName(one: string, other: string): boolean {
  const wordsOf = (name: string): string[] => {
    const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
    return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  };
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return !/\p{L}/u.test(other) || short.every((word) => long.includes(word));
}

/** Whether a version is newer than this page's. */
function isNewer(other: string, own = version): boolean {
  const [a, b] = [numbersOf(other), numbersOf(own)];
  const at = b.findIndex((part, i) => part !== a[i]);
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
}

export class Marking {
  private readonly jobs = new Map<string, Job>();
  private readonly lessons = new Map<string, Lesson>();
  /** Runs and bands that each lesson's answers are judged by, once its runs are computed; empty: one of them has no result. */
  private readonly beside = new Map<string, Promise<Against[]>>();
  /** Digests of lessons' own runs, by the lesson, where a hand-in has another run. */
  private readonly ownDigests = new Map<string, string>();
  private test: LessonTest | null = null;
  /** There once all runs are being computed. */
  private runs: MarkRuns | null = null;
  /** Runs and bands that each lesson's answers were judged by. */
  readonly against = new Map<string, Against[]>();
  readonly rows: Row[];
  private constructor(entries: readonly Entry[]) {
    this.rows = entries.map((entry) => ({
      ...{
        entry,
        handIn: entry.handIn,
        what: "",
        tries: 0,
        reached: 0,
        given: [],
        before: null,
        right: 0,
        questions: 0,
        points: 0,
      },
      ...{ most: 0, goals: [], changes: [], remarks: [], counts: false, digest: "" },
    }));
  }

  /** Reads all rows; no run is computed. */
  static async of(entries: readonly Entry[], shelf: Shelf): Promise<Marking> {
    const marking = new Marking(entries);
    for (const id of new Set(entries.flatMap(({ handIn }) => (handIn?.of === "lesson" ? [handIn.id] : [])))) {
      const lesson = await shelf.lesson(id);
      if (lesson) marking.lessons.set(id, lesson);
    }
    if (entries.some(({ handIn }) => handIn?.of === "test")) marking.test = await shelf.test();
    for (const row of marking.rows) {
      try {
        marking.read(row);
      } catch {
        // A document that is nested too deeply, or the like: it is none.
        Object.assign(row, { handIn: null, counts: false, remarks: [{ code: "unreadable" }] });
      }
    }
    compareRows(marking.rows, (row) => marking.lessonOf(row));
    return marking;
  }

  /** The lesson of a row; undefined if it is of none. */
  lessonOf(row: Row): Lesson | undefined {
    return row.handIn?.of === "lesson" ? this.lessons.get(row.handIn.id) : undefined;
  }

  /** The test's questions on a row's path. */
  questionsOf(row: Row): Question[] {
    const { of, id = "", answers = "" } = row.handIn ?? {};
    return of === "test" && this.test ? questionsOn(testPath(id), this.test.questions, answers) : [];
  }

  /** Runs that have to be computed, equal ones once, and their packets; `most`: there are searches, which may do with fewer. */
  get work(): { runs: number; packets: number; most: boolean } {
    const lessons = [...this.beside.keys()].flatMap((id) => this.lessons.get(id) ?? []);
    const searches = lessons.flatMap(searchesOf).map((scenario) => ({ packets: packetsOf(scenario) }));
    const all = [...this.jobs.values(), ...searches];
    const packets = all.reduce((sum, one) => sum + one.packets, 0);
    return { runs: all.length, packets, most: searches.length > 0 };
  }

  // --- Without a run ---------------------------------------------------------------------------------------------

  private read(row: Row): void {
    const { handIn } = row;
    if (!handIn) {
      row.remarks.push(...row.entry.wrong.map((wrong): Remark => ({ wrong })));
      return;
    }
    row.counts = true;
    const { listed, isName, link } = row.entry;
    if (isName && !isSameName(handIn.name, listed))
      row.remarks.push({ code: "name", args: { name: handIn.name, listed } });
    if (handIn.version === "" && link !== "" && handIn.of !== "run") row.remarks.push({ code: "old" });
    if (handIn.version !== "" && isNewer(handIn.version))
      row.remarks.push({ code: "newer", args: { version: handIn.version.slice(0, 20), own: version } });
    if (handIn.of === "run") this.readRun(row, handIn);
    else this.readAnswers(row, handIn);
  }

  /** The questions of a hand-in by their ids, and as they are asked; null if it cannot be judged. */
  private askedBy(row: Row, handIn: HandIn): { ids: string[]; asked: Asked[] } | null {
    if (handIn.of === "test") {
      row.what = `${translate("test.title")}: ${translate(`lesson.track.${testPath(handIn.id)}`)}`;
      const questions = this.questionsOf(row);
      const once = questions.map(({ options }): Asked => ({ kind: "choose", options }));
      return { ids: questions.map(({ id }) => id), asked: [...once, ...once] };
    }
    const lesson = this.lessons.get(handIn.id);
    row.what = lesson?.title ?? handIn.id;
    return lesson ? { ids: lesson.asks.map(({ id }) => id), asked: askedOf(lesson) } : null;
  }

  private readAnswers(row: Row, handIn: HandIn): void {
    const found = this.askedBy(row, handIn);
    const { questions, answers } = handIn;
    const refuse = (code: string): void => {
      row.counts = false;
      row.remarks.push({ code, args: { id: handIn.id } });
    };
    if (!found || found.asked.length === 0) {
      refuse("unknown");
      return;
    }
    if (questions.length > 0 && questions.join() !== found.ids.join()) {
      refuse("other_version");
      return;
    }
    const read = readAnswers(answers, found.asked);
    row.given = read.answers.map((answered) => ({ answered, verdicts: [null, null] }));
    const given = read.answers.flatMap(({ first, second }) => [first, second]).filter((one) => one !== null);
    row.reached = given.length;
    row.tries = given.filter(({ kind }) => kind !== "unknown").length;
    if (read.wrong) row.remarks.push({ code: "answers" });
    else if (row.reached === 0) row.remarks.push({ code: "empty" });
    if (handIn.of === "test") this.markTest(row);
    else this.readLesson(row, handIn);
  }

  private readLesson(row: Row, handIn: HandIn): void {
    const lesson = this.lessons.get(handIn.id) as Lesson;
    row.questions = row.given.length;
    row.most = row.given.length + lesson.goals.length;
    if (!this.beside.has(lesson.id)) {
      const run: Run = (scenario, wishes) =>
        new Promise((resolve, reject) => this.want(scenario, wishes, resolve, () => reject(new Error("no run"))));
      this.beside.set(
        lesson.id,
        againstOf(lesson, run).catch(() => []),
      );
    }
    this.askDigest(row, handIn, lesson);
    for (const goal of handIn.goals) this.askGoal(row, lesson, goal);
  }

  /** Options of the test need no run. The points are those of the last part that was given. */
  private markTest(row: Row): void {
    const questions = this.questionsOf(row);
    const n = questions.length;
    for (const [i, { answered, verdicts }] of row.given.entries())
      if (answered.first) verdicts[0] = judgeChoice(answered.first, questions[i % n]?.right ?? "").verdict;
    const rightOf = (part: readonly Given[]): number => part.filter(({ verdicts }) => verdicts[0] === "right").length;
    const [before, after] = [row.given.slice(0, n), row.given.slice(n)];
    const hasAfter = after.some(({ answered }) => answered.first !== null);
    row.before = rightOf(before);
    row.right = hasAfter ? rightOf(after) : row.before;
    row.questions = n;
    row.most = n;
    row.points = row.right;
    if (!hasAfter && row.reached > 0) row.remarks.push({ code: "before_only" });
  }

  private readRun(row: Row, { run }: HandIn): void {
    const scenario = run?.scenario as Scenario;
    row.what = titleIn(scenario) ?? translate("mark.what.run");
    row.changes = changesOf(scenario);
    row.remarks.push({ code: "run" });
    this.ask(row, scenario, [], (found) => this.checkDigest(row, digestOf(found)));
  }

  /** Wants a run for a row, unless it takes too long. */
  private ask(row: Row, scenario: Scenario, wishes: readonly CurveWish[], take: (run: OtherRun) => void): void {
    const packets = packetsOf(scenario);
    if (packets > MOST_PACKETS) row.remarks.push({ code: "long", args: { n: num(packets / 1e6) } });
    else
      this.want(scenario, wishes, take, (remark) => {
        if (!row.remarks.includes(remark)) row.remarks.push(remark);
      });
  }

  /** Wants a run; equal ones are computed once. One that is wanted while all are computed, as by a search, begins at once. */
  private want(scenario: Scenario, wishes: readonly CurveWish[], take: Job["take"][0], fail: Job["fail"][0]): void {
    const { title: _, ...own } = scenario;
    const key = JSON.stringify(own);
    const known = this.runs ? undefined : this.jobs.get(key);
    const job = known ?? { scenario, packets: packetsOf(scenario), wishes: [], take: [], fail: [] };
    if (!this.runs) this.jobs.set(key, job);
    const from = job.wishes.length;
    job.wishes.push(...wishes);
    job.take.push((run) => take({ ...run, curves: run.curves.slice(from, from + wishes.length) }));
    job.fail.push(fail);
    if (this.runs) void doJob(job, this.runs).catch(() => fail({ code: "failed" }));
  }

  private askDigest(row: Row, { run }: HandIn, lesson: Lesson): void {
    const own = firstRun(lesson);
    if (!run) {
      if (row.reached > 0) row.remarks.push({ code: "no_run" });
      return;
    }
    if (run.scenario && own) this.compareRun(row, run.scenario, own);
    const scenario = run.scenario ?? own;
    if (scenario) this.ask(row, scenario, [], (found) => this.checkDigest(row, digestOf(found)));
  }

  /** Whether the run is the lesson's. */
  private compareRun(row: Row, run: Scenario, own: Scenario): void {
    const paths = differing(run, own);
    const isSame = equal(run.interventions ?? [], own.interventions ?? []);
    if (paths.length === 0 && isSame) return;
    const take = (found: OtherRun): void => void this.ownDigests.set(row.handIn?.id ?? "", digestOf(found));
    this.want(own, [], take, () => undefined);
    const seed = (of: Scenario): string => String(of.seed ?? 1).slice(0, 20);
    if (isSame && paths.join() === "seed")
      row.remarks.push({ code: "seed", args: { seed: seed(run), own: seed(own) } });
    else row.remarks.push({ code: "other_run", args: { changes: changesOf(run, own).join("; ") } });
  }

  private askGoal(row: Row, lesson: Lesson, reached: Reached): void {
    const goal = lesson.goals.find(({ id }) => id === reached.id);
    const args = { goal: reached.id.slice(0, 20), n: num(lesson.goals.findIndex(({ id }) => id === reached.id) + 1) };
    if (!goal) row.remarks.push({ code: "goal.unknown", args });
    else if (!reached.scenario) row.remarks.push({ code: "goal.no_run", args });
    else {
      const { scenario } = reached;
      this.ask(row, scenario, momentWishes(goal, scenario), (run) => {
        const foreign = foreignSettings(lesson, goal, scenario, run.settings);
        if (!holds(goal, reached, run)) row.remarks.push({ code: "goal.unmet", args });
        else row.goals.push(goal.id);
        if (foreign.length > 0)
          row.remarks.push({ code: "goal.foreign", args: { ...args, settings: foreign.join(", ") } });
      });
    }
  }

  // --- With the runs ---------------------------------------------------------------------------------------------

  /** Computes and judges; rejects when the runs are closed, which cancels it. */
  async compute(runs: MarkRuns, onShare: OnShare): Promise<void> {
    const whole = Math.max(1, this.work.packets);
    let done = 0;
    const finished = (packets: number): void => {
      done += packets;
      onShare(Math.min(1, done / whole));
    };
    this.runs = runs;
    const jobs = [...this.jobs.values()].map(async (job) => {
      await doJob(job, runs);
      finished(job.packets);
    });
    await Promise.all(jobs);
    for (const [id, against] of this.beside) this.against.set(id, await against);
    for (const row of this.rows) {
      const lesson = this.lessonOf(row);
      if (!lesson || row.given.length === 0) continue;
      const against = this.against.get(lesson.id) ?? [];
      if (against.length === 0) row.remarks.push({ code: "unjudged" });
      else judgeLesson(row, lesson, against);
    }
    this.findForged();
  }

  private checkDigest(row: Row, found: string): void {
    const said = row.handIn?.run?.digest ?? "";
    row.digest = found;
    if (said === "") row.remarks.push({ code: "no_digest" });
    else if (said.length < DIGITS || !found.startsWith(said)) {
      const code = found.startsWith(said) ? "digest.short" : "digest";
      row.remarks.push({ code, args: { said, found: found.slice(0, Math.max(said.length, DIGITS)) } });
      if (code !== "digest") return;
      const made = row.handIn?.version ?? "";
      if (made !== "" && made !== version)
        row.remarks.push({ code: "made", args: { made: made.slice(0, 20), own: version } });
    }
  }

  /** Digests that are of the lesson's own run or another row's, and right answers beside a run that is not the lesson's. */
  private findForged(): void {
    // The first row that has it.
    const owners = new Map(this.rows.map((row) => [row.digest.slice(0, DIGITS), row] as const).reverse());
    for (const row of this.rows) {
      const codes = row.remarks.map(codeOf);
      const said = row.handIn?.run?.digest.slice(0, DIGITS) ?? "";
      const owner = said === "" ? undefined : owners.get(said);
      const own = this.ownDigests.get(row.handIn?.id ?? "")?.slice(0, DIGITS);
      if (codes.includes("digest") && said === own) row.remarks.push({ code: "digest.own" });
      else if (codes.includes("digest") && owner && owner !== row)
        row.remarks.push({ code: "digest.of", rows: [owner.entry.row] });
      const isWrong = codes.includes("digest") || codes.includes("other_run");
      if (isWrong && row.questions > 0 && row.right === row.questions) row.remarks.push({ code: "right_wrong_run" });
    }
  }
}

async function doJob(job: Job, runs: MarkRuns): Promise<void> {
  try {
    const run = await runs.compute(job.scenario, job.wishes);
    for (const take of job.take) take(run);
  } catch (error) {
    if (runs.isClosed) throw error;
    const remark = remarkOn(error, job.scenario);
    for (const fail of job.fail) fail(remark);
  }
  // Nothing of the run is held any longer.
  job.take = [];
  job.fail = [];
}

/** Why a run has no result. */
function remarkOn(error: unknown, scenario: Scenario): Remark {
  if (error instanceof Refused) {
    const lines = error.loaded.errors.slice(0, 3).map((one) => refusalText(one, scenario, []));
    return { text: lines.join(" ").slice(0, LONGEST) };
  }
  return { code: error instanceof TooLong ? "late" : "failed" };
}

/** Answers of a lesson, by the code that judges them for the student. */
function judgeLesson(row: Row, lesson: Lesson, against: readonly Against[]): void {
  for (const [i, { answered, verdicts }] of row.given.entries()) {
    const beside = against[i];
    const [first, second] = [answered.first, answered.second].map((answer) => {
      if (!answer) return null;
      if (i === lesson.asks.length) return judgeChoice(answer, lesson.transfer.right).verdict;
      return (beside && judge(answer, beside)?.verdict) ?? null;
    });
    verdicts[0] = first ?? null;
    verdicts[1] = second ?? null;
    if (verdicts.includes("right")) row.right += 1;
    row.points += Math.max(first ? POINTS[first] : 0, second ? SECOND * POINTS[second] : 0);
  }
  row.points += row.goals.length;
}
