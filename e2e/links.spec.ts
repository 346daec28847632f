/**
 * Links of every release, kept in `links/VERSION.json`: each opens with the meaning that it had (contract 5.1, docs/versions.md). A release adds a
 * file and changes none. `SAWTOOTH_RECORD_LINKS=1` writes what links of the present version open; those of others are never written.
 * Not here: broken addresses (lost.spec.ts, history.spec.ts).
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { drawn, expect, test, watch } from "./sandbox.ts";

/** State that a link opens. */
interface Opened {
  language: string;
  theme: string;
  /** How many flows have a card. */
  flows: number;
  charts: string[];
  /** The moment, in s; null on a page without a run. */
  moment_s: number | null;
  /** Parts that a new minor version may change: words on the page, and digests of the run and its fork. */
  changing: { heading: string; says: string[]; digests: string[] };
}
interface Link {
  what: string;
  address: string;
  opens: Opened;
}

const folder = new URL("links/", import.meta.url);
const read = (name: string): Link[] => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
const minor = (version: string): string => version.split(".").slice(0, 2).join(".");
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** Sign by which a page is known to be complete. */
const READY = new Map([
  ["/", '[data-digest]:not([data-digest=""])'],
  ["/embed.html", "canvas"],
  ["/builder.html", "iframe"],
]);

/** Reads the state that the page has open. */
async function opened(page: Page, address: string): Promise<Opened> {
  const ready = READY.get(/^[^?#]*/.exec(address)?.[0] ?? "") ?? "main h1";
  await page.locator(ready).first().waitFor({ state: "attached", timeout: 60_000 });
  return page.evaluate(() => {
    const shown = (element: Element) => element.checkVisibility();
    const all = (selector: string) => [...document.querySelectorAll(selector)].filter(shown);
    const texts = (selector: string) => all(selector).map((one) => (one.textContent ?? "").trim().replace(/\s+/g, " "));
    const { documentElement: html, body } = document;
    const digest = body.dataset["digest"] ?? document.querySelector("[data-digest]")?.getAttribute("data-digest");
    const moment = Number.parseFloat((texts("#bar .clock")[0] ?? "").replace(",", "."));
    return {
      language: html.lang,
      theme: [html.dataset["theme"], html.dataset["profile"]].filter(Boolean).join(" "),
      flows: all(".card-name").length,
      charts: all("figure[data-chart]:not(.is-row)").flatMap((one) => {
        const id = one.getAttribute("data-chart") ?? "";
        return id === "stage" ? ["cwnd", "queue"] : [id];
      }),
      moment_s: Number.isFinite(moment) ? moment : null,
      changing: {
        heading: texts('[popovertarget="scenarios"], main h1')[0] ?? "",
        says: texts("#problems, .problems, [role=alert]").map((text) => text.slice(0, 80)),
        digests: [digest, body.dataset["digestB"]].filter((each): each is string => Boolean(each)),
      },
    };
  });
}

/**
 * Open charts now of a page that had these open: in the laboratory the first with data is the stage, window and queue together, and two
 * others are open under it. No kept link has a sender with a rate.
 */
function staged(charts: readonly string[]): string[] {
  const both = ["cwnd", "queue"];
  const first = charts.find((id) => id !== "rates") ?? "";
  const stage = both.includes(first) ? both : [first];
  return charts.length < 3 ? [...charts] : [...stage, ...charts.filter((id) => !stage.includes(id)).slice(0, 2)];
}

/** Links to runs without CDG, which have round trips in the place of a gradient that nobody measures. */
const WITHOUT_CDG = ["a scenario as it is", "a packed scenario"];

const RECORDS = process.env["SAWTOOTH_RECORD_LINKS"] === "1";
/** Parts of a release's links, each a test; one writes them all. */
const PARTS = RECORDS ? 1 : 2;
const releases = readdirSync(fileURLToPath(folder))
  .sort()
  .map((file) => file.replace(/\.json$/, ""));

for (const release of releases)
  for (let part = 0; part < PARTS; part++)
    test(`links of version ${release} open what they opened, part ${part + 1} of ${PARTS}`, async ({ browser }) => {
      test.setTimeout(120_000);
      const file = `${release}.json`;
      const links = read(file);
      const records = RECORDS && release === version;
      const context = await browser.newContext({ reducedMotion: "reduce", viewport: { width: 1366, height: 768 } });
      for (const link of links.filter((_, i) => i % PARTS === part)) {
        // Each is another reader's, with nothing kept.
        const page = await context.newPage();
        const seen = watch(page);
        await page.goto(link.address);
        // A record is taken when the page has drawn for a while.
        if (records)
          await drawn(page, 300).then(async () => Object.assign(link, { opens: await opened(page, link.address) }));
        const now = async () => {
          const { changing, ...rest } = await opened(page, link.address);
          return { ...rest, changing: minor(release) === minor(version) ? changing : link.opens.changing };
        };
        await expect.poll(now, { message: link.what, timeout: 30_000 }).toEqual({
          ...link.opens,
          charts: staged(link.opens.charts).map((id) =>
            id === "gradient" && WITHOUT_CDG.includes(link.what) ? "rtt" : id,
          ),
          // The bar names the run alone.
          changing: {
            ...link.opens.changing,
            heading: link.opens.changing.heading.replace(/ [\d.,–]+ [MGk]bit\/s, .*$/, ""),
          },
        });
        expect(seen, link.what).toEqual([]);
        await page.evaluate(() => localStorage.clear());
        await page.close();
      }
      await context.close();
      if (records) writeFileSync(new URL(file, folder), `${JSON.stringify(links, null, 2)}\n`);
    });
