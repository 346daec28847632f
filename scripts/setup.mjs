/**
 * Prerequisites of any build: the three prerequisites, the pinned Rust toolchain, the packages, a
 * browser (`node scripts/setup.mjs browser`). Node's own modules only, because it runs before anything is installed.
 * Home-made because managers of versions (mise, asdf) would be one more thing to install first.
 * Not here: building and testing (lab.mjs).
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findChromium, HEADLESS } from "./browser.mjs";
import { CommandFailed, command } from "./command.mjs";

/** The project's root. (`import.meta.dirname` is unknown to a Node too old, which is to be told so.) */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** A rustup just installed is not yet in the search path of a shell opened before. */
const cargoBin = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "bin");
if (existsSync(cargoBin)) process.env.PATH = `${cargoBin}${delimiter}${process.env.PATH ?? ""}`;

/** Whether a program answers. */
const answers = (/** @type {string} */ program, /** @type {string[]} */ args) =>
  spawnSync(program, args, { stdio: "ignore", cwd: root }).status === 0;

/** Whether this Node is one that the bundler accepts: ^20.19 or >= 22.12. */
export function nodeFits(/** @type {string} */ version) {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
}

const installNode = {
  linux: "curl -fsSL https://deb.nodesource.com/setup_22.x | sudo -E bash - && sudo apt-get install -y nodejs",
  darwin: "brew install node@22",
  win32: "winget install OpenJS.NodeJS.LTS",
};
const installRustup = {
  linux: "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y --profile minimal",
  darwin: "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y --profile minimal",
  win32: "winget install Rustlang.Rustup",
};
const installCompiler = {
  linux: "sudo apt-get install -y gcc libc6-dev",
  darwin: "xcode-select --install",
  win32:
    'winget install Microsoft.VisualStudio.2022.BuildTools --override "--add Microsoft.VisualStudio.Workload.VCTools"',
};

/** Whether Rust will find a linker. */
function compilerThere() {
  if (process.platform !== "win32") return answers("cc", ["--version"]);
  const programs = process.env["ProgramFiles(x86)"] ?? "C:\\Program Files (x86)";
  return existsSync(join(programs, "Microsoft Visual Studio", "Installer", "vswhere.exe"));
}

/**
 * Names every prerequisite that is missing, with the command that installs it.
 * @returns {string[]}
 */
export function missingPrerequisites() {
  const system = /** @type {"linux" | "darwin" | "win32"} */ (
    process.platform in installNode ? process.platform : "linux"
  );
  const missing = [];
  if (!nodeFits(process.version)) {
    missing.push(`Node ^20.19 or >= 22.12 (this is ${process.version}): ${installNode[system]}`);
  }
  if (!answers("rustup", ["--version"])) missing.push(`rustup: ${installRustup[system]}`);
  if (!compilerThere()) missing.push(`a C compiler, with which Rust links: ${installCompiler[system]}`);
  return missing;
}

/** Ends the program if a prerequisite is missing, and names each with the command that installs it. */
export function prerequisites() {
  const missing = missingPrerequisites();
  if (missing.length === 0) return;
  console.error(["Missing:", ...missing.map((line) => `  - ${line}`)].join("\n"));
  process.exit(1);
}

/** Installs what rust-toolchain.toml pins, unless all of it is there already; rustup itself stays as it is. */
export async function toolchain() {
  const pinned = readFileSync(join(root, "rust-toolchain.toml"), "utf8");
  const listed = (/** @type {string} */ key) =>
    [...(new RegExp(`${key} = \\[(.*?)\\]`, "s").exec(pinned)?.[1] ?? "").matchAll(/"(.+?)"/g)].map(
      (match) => match[1],
    );
  const channel = /channel = "(.+?)"/.exec(pinned)?.[1] ?? "stable";
  const there = spawnSync("rustup", ["component", "list", "--installed", "--toolchain", channel], { cwd: root });
  const names = there.stdout?.toString().split("\n") ?? [];
  const wanted = ["rustc", ...listed("components"), ...listed("targets").map((target) => `rust-std-${target}`)];
  if (there.status === 0 && wanted.every((want = "") => names.some((name) => name.startsWith(want)))) return "";
  return command("rustup", ["toolchain", "install", "--no-self-update"], { cwd: root });
}

/** `npm ci` when the lock is newer than what is installed. */
export async function packages() {
  const installed = join(root, "node_modules", ".package-lock.json");
  const lock = join(root, "package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return "";
  const npm = process.env.npm_execpath;
  const args = ["ci", "--no-audit", "--no-fund"];
  return npm ? command(process.execPath, [npm, ...args], { cwd: root }) : command("npm", args, { cwd: root });
}

/**
 * Installs Chromium if none is found: by apt as root on Debian, else Playwright's own. Where apt knows it, the one without windows is
 * installed beside the one that is found; without it tests run in that.
 */
export async function browser() {
  if (process.env.CHROMIUM_PATH) return "";
  const isApt = process.getuid?.() === 0 && answers("apt-get", ["--version"]);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  if (isApt && findChromium() === null) await command("apt-get", ["update"], { env });
  if (isApt && !existsSync(HEADLESS) && answers("apt-cache", ["show", basename(HEADLESS)]))
    await command("apt-get", ["install", "-y", basename(HEADLESS)], { env }).catch(() => undefined);
  if (findChromium() !== null) return "";
  if (isApt) {
    await command("apt-get", ["install", "-y", "chromium"], { env });
  } else {
    await command(process.execPath, [join(root, "node_modules/@playwright/test/cli.js"), "install", "chromium"], {
      cwd: root,
    });
  }
  if (findChromium() === null) {
    throw new CommandFailed("No Chromium was found after installing it. Name one by CHROMIUM_PATH=/path/to/chromium.");
  }
  return "";
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === "browser") await browser();
