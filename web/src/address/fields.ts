/**
 * The fields of the page's address, after `#`, read tolerantly: what is wrong is reported, the rest still works. Every reader of the
 * laboratory waits for this file. Not here: how a run is packed into a field, and how an address is written (link.ts).
 */
import { CHARTS } from "../charts/registry.ts";
import type { ThemeChoice } from "../design/theme.ts";
import { MOST_PROBLEMS } from "../i18n/errors.ts";
import { isSpoken, LANGUAGES } from "../i18n/languages.ts";
import type { Fork } from "../session/document.ts";
import { readFork } from "../session/fork.ts";

/** Panels that a `view=` may name (contract 5): the path, and every chart. */
export const PANELS: readonly string[] = ["path", ...CHARTS.map(({ id }) => id)];

/** Something in the address that could not be used: a key of the catalogue and its arguments. */
export interface Problem {
  code: string;
  args: Record<string, string | number>;
}

/** Stands for an `origin=` that is none: no window is obeyed then, and none gets messages. */
export const NOBODY = "";

/** An address, read. `null` = the address does not say. */
export interface Address {
  /** JSON text of a scenario. */
  scenario: string | null;
  preset: string | null;
  /** A second branch's own part. */
  fork: Fork | null;
  /** JSON text of a setting that is varied, which the laboratory offers. */
  vary: string | null;
  view: string[] | null;
  controls: string[] | null;
  t: number | null;
  speed: number | null;
  autoplay: boolean | null;
  theme: ThemeChoice | null;
  projector: boolean;
  /** How much of the laboratory is shown. */
  show: "few" | "all" | null;
  /** Time is read in round trips. */
  rounds: boolean;
  lang: string | null;
  /** The only parent's origin that may drive the widget; `NOBODY`. */
  origin: string | null;
  problems: Problem[];
}

/** The text of a packed field, or what is wrong with it. */
export type Unpacked = { text: string } | { problem: Problem };
export type Unpack = (field: string) => Unpacked;

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

/** More controls than this no page has room for. */
const MOST_CONTROLS = 40;

type Reader = (value: string, address: Address, unpack: Unpack) => Problem | null;
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
const FIELDS: ReadonlyMap<string, Reader> = new Map(
  Object.entries<Reader>({
    s: (value, address, unpack) => {
      const result = unpack(value);
      if ("problem" in result) return result.problem;
      address.scenario = result.text;
      return null;
    },
    fork: (value, address, unpack) => {
      const result = unpack(value);
      address.fork = "text" in result ? readFork(result.text) : null;
      return address.fork ? null : { code: "link.fork", args: {} };
    },
    vary: (value, address, unpack) => {
      const result = unpack(value);
      if ("problem" in result) return result.problem;
      address.vary = result.text;
      return null;
    },
    preset: (value, address) => {
      address.preset = value;
      return null;
    },
    view: (value, address) => {
      const wanted = list(value);
      const known = wanted.filter((panel) => PANELS.includes(panel));
      if (known.length > 0) address.view = known;
      const unknown = wanted.find((panel) => !known.includes(panel));
      return unknown === undefined && known.length > 0 ? null : refused("view", unknown ?? value, PANELS.join(", "));
    },
    controls: (value, address) => {
      const wanted = list(value);
      address.controls = wanted.includes("none") ? [] : wanted.slice(0, MOST_CONTROLS);
      return wanted.length > MOST_CONTROLS ? refused("controls", `${wanted.length}`, `<= ${MOST_CONTROLS}`) : null;
    },
    t: number("t", "0 <= t", (value) => value >= 0),
    speed: number("speed", "0.001 <= speed <= 1000", (value) => value >= 0.001 && value <= 1000),
    autoplay: (value, address) => {
      if (value !== "0" && value !== "1") return refused("autoplay", value, "0, 1");
      address.autoplay = value === "1";
      return null;
    },
    theme: (value, address) => {
      if (value !== "auto" && value !== "light" && value !== "dark")
        return refused("theme", value, "auto, light, dark");
      address.theme = value;
      return null;
    },
    profile: (value, address) => {
      if (value !== "projector") return refused("profile", value, "projector");
      address.projector = true;
      return null;
    },
    show: (value, address) => {
      if (value !== "few" && value !== "all") return refused("show", value, "few, all");
      address.show = value;
      return null;
    },
    axis: (value, address) => {
      if (value !== "s" && value !== "rtt") return refused("axis", value, "s, rtt");
      address.rounds = value === "rtt";
      return null;
    },
    lang: (value, address) => {
      if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(value) || !isSpoken(value))
        return refused("lang", value, [...LANGUAGES.keys()].join(", "));
      address.lang = value;
      return null;
    },
    origin: (value, address) => {
      const whole = URL.canParse(value) ? new URL(value).origin : "null";
      address.origin = whole !== "null" && whole === value ? value : NOBODY;
      return address.origin === NOBODY ? refused("origin", value, whole === "null" ? "https://…" : whole) : null;
    },
  }),
);

/** Whether an address has a field that only what unpacks can read (link.ts). */
export function isPacked(hash: string): boolean {
  return /(^|[#&])(s|fork|vary)=/.test(hash);
}

/** Reads what is after `#`; packed fields by `unpack`. */
export function readFields(hash: string, unpack: Unpack): Address {
  const address: Address = {
    scenario: null,
    preset: null,
    fork: null,
    vary: null,
    view: null,
    controls: null,
    t: null,
    speed: null,
    autoplay: null,
    theme: null,
    projector: false,
    show: null,
    rounds: false,
    lang: null,
    origin: null,
    problems: [],
  };
  const seen = new Set<string>();
  let more = 0;
  for (const part of hash.replace(/^#/, "").split("&")) {
    if (part === "") continue;
    const cut = part.indexOf("=");
    const name = decoded(cut < 0 ? part : part.slice(0, cut)) ?? part;
    const value = decoded(cut < 0 ? "" : part.slice(cut + 1));
    const reader = FIELDS.get(name);
    let problem: Problem | null = null;
    if (!reader) problem = { code: "link.unknown", args: { field: name.slice(0, 60) } };
    else if (seen.has(name)) problem = { code: "link.twice", args: { field: name } };
    else if (value === null) problem = refused(name, part.slice(cut + 1), "%20");
    else problem = reader(value, address, unpack);
    seen.add(name);
    if (problem && address.problems.length < MOST_PROBLEMS) address.problems.push(problem);
    else if (problem) more++;
  }
  if (more > 0) address.problems.push({ code: "error.more", args: { count: more } });
  return address;
}

/** The language that is after `#`; null if none. */
export function languageIn(hash: string): string | null {
  const fields = hash.replace(/^#/, "").split("&");
  const own = fields.filter((field) => field.startsWith("lang=")).join("&");
  return readFields(own, () => ({ text: "" })).lang;
}

/** The language that an address asks for, after `#` or, as hosts and courses often write it, in the query; null if none. */
export function askedOf(place: Pick<Location, "hash" | "search">): string | null {
  const query = new URLSearchParams(place.search).get("lang");
  return languageIn(place.hash) ?? (query === null ? null : languageIn(`lang=${encodeURIComponent(query)}`));
}
