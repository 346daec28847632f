/** Answer of `cargo metadata` about a workspace. Not here: what follows from it (supply.mjs, licence-notices.mjs). Home-made because it is one call. */
import { execFileSync } from "node:child_process";

/**
 * @typedef {{ id: string, name: string, version: string, license: string | null, source: string | null, manifest_path: string,
 *   targets: { kind: string[] }[] }} Crate
 * @typedef {{ packages: Crate[],
 *   resolve: { nodes: { id: string, deps: { pkg: string, dep_kinds: { kind: string | null }[] }[] }[] } }} Metadata
 */

/**
 * The crates of the workspace in `folder`, as its lock file has them; `args`: further arguments of the command.
 * @param {string} folder
 * @param {readonly string[]} args
 * @returns {Metadata}
 */
export function metadata(folder, args) {
  const all = ["metadata", "--format-version", "1", "--locked", ...args];
  return JSON.parse(execFileSync("cargo", all, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 }));
}
