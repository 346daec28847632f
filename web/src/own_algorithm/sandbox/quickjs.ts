/**
 * The reader's program in a QuickJS of its own, compiled to WebAssembly: it has no network, no page, no clock and no chance, since
 * nobody hands it any. Memory, stack and time are bounded, time by counted steps, so that a fault is the same on every machine.
 * Whatever goes wrong comes back as a `Fault`. Not here: what a program is handed (prelude.js), who calls (`cc/own.rs`), the
 * worker around it (sandbox.worker.ts).
 */
import { EvalFlags, Intrinsics, JSException, type JSValueHandle, QuickJS } from "quickjs-wasi";
import prelude from "./prelude.js?raw";
import { type Fault, type FaultKind, LONGEST_LOG, LONGEST_PROGRAM, type LogLine, type Place } from "./types.ts";

/** How a call's numbers lie (`own_layout` of `wasm-core/wasm/src/own.rs`). */
export interface Layout {
  fields: string[];
  slots: number;
  calls: string[][];
}

/** Result of a call: as `OwnHost.call` of `wasm-core/wasm/src/own.rs` has it. */
export const ANSWER = { done: 0, absent: 1, fault: 2 } as const;

/** The program's functions and what they are handed, in the order of the calls' codes; the first call only sets the variables. */
const PLACES: readonly Place[] = ["program", "onAck", "onLoss", "onTimeout", "onRound"];
const EVENTS = ["", "ack", "loss", "timeout", "round"];
/** Numbers that are yes or no. */
const FLAGS = ["slow_start", "in_recovery", "cwnd_limited", "after_timeout", "ecn", "first"];

const MEMORY_BYTES = 4 * 2 ** 20;
const STACK_BYTES = 256 * 2 ** 10;
/** QuickJS asks after each 10,000 loops and calls whether to go on: so often in one call at most, and in all calls of a run. */
const CALL_TURNS = 10;
const RUN_TURNS = 10_000;
/** Longest text taken from a program, in characters. */
const LONGEST_LINE = 300;
/** The program's name in QuickJS's messages. */
const FILE = "own.js";

/** Names that a program cannot use: what a page or a server has. `Math.random`, `eval` and `Function` are the prelude's. */
const ABSENT =
  /^(fetch|XMLHttpRequest|WebSocket|WebTransport|EventSource|RTCPeerConnection|navigator|location|window|self|document|parent|top|postMessage|Worker|SharedWorker|importScripts|require|process|module|exports|indexedDB|caches|localStorage|sessionStorage|setTimeout|setInterval|setImmediate|requestAnimationFrame|clearTimeout|clearInterval|alert|prompt|confirm|crypto|Date|Temporal|performance|Promise|WebAssembly|Image|Audio|Blob|File|WeakRef|FinalizationRegistry)$/;

/** QuickJS with one program in it. */
export class Isolate {
  /** The first thing that went wrong. */
  fault: Fault | null = null;
  /** Its output. */
  readonly lines: LogLine[] = [];
  /** Lines beyond those kept. */
  more = 0;

  private turns = 0;
  private turnsInCall = 0;
  private now_s: number | null = null;
  private place: Place = "program";
  /** The program without what its comments and texts say, every place as it was. */
  private bare = "";
  /** The functions that there are, by the calls' codes. */
  private present: boolean[] = [];
  /** QuickJS's act for each code. */
  private callers: (JSValueHandle | undefined)[] = [];
  private hooks: (JSValueHandle | null)[] = [];
  private state: string[] = [];
  /** Where QuickJS keeps the numbers of a call, in its memory. */
  private at = 0;
  private shared = new Float64Array(0);
  private memory: { buffer: ArrayBuffer } = { buffer: new ArrayBuffer(0) };
  private vm!: QuickJS;

  private constructor(private readonly layout: Layout) {}

  /** A fresh QuickJS with this program, compiled and looked at; see `fault` for whether it may be called. */
  static async of(source: string, layout: Layout, module: WebAssembly.Module): Promise<Isolate> {
    const isolate = new Isolate(layout);
    const { DATE, PROMISE, PERFORMANCE, DOM_EXCEPTION, ATOB_BTOA, WEAK_REF, ALL } = Intrinsics;
    isolate.vm = await QuickJS.create({
      wasm: module,
      memoryLimit: MEMORY_BYTES,
      maxStackSize: STACK_BYTES,
      intrinsics: ALL & ~(DATE | PROMISE | PERFORMANCE | DOM_EXCEPTION | ATOB_BTOA | WEAK_REF),
      interruptHandler: () => isolate.tooLong(),
      timezoneOffset: 0,
      wasi: (memory) => {
        isolate.memory = memory;
        // Seed of QuickJS's own random numbers, which no program reaches: the same every time.
        const zero = (at: number, bytes: number): number => {
          new Uint8Array(memory.buffer, at, bytes).fill(0);
          return 0;
        };
        return {
          clock_time_get: (_id: number, _precision: bigint, at: number) => zero(at, 8),
          random_get: (at: number, bytes: number) => zero(at, bytes),
        };
      },
    });
    isolate.begin(source);
    return isolate;
  }

  /** The names in `initial`. */
  get variables(): readonly string[] {
    return this.state;
  }

  /** The functions that there are. */
  get functions(): Exclude<Place, "program">[] {
    return PLACES.filter((place, i): place is Exclude<Place, "program"> => place !== "program" && !!this.present[i]);
  }

  /** One call, as the engine makes it: the numbers are changed in place. Returns one of `ANSWER`. */
  call(code: number, numbers: Float64Array): number {
    if (code !== 0 && !this.present[code]) return ANSWER.absent;
    const used = this.layout.fields.length + this.state.length;
    const { shared } = this;
    for (let i = 0; i < used; i++) shared[i] = numbers[i] ?? 0;
    this.place = PLACES[code] ?? "program";
    this.now_s = numbers[this.layout.fields.indexOf("now_s")] ?? null;
    this.turnsInCall = 0;
    try {
      const caller = this.callers[code];
      if (caller) this.vm.callFunction(caller, this.vm.undefined).dispose();
    } catch (error) {
      this.blame(error);
      this.renew();
      return ANSWER.fault;
    }
    this.renew();
    for (let i = 0; i < used; i++) numbers[i] = this.shared[i] ?? 0;
    return ANSWER.done;
  }

  /** Its window brought on more than a run may hold. */
  flood(at_s: number): void {
    this.now_s = at_s;
    this.fault ??= this.made("flood");
  }

  /** Frees its memory. */
  close(): void {
    this.vm.dispose();
  }

  /** Memory that grew is another buffer: the view is made anew. */
  private renew(): void {
    if (this.shared.buffer === this.memory.buffer) return;
    this.shared = new Float64Array(this.memory.buffer, this.at, this.layout.fields.length + this.layout.slots);
  }

  private tooLong(): boolean {
    this.turns++;
    return ++this.turnsInCall > CALL_TURNS || this.turns > RUN_TURNS;
  }

  private begin(source: string): void {
    this.bare = source.replace(TEXTS, (text) => text.replace(/[^\n]/g, " "));
    if (source.length > LONGEST_PROGRAM) {
      this.fault = this.made("long", "", String(source.length));
      return;
    }
    const wish = WISHES.exec(this.bare)?.[1];
    if (wish) {
      this.fault = this.made("absent", wish, "", this.whereIs(WISHES, wish));
      return;
    }
    const tools = this.tools();
    [this.turns, this.turnsInCall] = [0, 0];
    const given = new Set(this.vm.global.getOwnPropertyNames());
    try {
      this.vm.evalCode(source, FILE, EvalFlags.TYPE_GLOBAL | EvalFlags.STRICT).dispose();
      this.fault = this.keeps(tools, given) ?? this.takes(tools);
    } catch (error) {
      this.blame(error);
    }
  }

  /** The prelude's functions; the shared numbers are found in QuickJS's memory by marks that are written there. */
  private tools(): JSValueHandle {
    const { fields, slots, calls } = this.layout;
    const { vm } = this;
    const layout = vm.hostToHandle({
      fields,
      slots,
      ofCall: fields.indexOf("of_call_0"),
      flags: FLAGS,
      longest: LONGEST_LINE,
      calls: calls.map((members, i) => ({ name: EVENTS[i] ?? "", members })),
    });
    const host = vm.newObject();
    const write = vm.newFunction("write", (text) => {
      if (this.lines.length < LONGEST_LOG) {
        this.lines.push({ at_s: this.now_s ?? 0, text: text?.toString().slice(0, LONGEST_LINE) ?? "" });
      } else {
        this.more++;
      }
      return vm.undefined;
    });
    vm.setProp(host, "write", write);
    const make = vm.evalCode(prelude, "prelude.js");
    const tools = vm.callFunction(make, vm.undefined, layout, host);
    const numbers = tools.getProp("numbers");
    const marks = Float64Array.from(fields, (_, i) => Math.PI * 1e9 + Math.E * i);
    for (const [i, mark] of marks.entries()) vm.newNumber(mark).consume((value) => numbers.setProp(String(i), value));
    const words = new Float64Array(this.memory.buffer, 0, Math.floor(this.memory.buffer.byteLength / 8));
    const place = words.findIndex((word, i) => word === marks[0] && marks.every((mark, k) => words[i + k] === mark));
    if (place < 0) throw new Error("the numbers of a call are not in QuickJS's memory");
    this.at = place * 8;
    this.renew();
    this.shared.fill(0);
    for (const handle of [layout, host, write, make, numbers]) handle.dispose();
    return tools;
  }

  /** The value of an expression in the program's global scope; null if there is none. */
  private valueOf(expression: string): JSValueHandle | null {
    try {
      return this.vm.evalCode(expression, "look.js", EvalFlags.TYPE_GLOBAL | EvalFlags.STRICT);
    } catch (error) {
      if (error instanceof JSException) error.dispose();
      return null;
    }
  }

  /**
   * Variables outside of `state` are not part of a run's state, and would make it differ when it is taken up from a clone. So each
   * name of the program is tried: what may be set anew is refused, what a constant holds is frozen.
   */
  private keeps(tools: JSValueHandle, given: ReadonlySet<string>): Fault | null {
    const freeze = tools.getProp("deepFreeze");
    for (const name of new Set(this.bare.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu))) {
      const value = given.has(name) || name === "this" ? null : this.valueOf(name);
      if (!value) continue;
      const settable = !value.isFunction && this.valueOf(`${name} = ${name}`)?.consume(() => true) === true;
      const frozen = this.vm.callFunction(freeze, this.vm.undefined, value).consume((done) => done.toBoolean());
      value.dispose();
      if (settable || !frozen) {
        const declared = new RegExp(`\\b(?:let|var|const)\\b[^;]*?(?<![\\w$.])${escaped(name)}(?![\\w$])`);
        return this.made("kept", name, "", this.whereIs(declared, name));
      }
    }
    return null;
  }

  /** Takes the program's functions and its variables over. */
  private takes(tools: JSValueHandle): Fault | null {
    const { vm } = this;
    this.hooks = PLACES.map((place) => {
      const value = place === "program" ? null : this.valueOf(place);
      if (value?.isFunction) return value;
      value?.dispose();
      return null;
    });
    this.present = this.hooks.map((hook) => hook !== null);
    if (!this.present.some(Boolean)) return this.made("missing");
    const initial = this.valueOf("initial") ?? vm.newObject();
    const where = this.whereIs(/\binitial\b/);
    if (!initial.isObject || initial.isArray || initial.isFunction) return this.made("initial", "", "", where);
    this.state = initial.keys();
    if (this.state.length > this.layout.slots) return this.made("initial", "", String(this.state.length), where);
    for (const name of this.state) {
      const [good, found] = initial.getProp(name).consume((value) => {
        const number = value.isNumber && !Number.isNaN(value.toNumber());
        return [number || value.isBool, value.isNumber || value.isString ? value.toString() : value.typeof];
      });
      if (!good) return this.made("initial", name, found, this.whereIs(new RegExp(`${escaped(name)}["'\\]]*\\s*:`)));
    }
    const functions = vm.newArray();
    for (const [i, hook] of this.hooks.entries()) if (hook) functions.setProp(String(i), hook);
    const callers = vm.callFunction(tools.getProp("begin"), vm.undefined, functions, initial);
    this.callers = PLACES.map((_, code) =>
      code === 0 || this.hooks[code] ? callers.getProp(String(code)) : undefined,
    );
    return null;
  }

  /** A fault with what is known of the call under way. */
  private made(kind: FaultKind, name = "", message = "", where: Where = NOWHERE): Fault {
    return { kind, message, name, ...where, place: this.place, at_s: this.now_s, path: null };
  }

  /** The first place of a pattern in the program; of `name` within it. */
  private whereIs(pattern: RegExp, name?: string): Where {
    const found = pattern.exec(this.bare);
    if (!found) return NOWHERE;
    const before = this.bare.slice(0, found.index + (name ? found[0].lastIndexOf(name) : 0)).split("\n");
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  }

  /** Meaning of an error that QuickJS or the prelude threw. The first one counts. */
  private blame(error: unknown): void {
    const fault = this.explained(error);
    this.fault ??= fault;
  }

  private explained(error: unknown): Fault {
    if (!(error instanceof JSException)) {
      // The WebAssembly itself gave up: functions of QuickJS's own called one another too deeply.
      return this.made("stack", "", error instanceof Error ? error.message : String(error), this.hookAt());
    }
    const { name, message, stack } = read(error);
    const frame = FRAME.exec(stack);
    const [line, column] = [Number(frame?.[1]), Number(frame?.[2])];
    // The thrown value may be no error at all, and say anything of itself.
    const where = line >= 1 && line <= this.bare.split("\n").length ? { line, column } : this.hookAt();
    const [ours, kind, ...about] = name.split(" ");
    const known = PRELUDES.find((one) => ours === "own" && one === kind);
    if (known) return this.made(known, about.join(" "), message, where);
    if (name === "SyntaxError") return this.made("syntax", "", message, where);
    if (name === "InternalError" && message === "interrupted") {
      return this.turns > RUN_TURNS
        ? this.made("slow")
        : this.made("endless", "", "", FRAME_FIRST.test(stack) ? this.loopFrom(where) : where);
    }
    // A function of QuickJS's own that found no room ends without an error that says so.
    if (message === "[uninitialized]") return this.made("memory", "", "", where);
    if (name === "InternalError" && message === "out of memory") return this.made("memory", "", message, where);
    if (/^Maximum call stack|stack overflow/i.test(message)) return this.made("stack", "", message, where);
    const [before, after] = this.around(where);
    // `fetch(…)` is not defined; `globalThis.fetch(…)` is not a function.
    const missing = /^(\S+) is not defined$/.exec(message)?.[1] ?? (/^not a /.test(message) ? after : "");
    if (ABSENT.test(missing)) return this.made("absent", missing, message, where);
    // `list.push(1)`, `table.w = 1`; but `w = 1` of a constant `w` is what QuickJS says it is.
    const kept = before || after;
    const refused = message === "object is not extensible" ? "" : /^'(.+)' is read-only$/.exec(message)?.[1];
    if (kept && refused !== undefined && refused !== kept) return this.made("kept", kept, message, where);
    return this.made("throw", "", name && name !== "Error" ? `${name}: ${message}` : message, where);
  }

  /** The names at a place: the one whose member is meant (`list` at `list.push`), and the one that begins there. */
  private around({ line, column }: Where): [string, string] {
    const text = this.bare.split("\n")[(line ?? 0) - 1] ?? "";
    const at = (column ?? 1) - 1;
    return [/([\w$]+)\s*[.[]\s*$/.exec(text.slice(0, at))?.[1] ?? "", /^[\w$]+/.exec(text.slice(at))?.[0] ?? ""];
  }

  /** Where the function begins that was called: for what was thrown without a place (`throw "text"`). */
  private hookAt(): Where {
    const hook = this.hooks[PLACES.indexOf(this.place)];
    if (!hook) return NOWHERE;
    return { line: hook.getProp("lineNumber").consume((line) => line.toNumber()), column: null };
  }

  /**
   * The loop that never ended. QuickJS notes places of calls and assignments only; in a loop without any it names the last one before
   * the loop. So where the named place lies in no loop, or another loop follows it within its own, the one that follows is meant.
   */
  private loopFrom({ line, column }: Where): Where {
    const lines = this.bare.split("\n");
    const named = lines.slice(0, (line ?? 1) - 1).reduce((sum, text) => sum + text.length + 1, (column ?? 1) - 1);
    const loops = loopsOf(this.bare);
    const next = loops.find((loop) => loop.from >= named);
    const around = loops.findLast((loop) => loop.from <= named && named < loop.to);
    if (!next || (around && next.to > around.to)) return { line, column };
    const before = this.bare.slice(0, next.from).split("\n");
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  }
}

/** Where the loops of a program begin and end, in order; its comments and texts are blank. */
function loopsOf(bare: string): { from: number; to: number }[] {
  return [...bare.matchAll(/(?<![\w$.])(while|for|do)(?![\w$])/g)].map(({ index, 0: word }) => {
    const head = word === "do" ? index + word.length : closing(bare, index + word.length);
    const body = head + (/^\s*/.exec(bare.slice(head))?.[0].length ?? 0);
    const block = bare[body] === "{";
    const semicolon = bare.indexOf(";", body);
    const to = block ? closing(bare, body) : semicolon < 0 ? bare.length : semicolon + 1;
    return { from: index, to };
  });
}

/** Behind the bracket that closes the first one from `from` on. */
function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if ("([{".includes(text[at] as string)) depth++;
    else if (")]}".includes(text[at] as string) && --depth === 0) return at + 1;
  }
  return text.length;
}

/** A place in the program. */
type Where = Pick<Fault, "line" | "column">;
const NOWHERE: Where = { line: null, column: null };
/** The innermost of the program's own places in a stack. */
const FRAME = new RegExp(`\\b${FILE.replace(".", "\\.")}:(\\d+):(\\d+)`);

/** The program itself was at work, not a function of QuickJS's own or of the prelude's that it called. */
const FRAME_FIRST = new RegExp(`^\\s*at [^\n]*\\(?${FILE.replace(".", "\\.")}:`);

/** Parts that say something to people only: comments and texts. */
const TEXTS = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;
/** Parts of the language that wait for something outside. */
const WISHES = /(?<![\w$.])(import|export|async|await)(?![\w$]|\s*[=:])/;

/** The kinds of faults that the prelude throws. */
const PRELUDES = ["number", "name", "fixed", "absent"] as const;

/** An exception's words about itself: reading it may run the program's own code, which may throw again. */
function read(error: JSException): { name: string; message: string; stack: string } {
  const text = (of: () => unknown): string => {
    try {
      const said = String(of() ?? "").slice(0, LONGEST_LINE);
      // The thrown value is nothing, or does not let itself be read.
      return said === "<null>" ? "" : said;
    } catch {
      return "";
    }
  };
  const told = { name: text(() => error.name), message: text(() => error.message), stack: text(() => error.stack) };
  error.dispose();
  return told;
}

const escaped = (name: string): string => name.replace(/[$]/g, "\\$&");
