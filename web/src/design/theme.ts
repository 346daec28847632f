/**
 * Reads the tokens into plain colours for everything that is drawn by script, once per change of theme, and says when
 * they change. Not here: the tokens themselves (tokens.css) nor the choice of a theme (the page sets `data-theme` and
 * `data-profile` on the root element).
 */

/** A reader's choice of theme; `auto` follows the system. */
export type ThemeChoice = "auto" | "light" | "dark";

/** Colours and type as canvas and SVG take them; `rgb(...)` or the token's own text. Roles are those of tokens.css. */
export interface Theme {
  page: string;
  plate: string;
  sidebar: string;
  wash: string;
  ink: string;
  ink2: string;
  ink3: string;
  ctl: string;
  line: string;
  line2: string;
  focus: string;
  wrong: string;
  ok: string;
  state: string;
  /** By flow index; from the ninth flow on they repeat. */
  flows: string[];
  drop: string;
  random: string;
  backoff: string;
  recovery: string;
  timeout: string;
  ecn: string;
  dark: boolean;
  /** The reader's own colours are forced: fills become hatches. */
  forced: boolean;
  sans: string;
}

/** The tokens that hold a colour, by their place in `Theme`. */
const COLOURS = {
  page: "--page",
  plate: "--plate",
  sidebar: "--sidebar",
  wash: "--wash",
  ink: "--ink",
  ink2: "--ink-2",
  ink3: "--ink-3",
  ctl: "--ctl",
  line: "--line",
  line2: "--line-2",
  focus: "--focus",
  wrong: "--wrong",
  ok: "--ok",
  state: "--state",
  drop: "--drop",
  random: "--random",
  backoff: "--backoff",
  recovery: "--recovery",
  timeout: "--timeout",
  ecn: "--ecn",
} as const;

/** How many flows have colours of their own. */
const FLOW_COLOURS = 8;

/** Media queries on which the tokens depend. */
const QUERIES = [
  "(prefers-color-scheme: dark)",
  "(forced-colors: active)",
  "(prefers-reduced-motion: reduce)",
  "(pointer: coarse)",
  "(min-width: 1600px)",
  "(max-width: 599px), (max-height: 479px)",
];

/** Every colour and the type, as `read` finds a token. */
function tokensBy(read: (token: string) => string): Omit<Theme, "dark" | "forced" | "sans"> {
  const colours = {} as Record<keyof typeof COLOURS, string>;
  for (const [role, token] of Object.entries(COLOURS)) colours[role as keyof typeof COLOURS] = read(token);
  return { ...colours, flows: Array.from({ length: FLOW_COLOURS }, (_, i) => read(`--flow-${i + 1}`)) };
}

/** The theme as it is. System colours are resolved by a probe, since not every canvas knows their names. */
export function readTheme(): Theme {
  const probe = document.createElement("span");
  probe.hidden = true;
  probe.style.setProperty("forced-color-adjust", "none");
  document.documentElement.append(probe);
  const style = getComputedStyle(probe);
  const colours = tokensBy((token) => {
    probe.style.color = `var(${token})`;
    return style.color;
  });
  const sans = style.getPropertyValue("--sans").trim() || "sans-serif";
  probe.remove();
  return {
    ...colours,
    sans,
    dark: luminance(colours.page) < luminance(colours.ink),
    forced: matchMedia("(forced-colors: active)").matches,
  };
}

/** The light theme out of the text of tokens.css, where there is no page to ask: its first rule has both. */
export function lightTheme(css: string): Theme {
  const rule = /:root \{([^}]*)\}/.exec(css)?.[1] ?? "";
  const found = new Map([...rule.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, token, value]) => [token, value]));
  const read = (token: string): string => (found.get(token) ?? "").replace(/^light-dark\((.*), .*\)$/, "$1");
  return { ...tokensBy(read), sans: read("--sans"), dark: false, forced: false };
}

/** The light theme as paper wants it, whatever the page shows. */
export function paperTheme(): Theme {
  const { dataset } = document.documentElement;
  const { theme, profile } = dataset;
  dataset.theme = "light";
  delete dataset.profile;
  const read = readTheme();
  if (theme === undefined) delete dataset.theme;
  else dataset.theme = theme;
  if (profile !== undefined) dataset.profile = profile;
  return read;
}

/** Scale of strokes, marks and type in pictures: 2 in the projector profile, else 1. */
export function readUnit(): number {
  return Number(getComputedStyle(document.documentElement).getPropertyValue("--unit")) || 1;
}

/** Whether the reader asked for less motion. */
export function reducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Calls back with the theme now, and after each change of system, theme or profile. Returns what ends it. */
export function watchTheme(changed: (theme: Theme) => void): () => void {
  const tell = (): void => changed(readTheme());
  const queries = QUERIES.map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener("change", tell);
  const observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme", "data-profile"] });
  tell();
  return () => {
    for (const query of queries) query.removeEventListener("change", tell);
    observer.disconnect();
  };
}

/** Rough brightness of a computed colour, 0 to 255: enough to distinguish a dark ground from a light one. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Themes to choose from. */
export const THEMES = ["auto", "light", "dark"] as const;

/** Sets the page's theme; `auto` leaves it to the system. */
export function applyTheme(theme: ThemeChoice): void {
  if (theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
