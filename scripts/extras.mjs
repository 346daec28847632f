/**
 * Parts beside the pages in `dist/`: the custom element as a package (`element/`), and the example site
 * (`examples/`), which is sent as it is written. Run after the pages are built.
 * Home-made because each is a copy or one call of the compiler or bundler.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = join(root, "web", "element");
const target = join(root, "dist", "element");

execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", join(source, "tsconfig.json")], {
  cwd: root,
  stdio: "inherit",
});
// The same for pages of other hosts: a script that is no module needs no leave of the host that it comes from.
await build({
  configFile: false,
  logLevel: "warn",
  define: { "import.meta.url": "undefined" },
  build: {
    outDir: target,
    emptyOutDir: false,
    copyPublicDir: false,
    lib: {
      entry: join(target, "sawtooth-widget.js"),
      formats: ["iife"],
      name: "Sawtooth",
      fileName: () => "sawtooth-widget.classic.js",
    },
  },
});
for (const file of ["package.json", "README.md", "custom-elements.json", "react.d.ts"]) {
  copyFileSync(join(source, file), join(target, file));
}
// npm packs it by its name.
copyFileSync(join(root, "LICENSE"), join(target, "LICENSE"));
// Notebooks are for a clone.
const published = (/** @type {string} */ path) => basename(path) !== "python";
cpSync(join(root, "examples"), join(root, "dist", "examples"), { recursive: true, filter: published });
console.log("dist/element: the package sawtooth-widget; dist/examples: the example site");
