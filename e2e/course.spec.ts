/** Exercises of courses: listed on the menu, fetched when one is chosen or an address names it. Not here: their values (wasm-core/measures/tests/it/courses.rs). */
import { expect, findings, test } from "./sandbox.ts";

test("an exercise is chosen from the menu, and opened again by its address, in German", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const fetched = (): string[] => asked.filter((url) => /\/courses-[^/]*\.js$/.test(url));
  await page.goto("/#show=all&autoplay=0");
  await page.locator("[popovertarget=scenarios]").click();
  const menu = page.locator("#scenarios");
  await expect(menu.getByRole("heading", { name: "As in a course" })).toBeVisible();
  expect(fetched()).toEqual([]);
  await menu.getByRole("button", { name: "Incast: twenty answers at once" }).click();
  const hook = page.locator("#hook");
  await expect(hook).toContainText("Nineteen of twenty answers");
  await expect(hook).toContainText("Now raise the queue limit to 400 packets");
  expect(fetched()).toHaveLength(1);
  await expect(page).toHaveURL(/preset=course_incast/);
  await expect(page).toHaveTitle(/Incast: twenty answers at once/);
  expect(await findings(page)).toEqual([]);

  await page.goto("about:blank");
  await page.goto("/#preset=course_incast&autoplay=0&lang=de");
  await expect(hook).toContainText("Neunzehn von zwanzig Antworten");
});

test("cross traffic is renamed on its card, and what it cannot be called is said there", async ({ page }) => {
  await page.goto("/#preset=course_bufferbloat_20&autoplay=0");
  const card = page.locator("#sidebar details.crossing").first();
  await card.locator("summary").click();
  const name = card.getByRole("textbox", { name: "Name" });
  await name.fill("download");
  await page.keyboard.press("Enter");
  await expect(card.locator(".named .field-error")).toContainText("download");
  await name.fill("probe");
  await page.keyboard.press("Enter");
  await expect(card.locator("summary")).toHaveText("probe");
  await expect(card.locator(".named .field-error")).toHaveCount(0);
  await expect(page.locator("#path")).toContainText("probe");
  await expect(name).toHaveValue("probe");
});

test("an address keeps that time is read in round trips", async ({ page }) => {
  await page.goto("/#preset=course_kurose_p46&autoplay=0&t=15&axis=rtt");
  const now = page.locator(".chart-axis-now");
  await expect(now).toHaveText(/^100\.0\sRTT$/);
  await expect(page).toHaveURL(/axis=rtt/);
  await page.locator(".chart-menu").first().click();
  await page.getByRole("menuitem", { name: "Time in seconds" }).click();
  await expect(now).toHaveText(/^15\.00\ss$/);
  await expect(page).not.toHaveURL(/axis=/);
});
