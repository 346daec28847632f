/**
 * The page's address, packed and written: what fields.ts reads. Encodings are versioned by their first character, and every one
 * ever used stays readable. Not here: the fields themselves, the history of the browser, nor whether a scenario is right (the
 * engine says that).
 */
import { deflateSync, Inflate } from "fflate";
import type { ThemeChoice } from "../design/theme.ts";
import { MOST_IN_ADDRESS } from "../generated/rules.ts";
import { num } from "../i18n/catalogue.ts";
import type { Fork } from "../session/document.ts";
import { tooLong } from "../session/link-rate.ts";
import { type Address, readFields, type Unpacked } from "./fields.ts";

/** Limit of an unpacked document, bytes. */
export const LIMIT_BYTES = 1_000_000;

const BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Base64url without padding (RFC 4648, section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(i, i + 3);
    const word = (a << 16) | (b << 8) | c;
    const count = Math.min(3, bytes.length - i) + 1;
    for (let k = 0; k < count; k++) text += BASE64URL[(word >> (18 - 6 * k)) & 63];
  }
  return text;
}

/** Bytes of a base64url text; null if it is none. */
export function fromBase64Url(text: string): Uint8Array | null {
  const clean = text.replace(/=+$/, "");
  if (clean.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((clean.length * 3) / 4));
  let word = 0;
  let bits = 0;
  let at = 0;
  for (const letter of clean) {
    const value = BASE64URL.indexOf(letter);
    if (value < 0) return null;
    word = ((word << 6) | value) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (word >> bits) & 255;
    }
  }
  return bytes;
}

/** Inflates piece by piece and stops as soon as the limit is passed, so that a bomb costs one piece. */
function inflate(packed: Uint8Array): Uint8Array | "too_large" | null {
  const pieces: Uint8Array[] = [];
  let total = 0;
  let done = false;
  const stream = new Inflate((piece, final) => {
    pieces.push(piece);
    total += piece.length;
    done ||= final;
  });
  try {
    for (let at = 0; at < packed.length && total <= LIMIT_BYTES && !done; at += 1024) {
      stream.push(packed.subarray(at, at + 1024), at + 1024 >= packed.length);
    }
  } catch {
    return total > LIMIT_BYTES ? "too_large" : null;
  }
  if (total > LIMIT_BYTES) return "too_large";
  if (!done) return null;
  const whole = new Uint8Array(total);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** How each version's bytes become text bytes. A version that was ever written stays here. */
type Decode = (bytes: Uint8Array) => Uint8Array | "too_large" | null;
const VERSIONS: ReadonlyMap<string, Decode> = new Map(
  Object.entries<Decode>({
    "0": (bytes) => (bytes.length > LIMIT_BYTES ? "too_large" : bytes),
    "1": inflate,
  }),
);

/** A text, unless its trace has more entries than an address carries. */
function bounded(text: string): Unpacked {
  let long: ReturnType<typeof tooLong> = null;
  try {
    long = text.includes("rate_trace_ms") ? tooLong(JSON.parse(text)) : null;
  } catch {
    // A text that is no JSON is refused in the engine's words.
  }
  if (!long) return { text };
  return { problem: { code: "link.trace", args: { n: num(long.times_ms.length), most: num(MOST_IN_ADDRESS) } } };
}

/** The text of an `s=` field, or what is wrong with it. */
export function unpack(field: string): Unpacked {
  const version = field[0] ?? "";
  const decode = VERSIONS.get(version);
  if (!decode) return { problem: { code: "link.version", args: { found: version } } };
  const bytes = fromBase64Url(field.slice(1));
  const raw = bytes && decode(bytes);
  if (raw === "too_large") return { problem: { code: "link.too_large", args: {} } };
  try {
    if (raw) return bounded(new TextDecoder("utf-8", { fatal: true }).decode(raw));
  } catch {
    // Bytes that are no text are as damaged as bytes that do not unpack.
  }
  return { problem: { code: "link.damaged", args: {} } };
}

/** The `s=` field of a scenario: deflated where that is shorter. */
export const pack = (scenario: unknown): string => packBytes(new TextEncoder().encode(JSON.stringify(scenario)));

/** Fields of scenarios that were packed: an address is written again and again as its run plays. */
const packs = new WeakMap<object, string | null>();

/** The same, made once; null of a scenario that is larger than what an address may unpack to. */
export function packOnce(scenario: object): string | null {
  const known = packs.get(scenario);
  if (known !== undefined) return known;
  const bytes = new TextEncoder().encode(JSON.stringify(scenario));
  const made = bytes.length > LIMIT_BYTES ? null : packBytes(bytes);
  packs.set(scenario, made);
  return made;
}

function packBytes(bytes: Uint8Array): string {
  const packed = deflateSync(bytes, { level: 9 });
  return packed.length < bytes.length ? `1${toBase64Url(packed)}` : `0${toBase64Url(bytes)}`;
}

/** A fork as the address has it: what branch B has of its own. */
export const packFork = ({ at_s, interventions }: Fork): string => pack({ at_s, interventions });

/** Reads what is after `#`. */
export function readAddress(hash: string): Address {
  return readFields(hash, unpack);
}

/** Parts from which an address is written; one that is left out stays at its default. */
export interface Written {
  scenario?: object;
  preset?: string | null;
  fork?: Fork | null;
  view?: string[] | null;
  controls?: string[] | null;
  t?: number | null;
  speed?: number | null;
  autoplay?: boolean | null;
  theme?: ThemeChoice | null;
  projector?: boolean;
  show?: "few" | "all" | null;
  rounds?: boolean;
  lang?: string | null;
}

/** Writes what is after `#`, without it. */
export function writeAddress(state: Written): string {
  const fields: [string, string][] = [];
  const packed = state.scenario && !state.preset ? packOnce(state.scenario) : null;
  if (state.preset) fields.push(["preset", state.preset]);
  else if (packed !== null) fields.push(["s", packed]);
  if (state.fork) fields.push(["fork", packFork(state.fork)]);
  if (state.view) fields.push(["view", state.view.join(",")]);
  if (state.controls) fields.push(["controls", state.controls.length > 0 ? state.controls.join(",") : "none"]);
  if (state.t !== undefined && state.t !== null && state.t > 0)
    fields.push(["t", String(Math.round(state.t * 1e6) / 1e6)]);
  if (state.speed !== undefined && state.speed !== null && state.speed !== 1)
    fields.push(["speed", String(Number(state.speed.toPrecision(4)))]);
  if (state.autoplay !== undefined && state.autoplay !== null) fields.push(["autoplay", state.autoplay ? "1" : "0"]);
  if (state.theme && state.theme !== "auto") fields.push(["theme", state.theme]);
  if (state.projector) fields.push(["profile", "projector"]);
  if (state.show) fields.push(["show", state.show]);
  if (state.rounds) fields.push(["axis", "rtt"]);
  if (state.lang) fields.push(["lang", state.lang]);
  return fields.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`).join("&");
}
