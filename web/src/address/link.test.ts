/** Addresses: round trips, and what hostile or damaged ones do (nothing but a sentence). */
import { deflateSync, strToU8 } from "fflate";
import { expect, test } from "vitest";
import { fromBase64Url, pack, packOnce, readAddress, toBase64Url, unpack, writeAddress } from "./link.ts";

const scenario = {
  schema: 1,
  title: "naïve → ünïcode",
  duration_s: 80,
  bottleneck: { rate_bps: 1e7 },
  interventions: [{ at_s: 30, path: "bottleneck.loss.probability", value: 0.02 }],
};
const codes = (hash: string) => readAddress(hash).problems.map((problem) => problem.code);

test("base64url of every length comes back", () => {
  for (let length = 0; length < 70; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 97 + length * 31) & 255);
    const text = toBase64Url(bytes);
    expect(text).toMatch(/^[A-Za-z0-9_-]*$/);
    expect(fromBase64Url(text)).toEqual(bytes);
  }
  expect(fromBase64Url("a")).toBeNull();
  expect(fromBase64Url("ab$d")).toBeNull();
});

test("a whole run goes into an address and comes back", () => {
  const written = writeAddress({
    scenario,
    view: ["cwnd", "queue"],
    controls: ["loss", "flows.cdg.algorithm.g_ms"],
    t: 12.3456789,
    speed: 0.05,
    autoplay: false,
    theme: "dark",
    projector: true,
    rounds: true,
  });
  const read = readAddress(`#${written}`);
  expect(read.problems).toEqual([]);
  expect(JSON.parse(read.scenario ?? "")).toEqual(scenario);
  expect(read).toMatchObject({
    view: ["cwnd", "queue"],
    controls: ["loss", "flows.cdg.algorithm.g_ms"],
    t: 12.345679,
    speed: 0.05,
    autoplay: false,
    theme: "dark",
    projector: true,
    rounds: true,
  });
  expect(written).toContain("axis=rtt");
  expect(readAddress("#axis=s")).toMatchObject({ rounds: false, problems: [] });
  expect(readAddress("#axis=minutes")).toMatchObject({ rounds: false, problems: [{ code: "link.value" }] });
});

test("short texts stay plain, and both versions are read", () => {
  expect(pack({ a: 1 })[0]).toBe("0");
  expect(pack({ a: "x".repeat(500) })[0]).toBe("1");
  expect(unpack("0eyJhIjoxfQ")).toEqual({ text: '{"a":1}' });
  expect(unpack(`1${toBase64Url(deflateSync(strToU8('{"a":1}')))}`)).toEqual({ text: '{"a":1}' });
});

test("a trace of 20,000 entries goes into an address and comes back; a longer one is refused in words", () => {
  const of = (entries: number, side = "bottleneck") => ({
    ...scenario,
    [side]: { rate_bps: 1e7, rate_trace_ms: Array.from({ length: entries }, (_, i) => 3 * i + 1) },
  });
  expect(JSON.parse(readAddress(`#s=${pack(of(20_000))}`).scenario ?? "")).toEqual(of(20_000));
  for (const side of ["bottleneck", "reverse_bottleneck"]) {
    const { scenario: found, problems } = readAddress(`#s=${pack(of(20_001, side))}`);
    expect(found).toBeNull();
    expect(problems).toEqual([{ code: "link.trace", args: { n: "20,001", most: "20,000" } }]);
  }
});

test("damaged, truncated and unknown encodings are named", () => {
  const packed = pack(scenario);
  for (let length = 1; length < packed.length - 1; length++)
    expect(unpack(packed.slice(0, length))).toHaveProperty("problem");
  expect(codes("#s=1%%%")).toEqual(["link.value"]);
  expect(codes("#s=1!!!!")).toEqual(["link.damaged"]);
  expect(codes("#s=0_w")).toEqual(["link.damaged"]);
  expect(codes("#s=9abcd")).toEqual(["link.version"]);
  expect(codes("#s=")).toEqual(["link.version"]);
});

test("a scenario that no address may unpack to is in none, and another one is packed once", () => {
  const interventions = Array.from({ length: 20_000 }, (_, i) => ({
    at_s: i / 1000,
    path: "bottleneck.rate_bps",
    value: 1e7,
  }));
  expect(writeAddress({ scenario: { ...scenario, interventions }, t: 3 })).toBe("t=3");
  const some = { ...scenario, interventions: interventions.slice(0, 15_000) };
  const field = packOnce(some);
  expect(readAddress(`#s=${field}`).scenario).toBe(JSON.stringify(some));
  some.interventions.length = 0;
  expect(packOnce(some)).toBe(field);
});

test("what unpacks to more than 1 MB is refused without unpacking it all", () => {
  const bomb = deflateSync(new Uint8Array(20_000_000), { level: 9 });
  const before = performance.now();
  expect(unpack(`1${toBase64Url(bomb)}`)).toEqual({ problem: { code: "link.too_large", args: {} } });
  expect(performance.now() - before).toBeLessThan(1000);
  expect(unpack(`1${toBase64Url(deflateSync(new Uint8Array(1_000_001)))}`)).toHaveProperty(
    "problem.code",
    "link.too_large",
  );
  expect(unpack(`1${toBase64Url(deflateSync(new Uint8Array(1_000_000).fill(32)))}`)).toHaveProperty("text");
}, 20_000);

test("what is wrong is told, and the rest still works", () => {
  const read = readAddress(
    "#preset=cdg_fig4&t=abc&speed=-1&autoplay=yes&theme=pink&view=cwnd,nothing&lang=../x&nonsense=1&__proto__=1&preset=other",
  );
  expect(read.preset).toBe("cdg_fig4");
  expect(read.view).toEqual(["cwnd"]);
  expect(read.t).toBeNull();
  expect(read.problems.map((problem) => problem.code)).toEqual([
    "link.value",
    "link.value",
    "link.value",
    "link.value",
    "link.value",
    "link.value",
    "link.unknown",
    "link.unknown",
    "link.twice",
  ]);
});

test("of very many problems the first are told, and how many more there are", () => {
  const read = readAddress(`#${Array.from({ length: 1e5 }, (_, i) => `k${i}`).join("&")}`);
  expect(read.problems).toHaveLength(13);
  expect(read.problems.at(-1)).toEqual({ code: "error.more", args: { count: 1e5 - 12 } });
  const controls = readAddress(`#controls=${Array.from({ length: 1e5 }, (_, i) => `c${i}`).join(",")}`);
  expect(controls.controls).toHaveLength(40);
  expect(controls.problems.map(({ code }) => code)).toEqual(["link.value"]);
});

test("an origin that is none is told, and then nobody is obeyed", () => {
  expect(readAddress("#origin=https://a.example")).toMatchObject({ origin: "https://a.example", problems: [] });
  for (const wrong of [
    "foo",
    "null",
    "",
    "*",
    "javascript:1",
    "%00",
    "https://a.example/",
    "HTTPS://A.EXAMPLE",
    "file:///",
  ]) {
    const read = readAddress(`#origin=${wrong}`);
    expect(read.origin, wrong).toBe("");
    expect(
      read.problems.map(({ code }) => code),
      wrong,
    ).toEqual(["link.value"]);
  }
  // The name that was probably meant is given.
  expect(readAddress("#origin=https://a.example/page").problems[0]?.args.allowed).toBe("https://a.example");
});

test("an empty address says nothing", () => {
  for (const hash of ["", "#", "#&", "#&&"])
    expect(readAddress(hash)).toMatchObject({ scenario: null, preset: null, problems: [] });
  expect(writeAddress({})).toBe("");
  expect(writeAddress({ preset: "cdg_fig4", t: 0, speed: 1, theme: "auto" })).toBe("preset=cdg_fig4");
  expect(readAddress("#controls=none").controls).toEqual([]);
});
