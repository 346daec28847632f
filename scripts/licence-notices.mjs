/**
 * The licences of what is sent along, as text: of crates that are linked, and how all notices become one file.
 * Home-made because cargo-about knows crates only, and these notices become one file with the packages'.
 * Not here: the packages that a page's build bundles (licences.ts), the file of the wheel (python-pages.mjs).
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {{ name: string, version: string, licence: string, text: string }} Notice
 * @typedef {import("./cargo-metadata.mjs").Crate} Crate
 * @typedef {import("./cargo-metadata.mjs").Metadata} Metadata
 */

const RULE = "=".repeat(80);
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;
/** A crate whose one licence file is the text of Apache-2.0, for those that come without a file. */
const APACHE = "arrow-array";

/** The MIT licence, in the words of ours, of somebody else. */
export function mit(/** @type {string} */ root, /** @type {readonly string[]} */ holders) {
  const lines = holders.map((holder) => `Copyright (c) ${holder}`).join("\n");
  return readFileSync(join(root, "LICENSE"), "utf8").replace(/^Copyright .*$/m, lines);
}

/** The text of a folder's licence files; of several to choose from, MIT, and what holds besides. */
export function licenceIn(/** @type {string} */ folder) {
  const names = readdirSync(folder).filter((name) => LICENCE_FILE.test(name));
  const chosen = names.filter((name) => /mit|unicode|notice/i.test(name));
  return (chosen.length > 0 ? chosen : names).map((name) => readFileSync(join(folder, name), "utf8")).join("\n\n");
}

/** The crates within what is built of our crates `of`: what they are linked with, not what builds them. */
export function cratesOf(/** @type {Metadata} */ { packages, resolve }, /** @type {readonly string[]} */ of) {
  const known = new Map(packages.map((each) => [each.id, each]));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const seen = new Set(packages.filter((each) => of.includes(each.name)).map((each) => each.id));
  for (const id of seen)
    for (const { pkg, dep_kinds } of nodes.get(id)?.deps ?? []) {
      const macro = known.get(pkg)?.targets.some((target) => target.kind.includes("proc-macro"));
      if (!macro && dep_kinds.some(({ kind }) => kind === null)) seen.add(pkg);
    }
  return [...seen].flatMap((id) => known.get(id) ?? []).filter((each) => each.source !== null);
}

/**
 * Notices of the crates within what is built of our crates `of`, and of Rust's standard library.
 * @param {string} root
 * @param {Metadata} read
 * @param {readonly string[]} of
 * @returns {Notice[]}
 */
export function crateNotices(root, read, of) {
  const within = cratesOf(read, of);
  const folderOf = (/** @type {Crate} */ { manifest_path }) => join(manifest_path, "..");
  const apache = within.find((each) => each.name === APACHE);
  const textOf = (/** @type {Crate} */ crate) => {
    const text = licenceIn(folderOf(crate));
    if (text !== "") return text;
    const { name, license } = crate;
    if (/\bMIT\b/.test(license ?? "")) return mit(root, [`the authors of ${name}`]);
    if (license === "Apache-2.0" && apache) return licenceIn(folderOf(apache));
    throw new Error(`${name}: no licence found in ${folderOf(crate)}`);
  };
  const found = within.map((crate) => {
    const { name, version, license } = crate;
    return { name: `${name} (crate)`, version, licence: license ?? "", text: textOf(crate) };
  });
  const std = { name: "Rust's standard library", version: "", licence: "MIT OR Apache-2.0" };
  return [...found, { ...std, text: mit(root, ["The Rust Project Contributors"]) }];
}

/**
 * The text, in order of names; `before`: what other builds have written.
 * @param {string} root
 * @param {string} before
 * @param {readonly Notice[]} notices
 */
export function written(root, before, notices) {
  const parts = new Map(
    before
      .split(`\n${RULE}\n`)
      .slice(1)
      .map((part) => [part.split("\n")[0] ?? "", part.trim()]),
  );
  for (const { name, version, licence, text } of notices) {
    const head = `${[name, version].filter((word) => word !== "").join(" ")}: ${licence}`;
    parts.set(head, `${head}\n\n${text.trim().replaceAll("\r\n", "\n")}`);
  }
  const own = `Sawtooth\n\n${readFileSync(join(root, "LICENSE"), "utf8").trim()}\n\nIt is sent with parts of others, under these licences:`;
  const sorted = [...parts].sort(([one], [other]) => one.localeCompare(other, "en")).map(([, part]) => part);
  return `${[own, ...sorted].join(`\n\n${RULE}\n`)}\n`;
}
