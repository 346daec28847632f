/**
 * Files saved from the pages as text: scenario, results, traces, charts as SVG and CSV from the laboratory, data, chart and scenario
 * from a figure. A long file is its hash, its size, its first lines and its
 * last; CR LF is a sign and LF. Pictures of dots (PNG) are not frozen. Masked: port and day.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { each, lasting, newPage, still } from "./page.mjs";

const RUN = "preset=cdg_beside_newreno&t=26.072&autoplay=0";
const DIGEST = '[data-digest]:not([data-digest=""])';
const CHARTS = "cwnd,queue,rtt,gradient,backoff,goodput,state,delay,delay_cdf,phase,log";
/** A longer file is not written out. */
const LONG = 30_000;

/** Pages by what their exports are called here. */
const PAGES = [
  { name: "laboratory.en", at: `#${RUN}&lang=en&view=path,${CHARTS}`, ready: DIGEST, sheet: true },
  { name: "laboratory.de", at: `#${RUN}&lang=de&view=cwnd,queue`, ready: DIGEST, sheet: true },
  {
    name: "call.en",
    at: "#preset=codel_and_call&t=10&autoplay=0&lang=en&view=queue,delay,delay_cdf",
    ready: DIGEST,
    sheet: true,
  },
  { name: "figure.en", at: "figures.html?lang=en#cdg_fig4", ready: "main svg" },
  { name: "figure.de", at: "figures.html?lang=de#voip_fig2", ready: "main svg" },
];

function brief(/** @type {string} */ text) {
  if (text.length <= LONG) return text;
  const lines = text.replaceAll("><", ">\n<").split("\n");
  const hash = createHash("sha256").update(text).digest("hex");
  return [
    `sha256 ${hash}, ${text.length} characters, ${lines.length} lines`,
    ...lines.slice(0, 12),
    "...",
    ...lines.slice(-6),
  ].join("\n");
}

/** @param {import("./page.mjs").Site} site */
export async function exportsOf(site) {
  /** @type {Map<string, Map<string, string>>} */
  const files = new Map(PAGES.map(({ name }) => [name, new Map()]));
  await each(PAGES, async ({ name, at, ready, sheet }) => {
    const page = await newPage(site);
    await page.goto(site.address + at);
    await still(page, ready);
    if (sheet) {
      await page.keyboard.press("l");
      await still(page, ".take-acts");
    }
    const buttons = page.locator(".take-acts button");
    for (let i = 0; i < (await buttons.count()); i++) {
      const what = (await buttons.nth(i).getAttribute("aria-label")) ?? "";
      if (what.includes("PNG")) continue;
      const [download] = await Promise.all([page.waitForEvent("download"), buttons.nth(i).click()]);
      const text = lasting(readFileSync(await download.path(), "utf8")).replaceAll("\r\n", "\u240d\n");
      files.get(name)?.set(`${what} (${download.suggestedFilename()})`, brief(text));
    }
    await page.context().close();
  });
  return files;
}
