/**
 * The results of one figure: the stored ones, and a live ensemble in their place; its workers, and how far it is. Not here: what is
 * seen of it (figure-page.ts, run-bar.ts), how runs are shared out (ensemble.ts).
 */
import { Pool, WORKERS, type WorkerHandle } from "../ensemble/client.ts";
import { Cancelled, type Progress } from "../ensemble/job-pool.ts";
import type { Which } from "../ensemble/protocol.ts";
import type { Experiment, Figure, Job, Stored, Verdict } from "../ensemble/types.ts";
import { plural, translate } from "../i18n/catalogue.ts";
import { type Picture, perform } from "./ensemble.ts";
import type { Extent } from "./figure-files.ts";
import { withRanges } from "./knife-edges.ts";

/** Runs rehearsed before they are asked for: spread over the experiment's points, none of more packets than the second. */
const REHEARSED = 4;
const REHEARSED_COST = 60_000;

/** Work that is being done. */
export type Doing =
  | { state: "stored" }
  | { state: "starting" | "running"; progress: Progress | null; cancel: AbortController }
  | { state: "done"; runs: number; workers: number; seconds: number; whole: boolean }
  | { state: "cancelled"; done: number; runs: number }
  | { state: "failed"; message: string };

/** Listener to the results. */
export interface ResultsListener {
  /** Something else is to be seen; `soon`: with the next frame will do. */
  changed(soon: boolean): void;
  /** Another drawing; `floor`: one whose axes it fills at least. */
  drew(figure: Figure, floor: Figure | null): void;
  /** The runs of the paper are known. */
  listed(): void;
  /** For screen readers. */
  says(text: string): void;
}

/** Workers stay for the next figure. */
const shared = new Pool();

export class FigureResults {
  stored: Stored | null = null;
  /** Why there are no stored results. */
  missing = "";
  live: Picture | null = null;
  doing: Doing = { state: "stored" };
  /** All runs of the paper: what may be opened in the laboratory. */
  jobs: Job[] = [];
  /** The reader's choice: runs per configuration (0: as the paper has, -1: a few), and the comparison runs, too. */
  repetitions = 0;
  withBeside = false;
  /** How many runs each choice has. */
  readonly #counts = new Map<string, number>();
  /** The runs whose rows `#assembling` holds; the reader may have chosen another number since. */
  #held: Which | null = null;
  /** Number of runs that it is to receive. */
  #planned = 0;
  /** Lists runs and their scenarios. */
  #listing: Promise<WorkerHandle> | null = null;
  /** Holds the rows of the live ensemble and draws them. */
  #assembling: WorkerHandle | null = null;
  #ended = false;

  constructor(
    private readonly experiment: Experiment,
    private readonly listener: ResultsListener,
    private readonly pool = shared,
  ) {}

  /** Ends all work: the reader has left. */
  end(): void {
    this.#ended = true;
    if ("cancel" in this.doing) this.doing.cancel.abort();
    this.#assembling?.end();
    void this.#listing?.then((worker) => worker.end());
  }

  get busy(): boolean {
    return this.doing.state === "starting" || this.doing.state === "running";
  }

  /** Paper of the experiment. */
  get paper(): string {
    return this.experiment.paper;
  }

  /** All runs of the paper are there. */
  get judged(): boolean {
    if (this.doing.state === "done") return this.doing.whole;
    return !this.live && !this.busy;
  }

  /** The figure that is drawn. */
  get figure(): Figure | null {
    return this.live?.figure ?? this.stored?.figure ?? null;
  }

  /** The verdicts on what is drawn. */
  get verdicts(): readonly Verdict[] | null {
    return this.live?.claims ?? (this.busy ? null : (this.stored?.claims ?? null));
  }

  /** How much of the figure is drawn. */
  get extent(): Extent {
    const { doing, live } = this;
    const done = live?.done ?? this.stored?.runs ?? 0;
    if (!live || doing.state === "stored") return { state: "whole", done, planned: done };
    if (doing.state === "done") return { state: doing.whole ? "whole" : "fewer", done, planned: done };
    return { state: doing.state === "starting" ? "running" : doing.state, done, planned: this.#planned };
  }

  /** Whether some runs are for comparison only. */
  get hasBeside(): boolean {
    return this.jobs.some((job) => job.beside);
  }

  /** How many runs the reader's choice has; undefined while that is not known. */
  get count(): number | undefined {
    return this.#counts.get(`${this.repetitions} ${this.withBeside || !this.hasBeside}`);
  }

  /** Fetches the stored results; `isKept`: there are some. */
  async read(isKept: boolean): Promise<void> {
    const { id } = this.experiment;
    if (!isKept) {
      this.missing = translate("figures.stored.missing");
      return this.listener.changed(false);
    }
    try {
      const answer = await fetch(`./figures/${id}.json`);
      if (!answer.ok) throw new Error(`${answer.status}`);
      const stored = (await answer.json()) as Stored;
      this.stored = { ...stored, figure: withRanges(stored.figure, this.experiment.edges) };
    } catch (error) {
      this.missing = translate("figures.failed", { message: (error as Error).message });
    }
    if (this.stored && !this.live) this.listener.drew(this.stored.figure, null);
    this.listener.changed(false);
  }

  /** Workers and the list of runs, before they are asked for. */
  async prepare(): Promise<void> {
    this.#listing = this.pool.take();
    try {
      const worker = await this.#listing;
      if (this.#ended) return;
      this.jobs = await worker.ask("jobs", { id: this.experiment.id, repetitions: 0 });
      this.listener.listed();
      await this.#count();
      if (this.missing !== "" && !this.live) {
        // Axes and the paper's values are shown before anything is run.
        const { figure } = await worker.ask("draw", { id: this.experiment.id, repetitions: 0, rows: [] });
        if (!this.live) this.listener.drew(figure, null);
      }
      await this.pool.warm(Math.min(WORKERS, this.jobs.length));
      await this.#rehearse(worker);
    } catch (error) {
      this.doing = { state: "failed", message: (error as Error).message };
      this.listener.changed(false);
    }
  }

  /**
   * A few short runs whose results are not kept: the browser compiles what runs often to fast code, which all workers share, before
   * the reader asks for hundreds of runs.
   */
  async #rehearse(worker: WorkerHandle): Promise<void> {
    const own = this.jobs.map((job, place) => ({ job: place, ...job })).filter((job) => !job.beside);
    const places = Array.from({ length: REHEARSED }, (_, part) => own[Math.floor((part * own.length) / REHEARSED)]);
    for (const one of new Set(places)) {
      if (this.#ended || this.doing.state !== "stored") return;
      if (one && one.cost <= REHEARSED_COST) {
        await worker.ask("run", { id: this.experiment.id, repetitions: 0, job: one.job });
      }
    }
  }

  async #count(): Promise<void> {
    const { repetitions } = this;
    const worker = await this.#listing;
    if (!worker || this.#counts.has(`${repetitions} true`)) return this.listener.changed(false);
    const jobs = repetitions === 0 ? this.jobs : await worker.ask("jobs", { id: this.experiment.id, repetitions });
    this.#counts.set(`${repetitions} true`, jobs.length);
    this.#counts.set(`${repetitions} false`, jobs.filter((job) => !job.beside).length);
    this.listener.changed(false);
  }

  chooseRepetitions(repetitions: number): void {
    this.repetitions = repetitions;
    void this.#count();
  }

  chooseBeside(withBeside: boolean): void {
    this.withBeside = withBeside;
    this.listener.changed(false);
  }

  /** Runs what the reader has chosen. */
  async run(): Promise<void> {
    const which = { id: this.experiment.id, repetitions: this.repetitions };
    const cancel = new AbortController();
    this.doing = { state: "starting", progress: null, cancel };
    this.live = null;
    this.#held = which;
    this.listener.changed(false);
    const begun = performance.now();
    try {
      this.doing = await this.#perform(which, cancel, begun);
      this.listener.says(translate("figures.says.done", { runs: plural("figures.run.count", this.#planned) }));
    } catch (error) {
      if (this.#ended) return;
      this.#failed(error);
    }
    this.listener.changed(false);
  }

  async #perform(which: Which, cancel: AbortController, begun: number): Promise<Doing> {
    let seen = false;
    this.#listing ??= this.pool.take();
    const worker = await this.#listing;
    this.#assembling ??= await this.pool.take();
    const all = await worker.ask("jobs", which);
    const numbered = all.map((job, place) => ({ job: place, cost: job.cost, beside: job.beside }));
    const wanted = numbered.filter((one) => this.withBeside || !one.beside);
    this.#planned = wanted.length;
    const whole = which.repetitions === 0 && wanted.every((one) => !one.beside || this.withBeside);
    const listener = {
      onProgress: (progress: Progress) => {
        this.doing = { state: "running", progress, cancel };
        this.listener.changed(true);
      },
      onPicture: (picture: Picture) => {
        this.live = picture;
        this.listener.drew(picture.figure, this.stored?.figure ?? null);
        if (!seen) performance.measure("figures.first", { start: begun, end: performance.now() });
        seen = true;
        this.listener.changed(true);
      },
    };
    const live = await perform(which, wanted, this.pool, this.#assembling, listener, cancel.signal, WORKERS);
    this.live = { ...live, figure: withRanges(live.figure, this.experiment.edges) };
    performance.measure("figures.whole", { start: begun, end: performance.now() });
    this.listener.drew(this.live.figure, null);
    const seconds = (performance.now() - begun) / 1000;
    return { state: "done", runs: wanted.length, workers: Math.min(WORKERS, wanted.length), seconds, whole };
  }

  #failed(error: unknown): void {
    if (!(error instanceof Cancelled)) {
      this.doing = { state: "failed", message: (error as Error).message };
      // A failed worker cannot be used again.
      this.#assembling?.end();
      this.#assembling = null;
      return;
    }
    this.doing = { state: "cancelled", done: this.live?.done ?? 0, runs: this.#planned };
    this.listener.says(translate("figures.says.cancelled"));
    if (!this.live) this.toStored();
    void this.pool.warm(WORKERS);
  }

  /** Back to the stored results. */
  toStored(): void {
    this.doing = { state: "stored" };
    this.live = null;
    if (this.stored) this.listener.drew(this.stored.figure, null);
    this.listener.changed(false);
  }

  /** The scenario of a run of the paper, as JSON; empty where there is none. */
  async scenario(job: Job | undefined): Promise<string> {
    const worker = await this.#listing;
    if (!job || !worker) return "";
    return worker.ask("scenario", { id: this.experiment.id, repetitions: 0, job: this.jobs.indexOf(job) });
  }

  /** The rows of the live ensemble as a file; null where there is no live ensemble. */
  async rows(form: "csv" | "json"): Promise<string | null> {
    if (!this.live || !this.#assembling || !this.#held) return null;
    return this.#assembling.ask("file", { ...this.#held, form });
  }
}
