/** The laboratory in JupyterLab. Not here: what the walks share (walk.mjs). */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { programOf } from "../../scripts/python-environment.mjs";
import { SETUP, walk } from "./course.mjs";
import { open, PATIENCE, Shown, serve, shot } from "./walk.mjs";

const CELLS = [SETUP, "lab", "two", "three"];

/** A notebook with these cells. */
const notebook = (/** @type {string[]} */ cells) =>
  JSON.stringify({
    cells: cells.map((source, at) => ({
      cell_type: "code",
      execution_count: null,
      id: `cell-${at}`,
      metadata: {},
      outputs: [],
      source,
    })),
    metadata: { kernelspec: { display_name: "Python 3", language: "python", name: "python3" } },
    nbformat: 4,
    nbformat_minor: 5,
  });

/** The value of an expression in the notebook's kernel. */
async function python(/** @type {import("@playwright/test").Page} */ page, /** @type {string} */ expression) {
  const said = await page.evaluate(async (code) => {
    const { jupyterapp } = /** @type {any} */ (globalThis);
    const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
    const asked = kernel.requestExecute({ code, store_history: false });
    let said = "";
    asked.onIOPub = (/** @type {any} */ { content }) => {
      said += content.text ?? (content.ename ? `${content.ename}: ${content.evalue}` : "");
    };
    await asked.done;
    return said;
  }, `import json; print(json.dumps(${expression}))`);
  try {
    return JSON.parse(said);
  } catch {
    throw new Error(`${expression}: ${said}`);
  }
}

/** Walks; throws where something is not as it should be. */
export async function jupyterlab(/** @type {string} */ environment) {
  const folder = mkdtempSync(join(tmpdir(), "sawtooth-jupyterlab-"));
  writeFileSync(join(folder, "walk.ipynb"), notebook(CELLS));
  const options = [
    "--no-browser",
    "--ServerApp.ip=127.0.0.1",
    "--ServerApp.port=0",
    "--IdentityProvider.token=walk",
    `--ServerApp.root_dir=${folder}`,
    "--expose-app-in-browser",
    "--allow-root",
  ];
  // Its own folders: settings of whoever runs this do not count, and nothing is left behind.
  const env = Object.fromEntries(
    ["CONFIG", "DATA", "RUNTIME"].map((name) => [`JUPYTER_${name}_DIR`, join(folder, ".jupyter", name)]),
  );
  env["JUPYTERLAB_SETTINGS_DIR"] = join(folder, ".jupyter", "settings");
  const notices = join(env["JUPYTERLAB_SETTINGS_DIR"], "@jupyterlab", "apputils-extension");
  mkdirSync(notices, { recursive: true });
  // It would ask whether it may fetch news.
  writeFileSync(join(notices, "notification.jupyterlab-settings"), '{"fetchNews": "false", "checkForUpdates": false}');
  env["JUPYTERLAB_WORKSPACES_DIR"] = join(folder, ".jupyter", "workspaces");
  const server = await serve(programOf(environment, "jupyter"), ["lab", ...options], { cwd: folder, env });
  const { browser, page, wrong } = await open();
  try {
    const { port } = new URL(server.address);
    await page.goto(`http://127.0.0.1:${port}/lab/tree/walk.ipynb?token=walk`);
    await expect(page.locator(".jp-Notebook .jp-CodeCell")).toHaveCount(CELLS.length, PATIENCE);
    // Its other sign is idle, too, before there is a kernel.
    await expect(page.locator("#jp-main-statusbar")).toContainText(/Python 3.* \| Idle/, PATIENCE);
    const command = (/** @type {string} */ name, args = {}) =>
      page.evaluate(
        ([name, args]) => /** @type {any} */ (globalThis).jupyterapp.commands.execute(name, args),
        /** @type {const} */ ([name, args]),
      );
    await command("notebook:run-all-cells");
    const frames = page.locator(".jp-Notebook iframe[sandbox]");
    await walk("jupyterlab", page, (expression) => python(page, expression), frames);

    const first = new Shown(frames.first());
    await command("apputils:change-theme", { theme: "JupyterLab Dark" });
    await expect(first.frame.locator("html")).toHaveAttribute("data-theme", "dark");
    await first.element.scrollIntoViewIfNeeded();
    await shot(page, "jupyterlab-dark");

    // Opened again, the notebook shows the run as its kernel has it.
    await python(page, "lab.seek(21)");
    await command("docmanager:save");
    await page.reload();
    await expect(frames.first()).toBeVisible(PATIENCE);
    await first.isDrawn();
    await expect.poll(() => first.time(), PATIENCE).toBe(21);
    // The page has its digest first; the kernel hears of it.
    await expect.poll(() => python(page, "lab.digest"), PATIENCE).toBe(await first.digest());

    // Shown twice: the output that came last is open.
    await page.locator(".jp-CodeCell").nth(1).locator(".jp-InputArea-editor").click();
    await command("notebook:create-output-view");
    const other = new Shown(page.locator(".jp-LinkedOutputView iframe[sandbox]"));
    await other.isDrawn();
    expect(await other.time()).toBe(21);
    await expect(page.locator(".jp-Notebook").getByText("is now shown in another output")).toBeVisible();
    await shot(page, "jupyterlab-twice");
    expect(wrong).toEqual([]);
  } finally {
    await browser.close();
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
