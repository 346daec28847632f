/**
 * Attacks on the server of `npm start`, with 64 open files: downloads broken off, paths that mean to leave its folder. Node's own modules
 * only. Not here: what is counted (tries.mjs).
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { root } from "../setup.mjs";

/** Content of a file beside the served folder. */
const SECRET = "not for strangers";
const OPEN_FILES = 64;
const AT_ONCE = 20;
/** An answer that takes longer hangs, ms. */
const PATIENCE_MS = 10_000;

/** Pieces of paths. */
const PIECES = [
  ...["..", "%2e%2e", ".%2E", "..%00", "....", "~", "secret.txt", "large.bin", "index.html", "site", "etc/passwd"],
  ...["/", "//", "%2f", "%5c", "\\", "%252e%252e%252f", "%c0%af", "%", "%zz", "%00", "?", "#", "*", ":", "@", ";"],
  ...["http://127.0.0.1/", "file:///", "C:", "\u00e9", "\ud83d\ude00", "x".repeat(5000), "__proto__", "_headers", " "],
];

const BETWEEN = ["/", "//", "%2f", "%5c", "\\", "%252f", "/./", "%2f/"];

/** Asks for a file and goes away with its first bytes. Whether there were some. */
const abort = (/** @type {string} */ address) =>
  new Promise((resolve) => {
    let came = false;
    const request = get(address, { agent: false, timeout: PATIENCE_MS }, (response) =>
      response.once("data", () => {
        came = true;
        request.destroy();
      }),
    );
    request.on("timeout", () => request.destroy());
    request.on("close", () => resolve(came));
    request.on("error", () => undefined);
  });

/** A server's answer to a request as it stands; null if it does not end. */
const answer = (/** @type {number} */ port, /** @type {string} */ text) =>
  /** @type {Promise<string | null>} */ (
    new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(text));
      /** @type {Buffer[]} */
      const heard = [];
      socket.setTimeout(PATIENCE_MS, () => {
        socket.destroy();
        resolve(null);
      });
      socket.on("data", (bytes) => heard.push(bytes));
      socket.on("error", () => undefined);
      socket.on("close", () => resolve(Buffer.concat(heard).toString("latin1")));
    })
  );

/** @param {import("./tries.mjs").Tries} tries */
export async function server({ luck, work, each }) {
  const site = join(work, "site");
  mkdirSync(site);
  writeFileSync(join(work, "secret.txt"), SECRET);
  writeFileSync(join(site, "index.html"), "<p>here</p>");
  writeFileSync(join(site, "large.bin"), Buffer.alloc(2_000_000));
  const line = `ulimit -n ${OPEN_FILES}; exec "${process.execPath}" scripts/serve.mjs --port 0 --folder "${site}"`;
  const child = spawn("sh", ["-c", line], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const port = Number(new URL(String((await once(child.stdout, "data"))[0]).trim()).port);
    const address = `http://127.0.0.1:${port}/`;
    /** It lives, answers, and has let everything go. */
    const isWell = async (/** @type {import("./tries.mjs").Row} */ row) => {
      if (child.exitCode !== null) row.harm("crashed", `the server ended with ${child.exitCode}`);
      else if (!(await answer(port, "GET / HTTP/1.0\r\n\r\n"))?.includes("here"))
        row.harm("hung", "no answer afterwards");
      else if (process.platform === "linux") {
        const open = readdirSync(`/proc/${child.pid}/fd`).length;
        if (open > OPEN_FILES / 2) row.harm("lost", `${open} open files afterwards`);
      }
    };
    await each({
      "downloads broken off": async (row, over) => {
        do {
          for (const came of await Promise.all(Array.from({ length: AT_ONCE }, () => abort(`${address}large.bin`)))) {
            row.add(came ? "broken off" : "without an answer");
            if (!came) row.harm("lost", "a download without an answer");
          }
        } while (!over() && child.exitCode === null && row.inputs < 10_000);
        await isWell(row);
      },
      "hostile requests": async (row, over) => {
        const ask = async () => {
          const some = Array.from({ length: luck.below(9) }, () => luck.oneOf(PIECES));
          const up = [
            ...Array(1 + luck.below(9)).fill(luck.oneOf(PIECES.slice(0, 4))),
            luck.oneOf(["secret.txt", "etc/passwd"]),
          ];
          const path = `/${luck.random() < 0.5 ? some.join(luck.oneOf(["", "/"])) : up.join(luck.oneOf(BETWEEN))}`;
          const first = `${luck.oneOf(["GET", "GET", "GET", "HEAD", "POST", "OPTIONS", "x"])} ${path} HTTP/1.1`;
          const host = `Host: ${luck.oneOf(["localhost", "evil.example", "", "[", "x".repeat(300)])}`;
          const said = await answer(port, `${first}\r\n${host}\r\nConnection: close\r\n\r\n`);
          const code = /^HTTP\/1.1 (\d+)/.exec(said ?? "")?.[1];
          row.add(code ?? "without an answer");
          if (said === null) row.harm("hung", first);
          else if (code === undefined) row.harm("lost", first);
          else if (/not for strangers|root:/.test(said)) row.harm("accepted wrongly", first);
        };
        do await Promise.all(Array.from({ length: AT_ONCE }, ask));
        while (!over() && child.exitCode === null);
        await isWell(row);
      },
    });
  } finally {
    child.kill();
  }
}
