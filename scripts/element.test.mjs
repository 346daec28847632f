/**
 * The element's package: its manifest follows the format's schema and names what the class has, and every file that it promises is
 * made. Not here: the element in a browser (e2e/embed.spec.ts).
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { expect, test } from "vitest";

const read = (/** @type {string} */ path) =>
  readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), "utf8");
const json = (/** @type {string} */ path) => JSON.parse(read(path));

const source = read("web/element/sawtooth-widget.ts");
const manifest = json("web/element/custom-elements.json");
const element = manifest.modules[0].declarations[0];
const names = (/** @type {{ name: string }[]} */ list) => list.map(({ name }) => name).sort();
/** The strings of a list in the source, or in another text. */
const list = (/** @type {RegExp} */ where, text = source) =>
  [...(where.exec(text)?.[1] ?? "").matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name);

test("the manifest follows the format's schema", () => {
  const validate = new Ajv({ strict: false }).compile(json("node_modules/custom-elements-manifest/schema.json"));
  expect(validate(manifest), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ ...manifest, modules: [{ kind: "stylesheet", path: "a.css" }] })).toBe(false);
});

test("the manifest names every attribute, event and method of the class", () => {
  const fields = list(/const FIELDS = \[([^\]]*)\]/);
  const attributes = list(/observedAttributes = \[([^\]]*)\]/);
  expect(fields.length).toBeGreaterThan(8);
  expect(names(element.attributes)).toEqual([...fields, ...attributes].sort());

  const events = [...(/const EVENTS = new Map\(\[(.*?)\]\);/s.exec(source)?.[1] ?? "").matchAll(/, "(\w+)"\]/g)];
  expect(names(element.events)).toEqual(events.map(([, name]) => name).sort());

  const ofBrowser = ["constructor", "connectedCallback", "disconnectedCallback", "attributeChangedCallback"];
  const methods = [...source.matchAll(/^ {2}(?:async )?(\w+)\([^;]*\{$/gm)].map(([, name = ""]) => name);
  expect(names(element.members)).toEqual(methods.filter((name) => !ofBrowser.includes(name)).sort());
});

test("React's types name every attribute and event", () => {
  const types = read("web/element/react.d.ts");
  const own = [...list(/type Fields =([^;]*);/, types), "height"];
  expect(own.concat("title", "lang").sort()).toEqual(names(element.attributes));
  expect(list(/type Events =([^;]*);/, types).sort()).toEqual(names(element.events).map((name) => `on${name}`));
});

test("the package has a version of ours and names what it contains", () => {
  const pack = json("web/element/package.json");
  expect(pack.version).toBe(json("package.json").version);
  expect(pack.customElements).toBe("custom-elements.json");
  for (const file of [pack.main, pack.types, pack.customElements, "react.d.ts"]) expect(pack.files).toContain(file);
});
