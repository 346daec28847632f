/**
 * Draws the icons of the installed page (`public/icons`) from our mark, `public/icon.svg`, in a browser: `node scripts/icons.mjs`
 * after the mark has changed; the pictures are kept in the repository.
 * Home-made because the browser that is there anyway draws SVG: a converter would be one more package.
 * Not here: which page names them (manifest.webmanifest).
 */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { findChromium } from "./browser.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "public/icons");
const mark = `data:image/svg+xml;base64,${readFileSync(join(root, "public/icon.svg")).toString("base64")}`;

/** Width of the picture in px, and the mark's share of it: what a system may cut off (a fifth on each side) stays bare. */
const ICONS = [
  { name: "180", size: 180, share: 0.72, round: 0 },
  { name: "192", size: 192, share: 0.76, round: 0.16 },
  { name: "512", size: 512, share: 0.76, round: 0.16 },
  { name: "512-maskable", size: 512, share: 0.56, round: 0 },
];

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: findChromium() || undefined });
const page = await browser.newPage();
for (const { name, size, share, round } of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<!doctype html><style>
    body { margin: 0; background: transparent }
    div { width: ${size}px; height: ${size}px; display: grid; place-items: center; background: #fff; border-radius: ${size * round}px }
    img { width: ${size * share}px; height: ${size * share}px }
  </style><div><img src="${mark}" alt=""></div>`);
  await page.locator("img").evaluate((image) => /** @type {HTMLImageElement} */ (image).decode());
  await page.screenshot({ path: join(folder, `${name}.png`), omitBackground: true });
}
await browser.close();
console.log(`${ICONS.length} icons in public/icons`);
