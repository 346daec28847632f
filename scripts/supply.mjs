/**
 * `npm run supply`: the packages of others that the project is built of, held to a policy: licences, packages that are banned,
 * sources, and a hash for every entry of the lock files. Needs no network. Node's own modules only. Home-made because cargo-deny
 * knows crates only, and nothing alike is adopted for npm. Not here: the licences that are sent along (licences.ts), known
 * vulnerabilities (`npm audit`, `cargo audit`).
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { metadata } from "./cargo-metadata.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Licences under which a package may be used. MPL-2.0 binds changes to a package's own files only. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "Apache-2.0 WITH LLVM-exception",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MPL-2.0",
  "Unicode-3.0",
  "Zlib",
]);

/** Packages that must not come in, not even by way of others, and why. */
const BANNED = /** @type {Record<string, string>} */ ({
  // Released, or taken over, to harm those who install them.
  colors: "sabotaged by its author in 1.4.1",
  "event-stream": "carried a theft of wallets in 3.3.6",
  faker: "sabotaged by its author in 6.6.6",
  "node-ipc": "destroyed files in 10.1.1",
  "ua-parser-js": "carried malware in 0.7.29",
  // The programs ask nothing of a network; TLS and clients of HTTP have no use here.
  hyper: "the programs use no network",
  "openssl-sys": "the programs use no network",
  reqwest: "the programs use no network",
  tokio: "the programs use no network",
});

/** Where the lock files' entries may come from. */
const CRATES = "registry+https://github.com/rust-lang/crates.io-index";
const NPM = "https://registry.npmjs.org/";

/**
 * Entries of package-lock.json that have no hash, at this version only: binaries for systems on which nobody has installed
 * them, which npm therefore never recorded. They are the linter's, so no page holds anything of them.
 */
const UNHASHED = new Set(
  [
    "android-arm64",
    "android-x64",
    "darwin-arm64",
    "darwin-x64",
    "linux-arm64-musl",
    "linux-x64-musl",
    "win32-arm64",
    "win32-x64",
  ].map((system) => `@biomejs/cli-${system}@2.6.8`),
);

/**
 * Whether a licence, an SPDX expression, lets a package be used: one of those joined by OR, all of those joined by AND.
 * @param {string} expression
 */
export function allows(expression) {
  // Old crates write `MIT/Apache-2.0` for OR.
  const words = expression.replaceAll("/", " OR ").match(/[()]|[^\s()]+(?:\s+WITH\s+[^\s()]+)?/g) ?? [];
  let at = 0;
  const one = () => {
    const word = words[at++] ?? "";
    if (word !== "(") return ALLOWED.has(word.replaceAll(/\s+/g, " "));
    const inner = either();
    return words[at++] === ")" && inner;
  };
  const both = () => {
    let held = one();
    while (words[at] === "AND") {
      at++;
      held = one() && held;
    }
    return held;
  };
  /** @returns {boolean} */
  function either() {
    let held = both();
    while (words[at] === "OR") {
      at++;
      held = both() || held;
    }
    return held;
  }
  return either() && at === words.length;
}

/**
 * Findings in Cargo.lock: a line each.
 * @param {string} lock
 * @param {string} [file]
 * @returns {string[]}
 */
export function inCargoLock(lock, file = "Cargo.lock") {
  const findings = [];
  for (const block of lock.split("[[package]]").slice(1)) {
    const field = (/** @type {string} */ name) => new RegExp(`^${name} = "(.*)"$`, "m").exec(block)?.[1];
    const [name = "?", source, checksum] = [field("name"), field("source"), field("checksum")];
    const of = `${file}: ${name} ${field("version")}`;
    if (name in BANNED) findings.push(`${of} is banned: ${BANNED[name]}`);
    // Without a source it lies in this repository.
    if (source === undefined) {
      if (!/^(sawtooth|wasm-build$|xtask$)/.test(name))
        findings.push(`${of} has no source and is not one of the project's own`);
      continue;
    }
    if (source !== CRATES) findings.push(`${of} comes from ${source}. Allowed: ${CRATES}`);
    if (!/^[0-9a-f]{64}$/.test(checksum ?? "")) findings.push(`${of} has no checksum`);
  }
  return findings;
}

/**
 * @typedef {{ version?: string, integrity?: string, resolved?: string, license?: string, link?: boolean, hasInstallScript?: boolean,
 *   dependencies?: Record<string, string>, devDependencies?: Record<string, string> }} Entry
 */

/**
 * Findings in package-lock.json: a line each.
 * @param {{ lockfileVersion: number, packages: Record<string, Entry> }} lock
 * @returns {string[]}
 */
export function inPackageLock(lock) {
  const findings = [];
  if (lock.lockfileVersion !== 3)
    findings.push(`package-lock.json: version ${lock.lockfileVersion}; this script reads version 3`);
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === "") {
      const direct = Object.entries({ ...entry.dependencies, ...entry.devDependencies });
      const loose = direct.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
      findings.push(
        ...loose.map(([name, version]) => `package.json: ${name} is ${version}. Allowed: one exact version`),
      );
      continue;
    }
    const name = path.replace(/^.*node_modules\//, "");
    const of = `package-lock.json: ${path} ${entry.version}`;
    if (name in BANNED) findings.push(`${of} is banned: ${BANNED[name]}`);
    if (entry.link) findings.push(`${of} is a link to a folder outside the lock file`);
    if (entry.hasInstallScript) findings.push(`${of} runs a script when it is installed`);
    // Without an address it comes from the registry that npm is set to.
    if (entry.resolved !== undefined && !entry.resolved.startsWith(NPM)) {
      findings.push(`${of} comes from ${entry.resolved}. Allowed: ${NPM}`);
    }
    const hashed = /^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? "");
    if (!hashed && !(entry.integrity === undefined && UNHASHED.has(`${name}@${entry.version}`))) {
      findings.push(`${of} has no integrity hash (sha512)`);
    }
    if (!allows(entry.license ?? ""))
      findings.push(`${of} is under ${entry.license ?? "no licence"}, which is not allowed`);
  }
  return findings;
}

/**
 * Findings in packages as they lie on this machine, beside what the lock says of them.
 * @param {{ packages: Record<string, Entry> }} lock
 * @param {(path: string) => { version?: string, license?: unknown } | null} read The `package.json` of a folder, if it is there.
 * @returns {{ findings: string[], seen: number }}
 */
export function inPackages(lock, read) {
  const findings = [];
  let seen = 0;
  for (const [path, entry] of Object.entries(lock.packages)) {
    const own = path === "" ? null : read(path);
    if (own === null) continue;
    seen++;
    if (own.version !== entry.version)
      findings.push(`${path} is ${own.version}; package-lock.json has ${entry.version}`);
    const licence = typeof own.license === "string" ? own.license : "";
    if (!allows(licence))
      findings.push(`${path} ${own.version} is under ${licence || "no licence"}, which is not allowed`);
  }
  return { findings, seen };
}

/**
 * Findings in the crates that this machine's programs are built of.
 * @param {{ packages: { name: string, version: string, source: string | null, license: string | null }[] }} metadata
 * @returns {string[]}
 */
export function inCrates(metadata) {
  const others = metadata.packages.filter(({ source, license }) => source !== null || license === null);
  const wrong = others.filter(({ license }) => !allows(license ?? ""));
  return wrong.map(
    ({ name, version, license }) =>
      `crate ${name} ${version} is under ${license ?? "no licence"}, which is not allowed`,
  );
}

/** The programs: their workspaces, and what they are released with. */
const WORKSPACES = [["Cargo.toml", "--features", "sawtooth/parquet"], ["python/Cargo.toml"]];

/** Lock files of Cargo. */
export const CARGO_LOCKS = ["Cargo.lock", "python/Cargo.lock", "wasm-core/fuzz/Cargo.lock"];

/**
 * The crates of a workspace for this machine, without a network.
 * @param {string[]} workspace
 */
function cratesHere([manifest = "", ...features]) {
  const host = /^host: (.*)$/m.exec(execFileSync("rustc", ["-vV"], { cwd: root }).toString())?.[1] ?? "";
  const args = ["--offline", "--filter-platform", host, "--manifest-path", manifest, ...features];
  return metadata(root, args).packages;
}

function main() {
  const text = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");
  const lock = JSON.parse(text("package-lock.json"));
  const installed = inPackages(lock, (path) => {
    const file = join(root, path, "package.json");
    return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  });
  /** Of each crate one, though several workspaces use it. @type {Map<string, Parameters<typeof inCrates>[0]["packages"][0]>} */
  const crates = new Map();
  for (const workspace of WORKSPACES) {
    for (const crate of cratesHere(workspace)) crates.set(`${crate.name} ${crate.version}`, crate);
  }
  const findings = [
    ...CARGO_LOCKS.flatMap((file) => inCargoLock(text(file), file)),
    ...inPackageLock(lock),
    ...installed.findings,
    ...inCrates({ packages: [...crates.values()] }),
  ];
  for (const finding of findings) console.error(finding);
  const entries = Object.keys(lock.packages).length - 1;
  console.log(
    `${entries} npm packages in the lock (${installed.seen} installed; ${UNHASHED.size} for other systems without a hash), ` +
      `${crates.size} crates for this machine: ${findings.length} findings`,
  );
  if (findings.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
