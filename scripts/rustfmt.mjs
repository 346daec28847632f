/** `node scripts/rustfmt.mjs` checks the format of all Rust files: `cargo fmt` does not see modules that a macro declares. */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const files = ["wasm-core", "python/src"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".rs"))
    .map((file) => join(folder, file)),
);
execFileSync("rustfmt", ["--edition", "2024", "--check", ...files], { cwd: root, stdio: "inherit" });
