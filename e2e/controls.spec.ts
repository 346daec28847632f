/**
 * Rows of the sidebar as they are on a screen: what lies over a slider or under it, and whether words and values have room, in both
 * languages. Not here: what a control does (laboratory.spec.ts), nor what it shows (web/src/controls).
 */
import type { Page } from "@playwright/test";
import { expect, nextDigest, openLab, test } from "./sandbox.ts";

const RUN = "preset=cdg_beside_newreno&t=20&autoplay=0";
const row = (page: Page, path: string) => page.locator(`#sidebar .controls [data-setting="${path}"]`);
const LOSS = "bottleneck.loss.probability";

test("the nudge is never over the thumb: gone near to it, and while the slider is pressed", async ({ page }) => {
  let digest = await openLab(page, RUN);
  const loss = row(page, LOSS);
  const nudge = loss.locator(".field-nudge");
  // The next value is typed into the run of this one.
  const type = async (value: string): Promise<void> => {
    await loss.getByRole("textbox").fill(value);
    await page.keyboard.press("Enter");
    digest = await nextDigest(page, digest);
  };
  await expect(nudge).toBeVisible();
  const slider = loss.getByRole("slider");
  const box = await slider.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 9, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await page.mouse.down();
  await expect(nudge).toBeHidden();
  await page.mouse.up();
  await expect(nudge).toBeVisible();
  for (const near of ["0.6", "0.7", "0.8", "1.5"]) {
    await type(near);
    await expect(nudge).toHaveCount(0);
  }
  await type("0.01");
  await expect(nudge).toBeVisible();
});

test("the source of a default is said of its value, and lies on nothing", async ({ page }) => {
  await openLab(page, RUN);
  const loss = row(page, LOSS);
  await loss.getByRole("slider").focus();
  await expect(loss.locator(".field-box")).toHaveAttribute("title", /CDG paper, section\s4/);
  await expect(loss.getByRole("slider")).toHaveAccessibleDescription(/CDG paper, section\s4/);
  await expect(loss.locator(".field-note")).toHaveCount(0);
});

for (const lang of ["en", "de"])
  test(`names and choices of an algorithm's settings have room, and what follows from the path stays within its column: ${lang}`, async ({
    page,
  }) => {
    await openLab(page, `${RUN}&lang=${lang}`);
    await page.locator("#sidebar .card-more").first().click();
    const choices = page.locator("#sidebar .card .choice");
    await expect(choices).not.toHaveCount(0);
    const cramped = await choices.evaluateAll((all) => {
      const pen = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
      return all.flatMap((each) => {
        const label = each.querySelector("label") as HTMLElement;
        const select = each.querySelector("select") as HTMLSelectElement;
        const { font, paddingLeft, paddingRight } = getComputedStyle(select);
        pen.font = font;
        const words = pen.measureText(select.selectedOptions[0]?.text ?? "").width;
        const cut = words + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight) - select.clientWidth;
        const text = document.createRange();
        text.selectNodeContents(label);
        const [name, box] = [text.getBoundingClientRect(), select.getBoundingClientRect()];
        const apart = name.right <= box.left || name.bottom <= box.top;
        return cut > 1 || !apart ? [`${label.textContent}: ${select.selectedOptions[0]?.text}`] : [];
      });
    });
    expect(cramped).toEqual([]);

    const rate = page.locator('[id="bottleneck.rate_bps-number"]');
    for (const value of ["10", "2.7", "0.128", "33.3"]) {
      await rate.fill(value);
      await page.keyboard.press("Enter");
      await expect(page.locator("#sidebar .derived dd").first()).not.toHaveText("");
      const over = await page.locator("#sidebar .controls").evaluate((controls) => {
        const edge = controls.querySelector(".derived")?.getBoundingClientRect().right ?? 0;
        const ends = [...controls.querySelectorAll(".derived dd")].map(
          (each) => each.getBoundingClientRect().right - edge,
        );
        return Math.max(controls.scrollWidth - controls.clientWidth, ...ends);
      });
      expect(over, value).toBeLessThanOrEqual(0.5);
    }
  });
