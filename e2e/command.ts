/** The native command, for tests that compare the page with it. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

export const cargo = (...args: string[]): string =>
  execFileSync("cargo", ["--quiet", "--locked", ...args], { cwd: root, encoding: "utf8", maxBuffer: 1e9 });

/** The program, as the tests of Rust have built it: with a package named, or other features, Cargo would build it once more. */
export function command(): string {
  const what = ["--features", "sawtooth/parquet", "--bin", "sawtooth"];
  const built = cargo("build", ...what, "--message-format", "json")
    .trim()
    .split("\n");
  return built.map((line) => JSON.parse(line)).find((one) => one.executable && one.target.name === "sawtooth")
    .executable;
}
