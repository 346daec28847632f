/** The oEmbed files of the presets, read as a consumer reads them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oembedFiles, siteOf } from "./oembed.ts";

const root = join(import.meta.dirname, "..");
const SITE = "https://example.org/lab/";
const presets = ["presets", "courses"].flatMap((file) =>
  JSON.parse(readFileSync(join(root, `web/src/generated/${file}.json`), "utf8")),
);

test("each preset has a page whose head names its answer, and the answer has the widget with that preset", async () => {
  const files = await oembedFiles(root, SITE);
  expect(Object.keys(files)).toHaveLength(2 * presets.length);
  for (const { id } of presets) {
    const page = files[`run/${id}.html`] ?? "";
    const href = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(page)?.[1] ?? "";
    expect(href.startsWith(SITE)).toBe(true);
    const answer = JSON.parse(files[href.slice(SITE.length)] ?? "null");
    expect(answer).toMatchObject({ version: "1.0", type: "rich", width: 640, height: 400, provider_url: SITE });
    expect(answer.html).toContain(`src="${SITE}embed.html#preset=${id}&amp;`);
    expect(page).toContain(`url=../index.html#preset=${id}"`);
    expect(page).toContain(`<title>${answer.title.replaceAll("&", "&amp;")}: Sawtooth</title>`);
  }
});

test("a site is a whole address that ends with a slash", () => {
  expect(siteOf(undefined)).toBe(null);
  expect(siteOf("https://example.org/lab")).toBe(SITE);
  expect(siteOf("https://example.org/lab/?x#y")).toBe(SITE);
  expect(() => siteOf("ftp://example.org/")).toThrow("SAWTOOTH_SITE");
  expect(() => siteOf("example.org")).toThrow();
});
