/**
 * The worker's answers to requests: short ones at once, long ones and the run itself in slices, so that a message can
 * overtake. Knows the engine only by its few calls (`Core`), so that tests bring their own. Not here: loading the
 * WebAssembly and the channel of messages (worker.ts), nor any rule of the simulation.
 */
import { PICTURE_LISTS, PICTURE_VALUES, VIEW_HEAD } from "../generated/picture.ts";
import {
  type AbortMessage,
  type Frame,
  type Loaded,
  nameText,
  type OwnTime,
  type Picture,
  type ReplyMessage,
  type RequestMessage,
  type RequestName,
  type Requests,
  type Stream,
  type ViewRequest,
} from "./protocol.ts";

/** The engine's calls, as `wasm-core/wasm` offers them. */
export interface Core {
  load(scenario: string): string;
  change(scenario: string, at_s: number): string;
  check(scenario: string): string;
  trace_file(name: string, bytes: Uint8Array, begins: boolean, ends: boolean): string;
  /** Computes a number of events ahead, or again what a coarse view asked for; returns how far the run is computed. */
  advance(events: number): number;
  /** If the run was halted before its end: when, in seconds, and the bound on packets under way; else empty. */
  halted(): Float64Array;
  /** Something is left for `advance`. */
  busy(): boolean;
  computed_s(): number;
  duration_s(): number;
  /** Own times that are not the document's, three numbers each: the flow's place, its start and its end in seconds. */
  own_times(): Float64Array;
  /** Empty until the run is computed to its end. */
  digest(): string;
  view(request: string): Float64Array;
  /** Empty while the playhead is on its way there: ask again. */
  picture(t_s: number, screen_second_s: number): Float64Array;
  settings(t_s: number): string;
  /** Three counters of each source at an instant; empty while the run is simulated to there: ask again. */
  counters(t_s: number, events: number): Float64Array;
  /** NaN: there is none; infinite: the search is not over, or must wait until the run is computed further: ask again. */
  step(unit: string, flow: string, t_s: number, back: boolean): number;
  /** Simulates the run for its summary, or that of a span, a number of events in each call; empty until it is done. */
  summarise(events: number, from_s?: number, to_s?: number): string;
  /** The rules that fired as JSON; empty while they are looked for: ask again. */
  why(flow: string, t_s: number, toward: number): string;
  /** Begins a trace; then `exported` writes it on, and `exported_s` says how far it is: infinite once whole, NaN without one. */
  export(request: string): void;
  exported(events: number): Uint8Array;
  exported_s(): number;
  /** Notices about a document, as JSON. */
  notices(scenario: string): string;
}

/** Time of one slice in ms: a message waits no longer. */
const SLICE_MS = 8;
/** Least time between two `progress` messages in ms. */
const PROGRESS_MS = 50;
/** Events between two looks at the clock, at least and at most: each pause lets receivers catch up, which costs time. */
const FEWEST_EVENTS = 2000;
const MOST_EVENTS = 64_000;
/** There are more of them while they take less than the first of these, and fewer if they take more than the second, in ms. */
const SHORT_MS = 1;
const LONG_MS = 3;
/** Events of one part of a trace: some hundred kilobytes. */
const PART = 20_000;

type Post = (message: ReplyMessage | Stream, transfer?: Transferable[]) => void;

/** The worker's surroundings. */
export interface Surroundings {
  post: Post;
  /** Milliseconds. */
  now(): number;
  /** Calls `turn` soon, after messages that wait. */
  soon(): void;
}

/** A request that takes more than one slice; returns true when it has answered. */
interface Task {
  id: number;
  /** Of one kind they take their turns in order, since the engine holds one playhead, one search, one summary. */
  kind: RequestName;
  run(): boolean;
}

type Handlers = { [N in RequestName]: (argument: Requests[N][0], id: number) => void };

/** Requests that are allowed before anything is loaded. */
const WITHOUT_RUN: ReadonlySet<RequestName> = new Set(["load", "check", "rest", "notices", "trace_file"]);

/** Serves one engine. */
export class Service {
  private generation = 0;
  private haltTold = -1;
  private loaded = false;
  private resting = false;
  private scheduled = false;
  private dead = false;
  private tasks: Task[] = [];
  private told_ms = Number.NEGATIVE_INFINITY;
  private told = "";

  private readonly handlers: Handlers = {
    load: ({ scenario }, id) => this.renewed(id, JSON.parse(this.core.load(scenario)) as Loaded),
    change: ({ scenario, at_s }, id) => this.renewed(id, JSON.parse(this.core.change(scenario, at_s)) as Loaded),
    check: ({ scenario }, id) => this.reply(id, JSON.parse(this.core.check(scenario))),
    notices: ({ scenario }, id) => this.reply(id, JSON.parse(this.core.notices(scenario))),
    trace_file: ({ name, bytes, begins, ends }, id) =>
      this.reply(id, JSON.parse(this.core.trace_file(name, bytes, begins, ends))),
    rest: ({ resting }, id) => {
      this.resting = resting;
      this.reply(id, {});
    },
    view: (request, id) => {
      const numbers = this.core.view(JSON.stringify(request));
      this.reply(id, unpackFrame(request, numbers), [numbers.buffer as ArrayBuffer]);
    },
    picture: ({ t_s, screen_second_s }, id) =>
      this.begin(id, "picture", () => {
        const numbers = this.core.picture(t_s, screen_second_s);
        if (numbers.length === 0) return false;
        this.reply(id, unpackPicture(numbers), [numbers.buffer as ArrayBuffer]);
        return true;
      }),
    settings: ({ t_s }, id) => this.reply(id, { document: JSON.parse(this.core.settings(t_s)) }),
    counters: ({ t_s }, id) =>
      this.begin(id, "counters", () => {
        const numbers = this.paced((events) => this.core.counters(t_s, events));
        if (numbers.length === 0) return false;
        const [delivered_bytes, dropped_queue, delay_backoffs] = [0, 1, 2].map((k) =>
          numbers.filter((_, i) => i % 3 === k),
        );
        this.reply(id, { delivered_bytes, dropped_queue, delay_backoffs });
        return true;
      }),
    step: (argument, id) => this.begin(id, "step", () => this.step(id, argument)),
    summary: ({ from_s, to_s }, id) =>
      this.begin(id, "summary", () => {
        const text = this.paced((events) => this.core.summarise(events, from_s, to_s));
        const answer = text && JSON.parse(text);
        if (text) this.reply(id, answer?.ok === false ? { summary: null, errors: answer.errors } : { summary: answer });
        return text !== "";
      }),
    why: ({ flow, t_s, toward }, id) =>
      this.begin(id, "why", () => {
        const text = this.core.why(nameText(flow), t_s, toward);
        if (text) this.reply(id, JSON.parse(text));
        else this.paced((events) => this.core.advance(events));
        return text !== "";
      }),
    trace: ({ begin }, id) => {
      if (begin) this.core.export(JSON.stringify(begin));
      const csv = this.core.exported(PART);
      const at_s = this.core.exported_s();
      // The run has changed since it was begun: there is nothing to write on.
      if (Number.isNaN(at_s)) this.around.post({ id, ok: false, error: "the run changed", aborted: true });
      else this.reply(id, { csv, at_s, whole: at_s === Number.POSITIVE_INFINITY }, [csv.buffer as ArrayBuffer]);
    },
  };

  private events = FEWEST_EVENTS;

  constructor(
    private readonly core: Core,
    private readonly around: Surroundings,
  ) {}

  /** A message from the page. */
  receive(message: RequestMessage | AbortMessage): void {
    if (this.dead) return;
    if ("abort" in message) {
      const before = this.tasks.length;
      this.tasks = this.tasks.filter((task) => task.id !== message.abort);
      if (this.tasks.length < before) {
        this.around.post({ id: message.abort, ok: false, error: "aborted", aborted: true });
      }
      return;
    }
    this.guarded(() => this.answer(message));
    this.schedule();
  }

  /** One slice of work. */
  turn(): void {
    this.scheduled = false;
    if (this.dead) return;
    this.guarded(() => {
      const end = this.around.now() + SLICE_MS;
      do {
        const task = this.tasks.shift();
        if (task) {
          // In turns, so that a short one does not wait for a long one.
          if (this.waits(task.kind, task.id) || !task.run()) this.tasks.push(task);
        } else if (this.loaded && !this.resting && this.core.busy()) {
          this.paced((events) => this.core.advance(events));
        } else {
          break;
        }
      } while (this.around.now() < end);
      this.tellHalt();
      this.progress();
    });
    this.schedule();
  }

  /** A run that no memory holds ends early: said once for each run. */
  private tellHalt(): void {
    if (this.haltTold === this.generation) return;
    const [at_s, most_packets] = this.core.halted();
    if (at_s === undefined || most_packets === undefined) return;
    this.haltTold = this.generation;
    this.around.post({ stream: "halted", at_s, most_packets });
  }

  /** Some of a long work: as many events as take a moment on this machine. */
  private paced<T>(work: (events: number) => T): T {
    const begun = this.around.now();
    const done = work(this.events);
    const took_ms = this.around.now() - begun;
    if (took_ms < SHORT_MS) this.events = Math.min(2 * this.events, MOST_EVENTS);
    else if (took_ms > LONG_MS) this.events = Math.max(this.events / 2, FEWEST_EVENTS);
    return done;
  }

  private schedule(): void {
    if (this.scheduled || this.dead || !this.loaded) return;
    if (this.tasks.length > 0 || (!this.resting && this.core.busy())) {
      this.scheduled = true;
      this.around.soon();
    }
  }

  /** An engine that panics is dead: say so once, and nothing more. */
  private guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.dead = true;
      this.around.post({ stream: "error", message: error instanceof Error ? error.message : String(error) });
    }
  }

  private progress(): void {
    if (!this.loaded) return;
    const busy = this.core.busy();
    const news = `${this.generation} ${this.core.computed_s()} ${busy}`;
    const now = this.around.now();
    if (news === this.told || (busy && now - this.told_ms < PROGRESS_MS)) return;
    this.told = news;
    this.told_ms = now;
    const own = ownTimes(this.core.own_times());
    this.around.post({
      stream: "progress",
      computed_s: this.core.computed_s(),
      duration_s: this.core.duration_s(),
      digest: this.core.digest() || null,
      generation: this.generation,
      ...(own.length > 0 && { own }),
    });
  }

  private reply(id: number, result: unknown, transfer?: Transferable[]): void {
    this.around.post({ id, ok: true, result }, transfer);
  }

  private answer({ id, name, argument }: RequestMessage): void {
    if (!this.loaded && !WITHOUT_RUN.has(name)) {
      this.around.post({ id, ok: false, error: "nothing is loaded", aborted: false });
      return;
    }
    (this.handlers[name] as (argument: unknown, id: number) => void)(argument, id);
  }

  private begin(id: number, kind: RequestName, run: () => boolean): void {
    if (this.waits(kind, id) || !run()) this.tasks.push({ id, kind, run });
  }

  /** Another of its kind was asked for before. */
  private waits(kind: RequestName, id: number): boolean {
    return this.tasks.some((other) => other.kind === kind && other.id < id);
  }

  private step(id: number, { unit, flow, t_s, back }: Requests["step"][0]): boolean {
    const found = this.core.step(unit, flow === undefined ? "" : nameText(flow), t_s, back);
    if (found === Number.POSITIVE_INFINITY) {
      this.paced((events) => this.core.advance(events));
      return false;
    }
    this.reply(id, { t_s: Number.isNaN(found) ? null : found });
    return true;
  }

  private renewed(id: number, loaded: Loaded): void {
    if (loaded.ok) {
      this.loaded = true;
      this.generation++;
      this.told_ms = Number.NEGATIVE_INFINITY;
      // A question to the run before has no answer any more.
      for (const task of this.tasks) {
        this.around.post({ id: task.id, ok: false, error: "the run changed", aborted: true });
      }
      this.tasks = [];
    }
    this.reply(id, loaded);
    // A run made shorter may be computed to its end already: no slice will say so.
    if (!this.core.busy()) this.progress();
  }
}

function ownTimes(numbers: Float64Array): OwnTime[] {
  return Array.from({ length: numbers.length / 3 }, (_, i) => {
    const [flow, start_s, end_s] = numbers.subarray(3 * i) as unknown as [number, number, number];
    return { flow, start_s, end_s };
  });
}

/** The engine's numbers for a view (`Frame::numbers`). */
export function unpackFrame(request: ViewRequest, numbers: Float64Array): Frame {
  const [computed_s, coarse] = VIEW_HEAD.map((_, i) => numbers[i] ?? 0);
  return {
    t0_s: request.t0_s,
    t1_s: request.t1_s,
    computed_s: computed_s ?? 0,
    coarse: coarse === 1,
    series: lists(numbers, VIEW_HEAD.length, request.series.length),
  };
}

/** The engine's numbers for a picture (`Picture::numbers`). */
export function unpackPicture(numbers: Float64Array): Picture {
  const found = lists(numbers, PICTURE_VALUES.length, PICTURE_LISTS.length);
  const values = PICTURE_VALUES.map((name, i) => [name, numbers[i] ?? 0] as const);
  return Object.fromEntries([
    ...values,
    ...PICTURE_LISTS.map((name, i) => [name, found[i]] as const),
  ]) as unknown as Picture;
}

/** `count` lists, whose lengths stand one after the other from `head` on and which follow them. */
function lists(numbers: Float64Array, head: number, count: number): Float64Array[] {
  let at = head + count;
  return Array.from({ length: count }, (_, i) => {
    const from = at;
    at += numbers[head + i] ?? 0;
    return numbers.subarray(from, at);
  });
}
