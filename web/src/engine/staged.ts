/**
 * Two engines as one worker: first a small one, which runs what most readers see first and arrives in half the time, then the
 * whole one, fetched once something is asked that the small one lacks, or once the reader has done anything. Both compute the
 * same run from its document, so the whole one takes over when it has caught up, and nothing is seen of it. Not here: what
 * is in either (`wasm-core`, feature `whole`), nor how they are asked (client.ts).
 */
import { ArrivingWorker } from "./arriving.ts";
import { engineAnswered, type WorkerLike, wholeEngine } from "./client.ts";
import { lacks } from "./lacks.ts";
import type { AbortMessage, Loaded, ReplyMessage, RequestMessage, RequestName, Requests, Stream } from "./protocol.ts";

type Progress = Extract<Stream, { stream: "progress" }>;
type Halted = Extract<Stream, { stream: "halted" }>;

/** What only the whole engine answers. */
const WHOLE_ONLY: ReadonlySet<RequestName> = new Set(["step", "summary", "why", "trace"]);
/** What only the whole engine answers, and what can wait for it: nobody's hand does. */
const PATIENT: ReadonlySet<RequestName> = new Set(["notices"]);
/** What carries a document: a refusal by the first engine is no answer, since it may lack what is named, and has no words for it. */
const DOCUMENTS: ReadonlySet<RequestName> = new Set(["load", "change", "check"]);
/** The whole engine is fetched, and catches up anew, when nobody has done anything for so long, ms: a hand at a slider needs the processor. */
const QUIET_MS = 1000;
/** What the whole engine is asked by itself; nobody waits for the answer. */
const OWN_ID = -1;

const documentOf = ({ name, argument }: RequestMessage): string | null =>
  DOCUMENTS.has(name) ? (argument as Requests["check"][0]).scenario : null;
const renews = ({ name }: RequestMessage): boolean => name === "load" || name === "change";

/** The first engine until the whole one has caught up, then that one. */
export class StagedWorker implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  /** The whole engine, while it is fetched and catches up. */
  private next: WorkerLike | null = null;
  private staged = true;
  /** What the first engine has not answered yet. */
  private readonly sent = new Map<number, RequestMessage>();
  /** What waits for the whole engine. */
  private waiting: RequestMessage[] = [];
  /** What waits, too, but does not hurry it; and when it is fetched for that at last. */
  private patient: RequestMessage[] = [];
  private patience: ReturnType<typeof setTimeout> | undefined;
  /** The document that the first engine runs, and that with which the whole one catches up. */
  private good: string | null = null;
  private nextGood: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private resting: RequestMessage | null = null;
  /** Runs that each engine has begun: how they count generations. */
  private runs = 0;
  private nextRuns = 0;
  private here: Progress | null = null;
  private there: Progress | null = null;
  private haltTold = false;
  private nextHalted: Halted | null = null;

  constructor(
    private current: WorkerLike,
    private readonly whole: () => WorkerLike,
  ) {
    current.onmessage = (event) => this.fromFirst(event);
    current.onerror = (event) => this.onerror?.(event);
  }

  postMessage(message: RequestMessage | AbortMessage): void {
    if (!this.staged) {
      this.current.postMessage(message);
    } else if ("abort" in message) {
      this.waiting = this.waiting.filter(({ id }) => id !== message.abort);
      this.patient = this.patient.filter(({ id }) => id !== message.abort);
      this.sent.delete(message.abort);
      this.current.postMessage(message);
    } else {
      if (message.name === "rest") this.resting = message;
      if (PATIENT.has(message.name)) {
        this.patient.push(message);
        clearTimeout(this.patience);
        this.patience = setTimeout(() => this.prepare(), QUIET_MS);
        return;
      }
      const document = documentOf(message);
      // Documents stay in their order.
      const behind = document !== null && this.waiting.some((one) => documentOf(one) !== null);
      if (behind || WHOLE_ONLY.has(message.name) || (document !== null && lacks(document))) this.wait(message);
      else this.send(message);
    }
  }

  terminate(): void {
    clearTimeout(this.timer);
    clearTimeout(this.patience);
    this.current.terminate();
    this.next?.terminate();
  }

  /** Fetches the whole engine and lets it catch up. */
  prepare(): void {
    if (this.next || !this.staged) return;
    this.next = this.whole();
    this.next.onmessage = (event) => this.fromNext(event.data as ReplyMessage | Stream);
    this.next.onerror = (event) => this.missed(event);
    this.catchUp();
    this.takeOver();
  }

  private wait(message: RequestMessage): void {
    this.waiting.push(message);
    this.prepare();
    this.catchUp();
    this.takeOver();
  }

  private send(message: RequestMessage): void {
    this.sent.set(message.id, message);
    this.current.postMessage(message);
  }

  private tell(data: ReplyMessage | Stream): void {
    this.onmessage?.(new MessageEvent("message", { data }));
  }

  private fromFirst(event: MessageEvent): void {
    const data = event.data as ReplyMessage | Stream;
    if ("stream" in data) {
      if (data.stream === "progress") this.here = data;
      if (data.stream === "halted") this.haltTold = true;
    } else {
      const message = this.sent.get(data.id);
      this.sent.delete(data.id);
      const document = message ? documentOf(message) : null;
      if (message && document !== null && data.ok) {
        if (!(data.result as Loaded).ok) {
          this.wait(message);
          return;
        }
        if (renews(message)) this.renewed(document);
      }
    }
    this.onmessage?.(event);
    this.takeOver();
  }

  private renewed(document: string): void {
    this.good = document;
    this.runs++;
    this.here = null;
    this.haltTold = false;
    clearTimeout(this.timer);
    if (this.waiting.length > 0) this.catchUp();
    else this.timer = setTimeout(() => this.catchUp(), QUIET_MS);
  }

  private catchUp(): void {
    if (!this.next || this.good === null || this.nextGood === this.good) return;
    this.nextGood = this.good;
    this.there = null;
    this.nextHalted = null;
    this.nextRuns++;
    this.next.postMessage({ id: OWN_ID, name: "load", argument: { scenario: this.good } });
  }

  private fromNext(data: ReplyMessage | Stream): void {
    if (!("stream" in data)) return;
    if (data.stream === "error") this.tell(data);
    if (data.stream === "halted") this.nextHalted = data;
    if (data.stream === "progress" && data.generation === this.nextRuns) this.there = data;
    this.takeOver();
  }

  /** The whole engine did not arrive: waiting requests fail, and the next one that needs it tries again. */
  private missed(event: ErrorEvent): void {
    this.next?.terminate();
    this.next = null;
    this.nextGood = null;
    this.nextRuns = 0;
    const waiting = [...this.waiting, ...this.patient];
    this.waiting = [];
    this.patient = [];
    for (const { id } of waiting) this.tell({ id, ok: false, error: event.message, aborted: false });
  }

  /** Nothing of the run would be missed. */
  private caughtUp(): boolean {
    if (this.good === null) return true;
    const { here, there } = this;
    return (
      this.nextGood === this.good &&
      here !== null &&
      there !== null &&
      (there.digest !== null || there.computed_s >= here.computed_s)
    );
  }

  private takeOver(): void {
    const next = this.next;
    const asked = [...this.sent.values()].some((message) => documentOf(message) !== null);
    if (!next || asked || !this.caughtUp()) return;
    this.current.terminate();
    this.current = next;
    this.next = null;
    this.staged = false;
    const ahead = this.runs - this.nextRuns;
    next.onmessage = (event) => {
      const data = event.data as ReplyMessage | Stream;
      if ("stream" in data && data.stream === "progress") this.tell({ ...data, generation: data.generation + ahead });
      else this.onmessage?.(event);
    };
    next.onerror = (event) => this.onerror?.(event);
    if (this.nextHalted && !this.haltTold) this.tell(this.nextHalted);
    if (this.there) this.tell({ ...this.there, generation: this.there.generation + ahead });
    if (this.resting) next.postMessage({ ...this.resting, id: OWN_ID });
    for (const message of [...this.sent.values(), ...this.waiting, ...this.patient]) next.postMessage(message);
  }
}

let begun = false;

/** The laboratory's engine: staged, but whole at once where one has died, so that it can say why. */
export function staged(): WorkerLike {
  if (begun) return wholeEngine();
  begun = true;
  const worker = new StagedWorker(new ArrivingWorker(() => import("./first.worker.ts?worker&inline")), wholeEngine);
  // A reader who acts is likely to ask for more soon.
  void engineAnswered().then(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const done = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => worker.prepare(), QUIET_MS);
    };
    for (const kind of ["pointerup", "keyup"]) addEventListener(kind, done, { capture: true, passive: true });
  });
  return worker;
}
