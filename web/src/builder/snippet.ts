/**
 * Results of the builder's options: the widget's address, and the texts to paste into a page, a Markdown file or a course
 * system. Pure. Not here: the form (main.ts), nor how an address is read (address/link.ts).
 */

import { pack, packFork, packOnce } from "../address/link.ts";
import type { Fork } from "../session/document.ts";

/** Chosen options. `null` = not said: the widget decides. */
export interface Choices {
  /** A preset's id, or a scenario of the reader's own. */
  run: { preset: string } | { scenario: object };
  title: string;
  view: readonly string[];
  /** Short names or paths; none: the run's own nudge, if it has one. `[]` = no control at all. */
  controls: readonly string[] | null;
  width: string;
  height: number;
  theme: "auto" | "light" | "dark";
  autoplay: boolean;
  t: number | null;
  speed: number | null;
  lang: string | null;
  origin: string | null;
  /** The second branch of a split run. */
  fork: Fork | null;
  /** Large type and strong lines, for a projector. */
  projector: boolean;
}

/** The fields after `#`, in the contract's order (section 5). */
export function fields(choices: Choices): string {
  const { run } = choices;
  const parts: [string, string | null][] = [
    ["preset", "preset" in run ? run.preset : null],
    ["s", "scenario" in run ? (packOnce(run.scenario) ?? pack(run.scenario)) : null],
    ["fork", choices.fork && packFork(choices.fork)],
    ["view", choices.view.join(",")],
    ["controls", choices.controls === null ? null : choices.controls.join(",") || "none"],
    ["autoplay", choices.autoplay ? "1" : "0"],
    ["t", choices.t === null ? null : String(choices.t)],
    ["speed", choices.speed === null ? null : String(choices.speed)],
    ["theme", choices.theme === "auto" ? null : choices.theme],
    ["profile", choices.projector ? "projector" : null],
    ["lang", choices.lang],
    ["origin", choices.origin],
  ];
  const said = parts.filter((part): part is [string, string] => part[1] !== null && part[1] !== "");
  // Commas and colons need no code in a fragment, and stay readable.
  const plain = (value: string): string => encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%3A", ":");
  return said.map(([name, value]) => `${name}=${plain(value)}`).join("&");
}

/** The address of a page of the site beside this one, with the fields. */
export function addressOf(choices: Choices, site: string, page: "embed.html" | "index.html"): string {
  const named = page === "index.html" ? site : `${site}${page}`;
  return `${named}#${fields(choices)}`;
}

/** Text within an attribute of HTML. */
function attribute(text: string): string {
  const codes: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };
  return text.replace(/[&"<>]/g, (letter) => codes[letter] ?? letter);
}

/** A frame for a page: it may run its own script and nothing else. */
export function frameSnippet(choices: Choices, site: string): string {
  const lines = [
    `<iframe src="${attribute(addressOf(choices, site, "embed.html"))}"`,
    `  title="${attribute(choices.title)}" width="${attribute(choices.width)}" height="${choices.height}"`,
    '  sandbox="allow-scripts" loading="lazy" style="border: 0; max-width: 100%"></iframe>',
  ];
  return lines.join("\n");
}

/** The tag of our own, which grows with its content. */
export function elementSnippet(choices: Choices, site: string): string {
  return [
    // No module: a browser fetches one from another host only if that host allows it by a header.
    `<script src="${attribute(`${site}element/sawtooth-widget.classic.js`)}" defer></script>`,
    `<sawtooth-widget address="${attribute(fields(choices))}"`,
    `  title="${attribute(choices.title)}" height="${choices.height}"></sawtooth-widget>`,
  ].join("\n");
}

/** A link, for Markdown that lets no frame through. */
export function markdownSnippet(choices: Choices, site: string): string {
  const title = choices.title.replace(/[[\]\\]/g, (letter) => `\\${letter}`);
  const address = addressOf(choices, site, "index.html").replaceAll("(", "%28").replaceAll(")", "%29");
  return `[${title}](${address})`;
}

/** Of a share of the page's width, which oEmbed cannot say: as many pixels, no more than there is room for. */
const OEMBED_WIDTH = "640";

/** An answer in the form of oEmbed 1.0, type rich: to be kept beside a page that names it. Its frame has the width it says. */
export function oembedSnippet(choices: Choices, site: string): string {
  const width = /^\d+$/.test(choices.width) ? choices.width : OEMBED_WIDTH;
  const answer = {
    version: "1.0",
    type: "rich",
    provider_name: "Sawtooth",
    provider_url: site,
    title: choices.title,
    width: Number(width),
    height: choices.height,
    html: frameSnippet({ ...choices, width }, site),
  };
  return JSON.stringify(answer, null, 2);
}
