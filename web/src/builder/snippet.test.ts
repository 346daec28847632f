/** The builder's texts, read back as those who get them read them. */
import { describe, expect, test, vi } from "vitest";
import { readAddress, unpack } from "../address/link.ts";
import {
  addressOf,
  type Choices,
  elementSnippet,
  fields,
  frameSnippet,
  markdownSnippet,
  oembedSnippet,
} from "./snippet.ts";

const SITE = "https://example.org/lab/";
const choices: Choices = {
  run: { preset: "cdg_beside_newreno" },
  title: 'Queues & "delay" <b>',
  view: ["path", "queue"],
  controls: ["loss", "flows.cdg.algorithm.g_ms"],
  width: "640",
  height: 400,
  theme: "dark",
  autoplay: false,
  t: 12.5,
  speed: 0.1,
  lang: null,
  origin: "https://course.example:8443",
  fork: null,
  projector: false,
};

test("a document is packed once, whatever is made of it", () => {
  const scenario = { schema: 1, duration_s: 60, bottleneck: { rate_bps: 1e6 }, flows: [{}, {}] };
  const texts = vi.spyOn(JSON, "stringify");
  for (const width of ["640", "800"]) {
    const own = { ...choices, run: { scenario }, width };
    for (const text of [frameSnippet, elementSnippet, markdownSnippet]) text(own, SITE);
    expect(readAddress(fields(own)).scenario).toBe(
      `{"schema":1,"duration_s":60,"bottleneck":{"rate_bps":1000000},"flows":[{},{}]}`,
    );
  }
  expect(texts.mock.calls.filter(([value]) => value === scenario)).toHaveLength(1);
  texts.mockRestore();
});

describe("the address", () => {
  test("carries a fork and the projector's profile", () => {
    const fork = { at_s: 20, interventions: [{ at_s: 21, path: "bottleneck.loss.probability", value: 0.01 }] };
    for (const text of [frameSnippet, elementSnippet, markdownSnippet, oembedSnippet]) {
      const [, hash = ""] = /#?(preset=[^"\\)]+)/.exec(text({ ...choices, fork, projector: true }, SITE)) ?? [];
      expect(readAddress(hash.replaceAll("&amp;", "&"))).toMatchObject({ fork, projector: true, problems: [] });
    }
  });

  test("says what was chosen, and nothing else", () => {
    const address = readAddress(fields(choices));
    expect(address).toMatchObject({
      preset: "cdg_beside_newreno",
      scenario: null,
      view: ["path", "queue"],
      controls: ["loss", "flows.cdg.algorithm.g_ms"],
      theme: "dark",
      autoplay: false,
      t: 12.5,
      speed: 0.1,
      lang: null,
      origin: "https://course.example:8443",
      problems: [],
    });
    expect(readAddress(fields({ ...choices, theme: "auto", origin: null, t: null, controls: null }))).toMatchObject({
      theme: null,
      origin: null,
      t: null,
      controls: null,
    });
    expect(readAddress(fields({ ...choices, controls: [] })).controls).toEqual([]);
  });

  test("carries a whole scenario", () => {
    const scenario = { schema: 1, title: "é & #" };
    const text = fields({ ...choices, run: { scenario } });
    expect(JSON.parse(readAddress(text).scenario ?? "")).toEqual(scenario);
    expect(unpack(/[#&]?s=([^&]*)/.exec(text)?.[1] ?? "")).toEqual({ text: JSON.stringify(scenario) });
  });
});

test("no title leaves its attribute", () => {
  const frame = frameSnippet(choices, SITE);
  expect(frame).toContain('title="Queues &amp; &quot;delay&quot; &lt;b&gt;"');
  expect(frame).toContain(`src="${SITE}embed.html#preset=cdg_beside_newreno&amp;view=path,queue`);
  expect(frame).toContain('sandbox="allow-scripts"');
  expect(elementSnippet(choices, SITE)).toContain('address="preset=cdg_beside_newreno&amp;view=path,queue');
});

test("Markdown's own marks are no marks in a title", () => {
  expect(markdownSnippet({ ...choices, title: "a [b] c" }, SITE)).toBe(
    `[a \\[b\\] c](${addressOf(choices, SITE, "index.html")})`,
  );
});

test("an oEmbed answer is JSON of the type rich with width and height", () => {
  const answer = JSON.parse(oembedSnippet(choices, SITE));
  expect(answer).toMatchObject({
    version: "1.0",
    type: "rich",
    width: 640,
    height: 400,
    html: frameSnippet(choices, SITE),
  });
  // oEmbed wants pixels: the frame has as many as the answer says, within the page's width.
  const share = JSON.parse(oembedSnippet({ ...choices, width: "100%" }, SITE));
  expect(share.width).toBe(640);
  expect(share.html).toContain(' width="640" ');
  expect(share.html).toContain("max-width: 100%");
});
