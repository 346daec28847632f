/** The server of `npm start` outlives readers that go away, files that vanish, and a limit of 64 open files. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { serve } from "./serve.mjs";

const folder = mkdtempSync(join(tmpdir(), "served-"));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, "index.html"), "<p>here</p>");
writeFileSync(join(folder, "large.bin"), Buffer.alloc(8_000_000));

/** The status of a request. */
const status = async (/** @type {string} */ address) => {
  const response = await fetch(address);
  await response.arrayBuffer();
  return response.status;
};

/** Asks for a file and goes away with the first bytes. */
const abort = (/** @type {string} */ address) =>
  new Promise((resolve) => {
    const request = get(address, { agent: false }, (response) => response.once("data", () => request.destroy()));
    request.on("close", resolve);
    request.on("error", () => undefined);
  });

test.skipIf(process.platform === "win32")(
  "with 64 open files, 20 downloads at once are broken off 400 times",
  async () => {
    const program = join(import.meta.dirname, "serve.mjs");
    const line = `ulimit -n 64; exec "${process.execPath}" "${program}" --port 0 --folder "${folder}"`;
    const server = spawn("sh", ["-c", line], { stdio: ["ignore", "pipe", "inherit"] });
    const [said] = await once(server.stdout, "data");
    const address = String(said).trim();
    for (let round = 0; round < 20; round++)
      await Promise.all(Array.from({ length: 20 }, () => abort(`${address}large.bin`)));
    expect(server.exitCode).toBe(null);
    expect(await status(`${address}index.html`)).toBe(200);
    server.kill();
  },
);

test("a file that comes and goes is there or is not, and the server goes on", async () => {
  const address = `http://127.0.0.1:${await serve({ port: 0, folders: () => [folder] })}/`;
  const file = join(folder, "new.html");
  const seen = new Set();
  for (let round = 0; round < 100; round++) {
    const asked = Promise.all([status(`${address}new.html`), status(`${address}new.html`)]);
    if (round % 2 === 0) writeFileSync(file, "new");
    else rmSync(file);
    for (const code of await asked) seen.add(code);
  }
  expect([...seen].sort()).toEqual([200, 404]);
});

test("a file has its type and is asked for again, a missing one is not kept, and a policy is that of _headers", async () => {
  writeFileSync(join(folder, "_headers"), "/*\n  X-Rule: all\n/large.bin\n  ! X-Rule\n");
  const address = `http://127.0.0.1:${await serve({ port: 0, folders: () => [folder] })}/`;
  const headers = async (/** @type {string} */ path) => {
    const response = await fetch(address + path);
    await response.arrayBuffer();
    return ["content-type", "cache-control", "x-rule"].map((name) => response.headers.get(name));
  };
  expect(await headers("")).toEqual(["text/html; charset=utf-8", "no-cache", "all"]);
  expect(await headers("large.bin")).toEqual(["application/octet-stream", "no-cache", null]);
  expect(await headers("none.js")).toEqual(["text/plain; charset=utf-8", "no-store", null]);
});

test("while the site is built a missing page asks again, from the first build files stay, and no path leaves them", async () => {
  const first = mkdtempSync(join(tmpdir(), "first-"));
  writeFileSync(join(first, "old.js"), "1");
  writeFileSync(join(first, "index.html"), "first");
  let isBuilding = true;
  let folders = [first];
  const port = await serve({ port: 0, folders: () => folders, isBuilding: () => isBuilding });
  const address = `http://127.0.0.1:${port}/`;
  const text = async (/** @type {string} */ path) => (await fetch(address + path)).text();
  expect(await text("")).toBe("first");
  expect(await text("lessons.html")).toContain('http-equiv="refresh"');
  expect(await status(`${address}lessons.html`)).toBe(503);
  expect(await status(`${address}other.js`)).toBe(404);
  isBuilding = false;
  folders = [folder, first];
  expect(await text("")).toBe("<p>here</p>");
  expect(await text("old.js")).toBe("1");
  expect(await status(`${address}lessons.html`)).toBe(404);
  expect(await status(`${address}..%2f..%2f..%2fetc%2fpasswd`)).toBe(404);
  rmSync(first, { recursive: true });
});
