/**
 * The page's address: fields after `#`, read tolerantly (what is wrong is told, the rest still works) and written back.
 * Encodings are versioned by their first character, and every one ever used stays readable. Not here: the history
 * of the browser, nor whether a scenario is right (the engine says that).
 */
import { deflateSync, Inflate } from "fflate";
import { isSpoken, LANGUAGES } from "../words/languages.ts";
import type { ThemeChoice } from "./document.ts";
import { type Fork, readFork } from "./fork.ts";

/** What unpacks to more is refused, in bytes. */
export const LIMIT_BYTES = 1_000_000;

/** Panels of contract 5 that a `view=` may name. */
export const PANELS = [
  "path",
  "cwnd",
  "queue",
  "rtt",
  "gradient",
  "backoff",
  "goodput",
  "state",
  "delay",
  "delay_cdf",
  "phase",
  "log",
] as const;

/** Something in the address that could not be used: a key of the catalogue and its arguments. */
export interface Problem {
  code: string;
  args: Record<string, string | number>;
}

/** An address, read. `null` = the address does not say. */
export interface Address {
  /** JSON text of a scenario. */
  scenario: string | null;
  preset: string | null;
  /** What a second branch has of its own. */
  fork: Fork | null;
  view: string[] | null;
  controls: string[] | null;
  t: number | null;
  speed: number | null;
  autoplay: boolean | null;
  theme: ThemeChoice | null;
  projector: boolean;
  lang: string | null;
  /** The only parent that may drive the widget. */
  origin: string | null;
  problems: Problem[];
}

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
const VERSIONS: Record<string, (bytes: Uint8Array) => Uint8Array | "too_large" | null> = {
  "0": (bytes) => (bytes.length > LIMIT_BYTES ? "too_large" : bytes),
  "1": inflate,
};

/** The text of an `s=` field, or what is wrong with it. */
export function unpack(field: string): { text: string } | { problem: Problem } {
  const version = field[0] ?? "";
  const decode = Object.hasOwn(VERSIONS, version) ? VERSIONS[version] : undefined;
  if (!decode) return { problem: { code: "link.version", args: { found: version } } };
  const bytes = fromBase64Url(field.slice(1));
  const raw = bytes && decode(bytes);
  if (raw === "too_large") return { problem: { code: "link.too_large", args: {} } };
  try {
    if (raw) return { text: new TextDecoder("utf-8", { fatal: true }).decode(raw) };
  } catch {
    // Bytes that are no text are as damaged as bytes that do not unpack.
  }
  return { problem: { code: "link.damaged", args: {} } };
}

/** The `s=` field of a scenario: deflated where that is shorter. */
export function pack(scenario: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(scenario));
  const packed = deflateSync(bytes, { level: 9 });
  return packed.length < bytes.length ? `1${toBase64Url(packed)}` : `0${toBase64Url(bytes)}`;
}

/** A percent-encoded text; null if it is none. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const list = (value: string): string[] => [
  ...new Set(
    value
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== ""),
  ),
];

type Reader = (value: string, address: Address) => Problem | null;
const refused = (field: string, found: string, allowed: string): Problem => ({
  code: "link.value",
  args: { field, found: found.slice(0, 60), allowed },
});

function number(field: "t" | "speed", least: string, fits: (value: number) => boolean): Reader {
  return (value, address) => {
    const found = value.trim() === "" ? Number.NaN : Number(value);
    if (!Number.isFinite(found) || !fits(found)) return refused(field, value, least);
    address[field] = found;
    return null;
  };
}

/** One reader for each field of contract 5 that exists. */
const FIELDS: Record<string, Reader> = {
  s: (value, address) => {
    const result = unpack(value);
    if ("problem" in result) return result.problem;
    address.scenario = result.text;
    return null;
  },
  fork: (value, address) => {
    const result = unpack(value);
    address.fork = "text" in result ? readFork(result.text) : null;
    return address.fork ? null : { code: "link.fork", args: {} };
  },
  preset: (value, address) => {
    address.preset = value;
    return null;
  },
  view: (value, address) => {
    const wanted = list(value);
    const known = wanted.filter((panel) => (PANELS as readonly string[]).includes(panel));
    if (known.length > 0) address.view = known;
    const unknown = wanted.find((panel) => !known.includes(panel));
    return unknown === undefined && known.length > 0 ? null : refused("view", unknown ?? value, PANELS.join(", "));
  },
  controls: (value, address) => {
    const wanted = list(value);
    address.controls = wanted.includes("none") ? [] : wanted;
    return null;
  },
  t: number("t", "0 <= t", (value) => value >= 0),
  speed: number("speed", "0.001 <= speed <= 1000", (value) => value >= 0.001 && value <= 1000),
  autoplay: (value, address) => {
    if (value !== "0" && value !== "1") return refused("autoplay", value, "0, 1");
    address.autoplay = value === "1";
    return null;
  },
  theme: (value, address) => {
    if (value !== "auto" && value !== "light" && value !== "dark") return refused("theme", value, "auto, light, dark");
    address.theme = value;
    return null;
  },
  profile: (value, address) => {
    if (value !== "projector") return refused("profile", value, "projector");
    address.projector = true;
    return null;
  },
  lang: (value, address) => {
    if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(value) || !isSpoken(value))
      return refused("lang", value, Object.keys(LANGUAGES).join(", "));
    address.lang = value;
    return null;
  },
  origin: (value, address) => {
    address.origin = value;
    return null;
  },
};

/** Reads what stands after `#`. */
export function readAddress(hash: string): Address {
  const address: Address = {
    scenario: null,
    preset: null,
    fork: null,
    view: null,
    controls: null,
    t: null,
    speed: null,
    autoplay: null,
    theme: null,
    projector: false,
    lang: null,
    origin: null,
    problems: [],
  };
  const seen = new Set<string>();
  for (const part of hash.replace(/^#/, "").split("&")) {
    if (part === "") continue;
    const cut = part.indexOf("=");
    const name = decoded(cut < 0 ? part : part.slice(0, cut)) ?? part;
    const value = decoded(cut < 0 ? "" : part.slice(cut + 1));
    const reader = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    let problem: Problem | null = null;
    if (!reader) problem = { code: "link.unknown", args: { field: name.slice(0, 60) } };
    else if (seen.has(name)) problem = { code: "link.twice", args: { field: name } };
    else if (value === null) problem = refused(name, part.slice(cut + 1), "%20");
    else problem = reader(value, address);
    seen.add(name);
    if (problem) address.problems.push(problem);
  }
  return address;
}

/** The language that an address asks for, after `#` or, as hosts and courses often write it, in the query; null if none. */
export function askedOf(place: Pick<Location, "hash" | "search">): string | null {
  const query = new URLSearchParams(place.search).get("lang");
  return (
    readAddress(place.hash).lang ?? (query === null ? null : readAddress(`lang=${encodeURIComponent(query)}`).lang)
  );
}

/** What an address is written from; what is left out stays at its default. */
export interface Written {
  scenario?: unknown;
  preset?: string | null;
  fork?: Fork | null;
  view?: string[] | null;
  controls?: string[] | null;
  t?: number | null;
  speed?: number | null;
  autoplay?: boolean | null;
  theme?: ThemeChoice | null;
  projector?: boolean;
  lang?: string | null;
}

/** Writes what stands after `#`, without it. */
export function writeAddress(state: Written): string {
  const fields: [string, string][] = [];
  if (state.preset) fields.push(["preset", state.preset]);
  else if (state.scenario !== undefined) fields.push(["s", pack(state.scenario)]);
  if (state.fork) fields.push(["fork", pack({ at_s: state.fork.at_s, interventions: state.fork.interventions })]);
  if (state.view) fields.push(["view", state.view.join(",")]);
  if (state.controls) fields.push(["controls", state.controls.length > 0 ? state.controls.join(",") : "none"]);
  if (state.t !== undefined && state.t !== null && state.t > 0)
    fields.push(["t", String(Math.round(state.t * 1e6) / 1e6)]);
  if (state.speed !== undefined && state.speed !== null && state.speed !== 1)
    fields.push(["speed", String(Number(state.speed.toPrecision(4)))]);
  if (state.autoplay !== undefined && state.autoplay !== null) fields.push(["autoplay", state.autoplay ? "1" : "0"]);
  if (state.theme && state.theme !== "auto") fields.push(["theme", state.theme]);
  if (state.projector) fields.push(["profile", "projector"]);
  if (state.lang) fields.push(["lang", state.lang]);
  return fields.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`).join("&");
}
