/**
 * The widget's messages (contract 5): the envelope, one answer to each, limits of rate and size, in order. Knows nothing
 * of windows: what is sent out and what the widget can do are given. Not here: what an act does (main.ts).
 */
import type { SchemaError, StepUnit } from "../engine/protocol.ts";
import { STEP_UNITS } from "../generated/rules.ts";
import { translate } from "../i18n/catalogue.ts";
import "../i18n/embed.ts";
import { errorLines, errorText } from "../i18n/errors.ts";
import { wrongName, wrongValue } from "../session/problems.ts";
import { isObject, type Scalar } from "../session/scenario.ts";

/** Maximum number of messages in a second; more have no effect. */
const MOST_A_SECOND = 50;
/** Maximum length of a message in characters of JSON; a longer one has no effect. */
const LARGEST = 1_000_000;

/** An answer's own fields; `error` for what was refused. */
export type Outcome = { ok: true; [field: string]: unknown } | { ok: false; error: Failure };

export interface Failure {
  code: string;
  message: string;
  errors: (SchemaError & { message: string })[];
}

/** Calls that a message may make on the widget. */
export interface Widget {
  load(what: { scenario: unknown } | { preset: string }): Promise<Outcome>;
  play(on: boolean): Promise<Outcome>;
  step(unit: StepUnit): Promise<Outcome>;
  seek(t_s: number): Promise<Outcome>;
  set(path: string, value: Scalar): Promise<Outcome>;
  state(): Outcome;
}

/** A refusal in words; with the engine's errors where there are any. */
export function failure(code: string, args: Record<string, string> = {}, errors: readonly SchemaError[] = []): Outcome {
  const worded = errors.map((error) => ({ ...error, message: errorText(error) }));
  const message = worded.length > 0 ? errorLines(errors, 0).join(" ") : translate(`embed.error.${code}`, args);
  return { ok: false, error: { code, message, errors: worded } };
}

const TYPES: readonly string[] = ["load", "play", "pause", "step", "seek", "set", "state"];
const UNITS: readonly string[] = STEP_UNITS;
/** A field that is missing or of the wrong kind. */
const badValue = (field: string, value: unknown, allowed: string): Outcome =>
  failure("bad_value", { field }, [wrongValue(field, value, allowed, "none")]);
const isScalar = (value: unknown): value is Scalar =>
  value === null || ["number", "string", "boolean"].includes(typeof value);

/** Values that JSON has: no BigInt, map, date or buffer, which `postMessage` also sends. */
function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value !== "bigint";
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

/**
 * Whether a message is not plain data, or would be longer than `LARGEST` as JSON. It counts while it walks and stops there: parts that are in many
 * places are sent once, so that a message of a few bytes may be endless when it is written out.
 */
function isUnfit(data: unknown): boolean {
  const waiting: unknown[] = [data];
  let size = 0;
  while (waiting.length > 0) {
    const value = waiting.pop();
    // Length in JSON: a comma, and the value's own signs.
    size += typeof value === "string" ? value.length + 3 : typeof value === "number" ? `${value}`.length + 1 : 3;
    if (!isPlain(value)) return true;
    if (Array.isArray(value)) {
      if (value.length > LARGEST) return true;
      for (const part of value) waiting.push(part);
    } else if (isObject(value))
      for (const key in value) {
        size += key.length + 3;
        waiting.push(value[key]);
      }
    if (size + waiting.length > LARGEST) return true;
  }
  return false;
}

export class Messages {
  private chain: Promise<void> = Promise.resolve();
  private times: number[] = [];

  constructor(
    private readonly widget: Widget,
    private readonly post: (message: Record<string, unknown>) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Begins to answer when `ready` is: until then messages wait. */
  after(ready: Promise<unknown>): void {
    this.chain = ready.then(
      () => undefined,
      () => undefined,
    );
  }

  /** Takes what came by `postMessage`. Anything without the envelope is ignored. */
  receive(data: unknown): void {
    if (!isObject(data) || data.sawtooth !== 1 || typeof data.type !== "string") return;
    const id = typeof data.id === "string" || typeof data.id === "number" ? data.id : null;
    const now = this.now();
    // Only those that have an effect are counted: whoever floods is held to the limit, not silenced, and costs little.
    this.times = this.times.filter((time) => time > now - 1000);
    const tooMany = this.times.length >= MOST_A_SECOND;
    if (!tooMany) this.times.push(now);
    if (tooMany || isUnfit(data)) {
      this.reply(id, failure(tooMany ? "too_many" : "too_large"));
      return;
    }
    this.chain = this.chain.then(async () => {
      let outcome: Outcome;
      try {
        outcome = await this.act(data.type as string, data);
      } catch (error) {
        outcome = failure("failed", { message: error instanceof Error ? error.message : String(error) });
      }
      this.reply(id, outcome);
    });
  }

  private reply(id: string | number | null, outcome: Outcome): void {
    this.post({ sawtooth: 1, type: "reply", id, ...outcome });
  }

  private async act(type: string, data: Record<string, unknown>): Promise<Outcome> {
    const { widget } = this;
    switch (type) {
      case "load":
        if (typeof data.preset === "string") return widget.load({ preset: data.preset });
        if (data.scenario === undefined)
          return failure("missing", { field: "scenario" }, [
            { code: "missing_field", place: "scenario", found: "", allowed: "scenario|preset", nearest: "" },
          ]);
        return widget.load({ scenario: data.scenario });
      case "play":
        return widget.play(true);
      case "pause":
        return widget.play(false);
      case "step": {
        const unit = data.unit ?? "event";
        return typeof unit === "string" && UNITS.includes(unit)
          ? widget.step(unit as StepUnit)
          : failure("bad_value", { field: "unit" }, [wrongName("unit", unit, UNITS)]);
      }
      case "seek":
        return typeof data.t === "number" && Number.isFinite(data.t)
          ? widget.seek(data.t)
          : badValue("t", data.t, "a finite number of seconds");
      case "set":
        if (typeof data.path !== "string") return badValue("path", data.path, "a text");
        return isScalar(data.value)
          ? widget.set(data.path, data.value)
          : badValue("value", data.value, "a number, a text, true, false or null");
      case "state":
        return widget.state();
      default:
        return failure("unknown_type", { found: type.slice(0, 60) }, [wrongName("type", type, TYPES)]);
    }
  }
}
