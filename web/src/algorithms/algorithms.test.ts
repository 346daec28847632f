/** Every entry of the engine's tables has a page: MathML, a drawing of its states, and a run that the engine takes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mathOf } from "../../../scripts/algorithms-data.ts";
import type { Generated } from "../../../scripts/long-texts.ts";
import { drawnStates } from "../../../scripts/state-drawing.ts";
import { readAddress } from "../address/link.ts";
import { ALGORITHMS, DISCIPLINES, MODELS } from "../generated/settings.ts";
import { ran } from "../lessons/testing/engine.ts";
import { fieldsOf } from "./miniature.ts";
import type { Page } from "./types.ts";

const file = join(import.meta.dirname, "../generated/pages.json");
const pages = JSON.parse(readFileSync(file, "utf8")) as Generated[];

test("each kind has a page, and an address of its own", () => {
  const kinds = [ALGORITHMS, DISCIPLINES, MODELS].flatMap((list) => list.map(({ kind }) => kind));
  expect(pages.map(({ kind }) => kind)).toEqual(kinds);
  expect(new Set(kinds).size).toBe(kinds.length);
});

describe.each(pages)("$kind", (page) => {
  const { text } = page;

  test("its equations are MathML that the policy lets through", () => {
    for (const { tex } of text.equations) {
      const math = mathOf(tex, true);
      expect(math, tex).toMatch(/^<math[^>]*><m/);
      expect(math, tex).not.toMatch(/ style=|<merror|<html|tml-tageqn/);
    }
  });

  test("its drawing has every state and every way", async () => {
    if (!text.states) return;
    const svg = await drawnStates(text.states, "States");
    const said = svg.replaceAll(/<\/text>/g, " ").replaceAll(/<[^>]*>/g, "");
    const words = said.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll(/\s+/g, " ");
    for (const { name, is } of text.states.names) {
      expect(words).toContain(name);
      expect(words).toContain(is);
    }
    for (const { when } of text.states.ways) expect(words).toContain(when);
    expect(svg.match(/class="way"/g)).toHaveLength(text.states.ways.length);
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });

  test("its drawing shows what a loss and a timeout do in each state", () => {
    if (!text.states || page.family !== "algorithm") return;
    const { names, ways } = text.states;
    const leaves = (state: string, word: RegExp): boolean =>
      ways.some(({ from, when }) => (from === state || from === "any state") && word.test(when));
    for (const { name } of names) {
      // A loss during recovery is part of it; a window in RAP's sense is cut again only by a later packet's loss.
      if (name !== "Fast recovery") expect(leaves(name, /\bloss\b/), `${name}: a loss`).toBe(true);
      // RAP has no timeout: overdue packets count as lost.
      if (page.kind !== "rap") expect(leaves(name, /\btimeout\b/), `${name}: a timeout`).toBe(true);
    }
  });

  test("its run is one that the engine takes, with what the page is about in it", () => {
    const address = readAddress(fieldsOf(page as unknown as Page, {}));
    expect(address.problems).toEqual([]);
    const scenario = JSON.parse(address.scenario ?? "");
    const { bottleneck, flows } = scenario;
    const named = {
      algorithm: flows[0].algorithm.kind,
      discipline: bottleneck.queue.discipline,
      model: bottleneck.loss.model,
    };
    expect(named[page.family as keyof typeof named]).toBe(page.kind);
    // A few seconds are enough to see that something is sent.
    const { summary } = ran({ ...scenario, duration_s: 3 }) as { summary: { flows: { goodput_bps: number }[] } };
    expect(summary.flows[0]?.goodput_bps).toBeGreaterThan(0);
  });
});
