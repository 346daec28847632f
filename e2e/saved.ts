/**
 * The file that an act on the page saves: by the browser's download, and in Firefox, where Playwright hears of none, by the link that
 * the page itself presses. Not here: what is in a file.
 */
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";

export interface Saved {
  name: string;
  text: string;
  bytes: Buffer;
}

/** Presses a button and reads the file that it saves. */
export async function saved(page: Page, button: Locator): Promise<Saved> {
  const inFirefox = page.context().browser()?.browserType().name() === "firefox";
  const { name, bytes } = await (inFirefox ? pressed(page, button) : downloaded(page, button));
  return { name, text: bytes.toString("utf8"), bytes };
}

async function downloaded(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Target of the next pressed link with a file's name: its blob, which only its maker can be asked for. */
async function pressed(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const file = await page.evaluateHandle(() => {
    const blobs = new Map<string, Blob>();
    const { createObjectURL } = URL;
    const { click } = HTMLAnchorElement.prototype;
    URL.createObjectURL = (content: Blob | MediaSource) => {
      const address = createObjectURL(content);
      if (content instanceof Blob) blobs.set(address, content);
      return address;
    };
    const given = new Promise<{ name: string; base64: string }>((resolve) => {
      HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
        const blob = blobs.get(this.href);
        if (!this.download || !blob) return click.call(this);
        URL.createObjectURL = createObjectURL;
        HTMLAnchorElement.prototype.click = click;
        const name = this.download;
        void blob.arrayBuffer().then((buffer) => {
          const letters = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte));
          resolve({ name, base64: btoa(letters.join("")) });
        });
      };
    });
    return { given };
  });
  await button.click();
  const { name, base64 } = await file.evaluate(({ given }) => given);
  return { name, bytes: Buffer.from(base64, "base64") };
}
