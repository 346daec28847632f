/** Programs that are wrong: each comes back with its kind at its line, in bounded time, and the next one runs all the same. */
import { describe, expect, it } from "vitest";
import { pathOf, scenarioOf } from "./paths.ts";
import { host, TCP } from "./testing/host.ts";
import { type FaultKind, LONGEST_LOG, LONGEST_PROGRAM } from "./types.ts";

/** Longest that a faulty program may take, in ms, on a slow and busy machine. */
const LONGEST_MS = 8000;
const path = { ...pathOf("one_bdp"), duration_s: 3 };
const scenario = JSON.stringify(scenarioOf(path, "own"));
const run = (source: string) => host().run(source, scenario, () => undefined);
/** A program with this body of `onAck`, which begins in line 3. */
const acks = (body: string) => `// first line\nfunction onAck(flow, ack) {\n${body}\n}\n`;

/** Kind, name, line and column (null: not looked at) of a program's fault. */
const WRONG: [what: string, source: string, kind: FaultKind, name: string, line: number | null, column?: number][] = [
  ["an endless loop", acks("  let n = 0;\n  while (true) {\n    n += 1;\n  }"), "endless", "", 4],
  ["an endless loop with nothing in it", acks("\n  while (true) {\n  }"), "endless", "", 4],
  [
    "a loop without a body after a statement",
    acks("  flow.cwnd += 1 / flow.cwnd;\n  while (flow.cwnd > 0) { }"),
    "endless",
    "",
    4,
  ],
  [
    "a loop that only counts after a statement",
    acks("  flow.cwnd += 1;\n  for (let i = 0; i < 9; i--) {\n    const x = i;\n  }"),
    "endless",
    "",
    4,
  ],
  [
    "an empty loop in a loop",
    acks("  for (let i = 0; i < 3; i++) {\n    flow.cwnd += 1;\n    while (true);\n  }\n  for (;;) break;"),
    "endless",
    "",
    5,
    5,
  ],
  [
    "an endless search before a loop",
    acks("  [].indexOf.call({ length: 1e15 }, 1);\n  while (false) {}"),
    "endless",
    "",
    3,
  ],
  ["an endless loop outside of functions", `\nfor (;;) {}\n${TCP}`, "endless", "", 2],
  ["an endless search of JavaScript's own", acks("  [].indexOf.call({ length: 1e15 }, 1);"), "endless", "", 3],
  ["a pattern without end", acks('  /(a+)+$/.test("a".repeat(40) + "b");'), "endless", "", 3],
  ["too much memory", acks("  const all = [];\n  for (;;) all.push([1, 2, 3]);"), "memory", "", 4],
  ["too long a text", acks('  "x".repeat(2 ** 29);'), "memory", "", 3],
  ["a text that grows within JavaScript's own", acks('  "\\u0344".repeat(300000).normalize("NFC");'), "memory", "", 2],
  ["nothing thrown", acks("  throw null;"), "throw", "", 2],
  ["deep recursion", `function deep(n) {\n  return deep(n + 1) + 1;\n}\n${acks("  deep(0);")}`, "stack", "", 2],
  ["an error", acks('  throw new Error("so");'), "throw", "", 3, 13],
  ["a text thrown", acks('  throw "so";'), "throw", "", 2],
  ["an unknown name", acks("\n  flow.cwnd += growth;"), "throw", "", 4],
  ["a syntax error", acks("  if (flow.cwnd > ) return;"), "syntax", "", 3, 19],
  ["no end", "function onAck(flow) {\n  if (true) {\n}", "syntax", "", 3],
  ["a window that is no number", acks("  flow.cwnd += ack.newly_acked / undefined;"), "number", "cwnd", 3],
  ["a window below 0", acks("  const w = flow.cwnd;\n  flow.cwnd = w - 1e9;"), "number", "cwnd", 4],
  ["a window without end", acks("  flow.cwnd = Infinity;"), "number", "cwnd", 3],
  ["a rate below 0", acks("  flow.pacing_bps = -1;"), "number", "pacing_bps", 3],
  ["a rate without end", acks("  flow.pacing_bps = 1 / 0;"), "number", "pacing_bps", 3],
  ["ssthresh as a text", acks('  flow.ssthresh = "2";'), "number", "ssthresh", 3],
  [
    "a variable that is no number",
    `const initial = { w: 1 };\n${acks("  flow.state.w = NaN;")}`,
    "number",
    "state.w",
    4,
  ],
  ["a name misspelt when read", acks("  flow.cwnd = flow.cwmd + 1;"), "name", "flow.cwmd", 3, 15],
  ["a name misspelt when set", acks("  flow.cwmd = 1;"), "name", "flow.cwmd", 3],
  ["a fact that is set", acks("  ack.newly_acked = 3;"), "fixed", "ack.newly_acked", 3],
  ["a variable that is not in initial", acks("  flow.state.w = 1;"), "name", "state.w", 3],
  ["a let", `let count = 0;\n${acks("  count += 1;")}`, "kept", "count", 1, 5],
  ["a second var", `var count = 0;\n${TCP}`, "kept", "count", 1],
  ["a list that is changed", `const list = [];\n${acks("  list.push(1);")}`, "kept", "list", 4],
  ["a table that is changed", `const table = { w: 1 };\n${acks("  table.w = 2;")}`, "kept", "table", 4],
  ["a constant that is set", `const w = 1;\n${acks("  w = 2;")}`, "throw", "", 4],
  ["a map", `const seen = new Map();\n${TCP}`, "kept", "seen", 1],
  ["something global", acks("  globalThis.x = 1;"), "kept", "globalThis", 3],
  ["no function", "const initial = { n: 1 };", "missing", "", null],
  ["a text in initial", `\nconst initial = { n: 1, word: "x" };\n${TCP}`, "initial", "word", 2],
  [
    "too many variables",
    `const initial = Object.fromEntries([...Array(65).keys()].map((n) => ["v" + n, n]));\n${TCP}`,
    "initial",
    "",
    1,
  ],
  ["too long a program", `//${"x".repeat(LONGEST_PROGRAM)}\n${TCP}`, "long", "", null],
  ["fetch", acks('  fetch("https://example.org");'), "absent", "fetch", 3, 3],
  ["fetch of the global object", acks('  globalThis.fetch("https://example.org");'), "absent", "fetch", 3],
  ["XMLHttpRequest", acks("  new XMLHttpRequest();"), "absent", "XMLHttpRequest", 3],
  ["WebSocket", acks('  new WebSocket("wss://example.org");'), "absent", "WebSocket", 3],
  ["import()", acks('\n  import("x");'), "absent", "import", 4, 3],
  ["import", `import x from "x";\n${TCP}`, "absent", "import", 1, 1],
  ["setTimeout", acks("  setTimeout(() => 1, 0);"), "absent", "setTimeout", 3],
  ["document", acks('  document.title = "x";'), "absent", "document", 3],
  ["the clock", acks("  Date.now();"), "absent", "Date", 3],
  ["chance", acks("  Math.random();"), "absent", "Math.random", 3],
  ["eval", acks('  eval("1");'), "absent", "eval", 3],
  ["Function", acks('  new Function("1");'), "absent", "Function", 3],
  ["Function by a detour", acks('  (() => 1).constructor("return 1")();'), "absent", "Function", 3],
  ["async", "async function onAck() {}", "absent", "async", 1, 1],
];

describe("a wrong program", () => {
  it.each(WRONG)("with %s is explained", async (_, source, kind, name, line, column) => {
    const begun = performance.now();
    const { fault, measured } = await run(source);
    expect(performance.now() - begun).toBeLessThan(LONGEST_MS);
    expect(fault, JSON.stringify(fault)).toMatchObject({ kind, name, line, ...(column && { column }) });
    expect(measured).toBeNull();
    // Whatever it did, the next one runs.
    const next = await run(TCP);
    expect(next.fault).toBeNull();
    expect(next.measured).not.toBeNull();
  });

  it("is found where it stands: before a run, or at a moment of it", async () => {
    const checked = await host().check(acks("  fetch(1);"));
    expect(checked).toEqual({ ok: true, hooks: ["onAck"], state: [] });
    const early = await host().check("let x = 1;\nfunction onRound() {}");
    expect(early).toMatchObject({ ok: false, fault: { kind: "kept", place: "program", at_s: null } });
    const { fault } = await run(`function onLoss(flow) {\n  flow.ssthresh = -1;\n}`);
    expect(fault).toMatchObject({ kind: "number", place: "onLoss", line: 2, message: "-1" });
    // A text is told in its quotes, and a name that is not there with those that are.
    expect((await run(acks('  flow.cwnd = "many";'))).fault?.message).toBe('"many"');
    const { fault: misspelt } = await run(acks("  flow.cwmd = 1;"));
    expect(misspelt?.message.split(", ")).toEqual(expect.arrayContaining(["cwnd", "ssthresh", "min_rtt_ms", "state"]));
    expect(fault?.at_s).toBeGreaterThan(0.1);
    expect(fault?.at_s).toBeLessThan(3);
  });

  /** A thrown value, or one that stands about, may be made to run when it is looked at, and to lie. */
  const SLY: [what: string, source: string, kind: FaultKind][] = [
    ["an error whose text throws", acks("  throw { get message() { throw 1; } };"), "throw"],
    ["an error whose text has no end", acks("  throw { get message() { for (;;) {} } };"), "throw"],
    ["an error that is a proxy", acks("  throw new Proxy({}, { get() { for (;;) {} } });"), "throw"],
    ["a symbol", acks("  throw Symbol();"), "throw"],
    ["nothing", acks("  throw null;"), "throw"],
    ["a made-up line", acks('  throw { name: "Error", message: "x", stack: "own.js:9999:1" };'), "throw"],
    [
      "a made-up kind",
      acks('  throw Object.defineProperty(new Error("x"), "name", { value: "own nonsense y" });'),
      "throw",
    ],
    [
      "a proxy that stands about",
      `const trap = new Proxy({}, { getPrototypeOf() { for (;;) {} } });\n${TCP}`,
      "endless",
    ],
    ["a variable that throws", `const initial = { get n() { throw new Error("n"); } };\n${TCP}`, "initial"],
    ["a swallowed fault in a loop", acks("  for (;;) try { flow.cwnd = NaN; } catch {}"), "endless"],
    [
      "swallowed memory",
      acks('  const all = [];\n  for (;;) try { all.push("x".repeat(1e6) + all.length); } catch {}'),
      "endless",
    ],
    ["recursion that is caught", acks("  const f = () => { try { f(); } catch { f(); } };\n  f();"), "endless"],
  ];
  it.each(SLY)("that throws or holds %s changes nothing about that", async (_, source, kind) => {
    const begun = performance.now();
    const { fault } = await run(source);
    expect(performance.now() - begun).toBeLessThan(LONGEST_MS);
    expect(fault, JSON.stringify(fault)).toMatchObject({ kind });
    expect(fault?.line ?? 1).toBeLessThanOrEqual(source.split("\n").length);
    expect((await run(TCP)).fault).toBeNull();
  });

  it("is ended when its window floods the path", async () => {
    const long = JSON.stringify(scenarioOf(pathOf("one_bdp"), "own"));
    const { fault, measured } = await host().run(acks("  flow.cwnd = 1e9;"), long, () => undefined);
    expect(fault).toMatchObject({ kind: "flood", line: null });
    expect(fault?.at_s).toBeLessThan(60);
    expect(measured).toBeNull();
  });

  it("has the same fault at the same moment each time", async () => {
    const source = acks("  let n = 0;\n  if (flow.now_s > 1) while (true) n += 1;");
    const [one, two] = [await run(source), await run(source)];
    expect(one.fault).toMatchObject({ kind: "endless", line: 4 });
    expect(two.fault).toEqual(one.fault);
  });
});

describe("a program", () => {
  it("writes long texts at no great cost, cut where a line ends", async () => {
    const begun = performance.now();
    const { fault, lines } = await run(`const long = "x".repeat(1e6);\n${acks("  log(long, long, flow.cwnd);")}`);
    expect(fault).toBeNull();
    expect(lines[0]?.text).toBe("x".repeat(300));
    expect(performance.now() - begun).toBeLessThan(LONGEST_MS);
  });

  it("writes lines with their time, and no more than are kept", async () => {
    const { fault, lines, more } = await run(
      acks('  log("w", flow.cwnd, { a: 1 });\n  console.log(ack.cwnd_limited);'),
    );
    expect(fault).toBeNull();
    expect(lines).toHaveLength(LONGEST_LOG);
    expect(more).toBeGreaterThan(100);
    expect(lines[0]?.text).toMatch(/^w [\d.]+ \{"a":1\}$/);
    expect(lines[1]?.text).toMatch(/^(true|false)$/);
    expect(lines[0]?.at_s).toBeGreaterThan(0.04);
  });

  it("keeps its variables, yes and no among them, and each flow its own", async () => {
    const source = `const initial = { rounds: 0, odd: false };
function onRound(flow, round) {
  if (flow.state.rounds !== round.number) throw new Error(flow.state.rounds + " is not " + round.number);
  if (flow.state.odd !== (round.number % 2 === 1)) throw new Error("odd is " + flow.state.odd);
  flow.state.rounds += 1;
  flow.state.odd = !flow.state.odd;
}`;
    const two = JSON.stringify({ ...scenarioOf({ ...pathOf("two_flows"), duration_s: 20 }, "own") });
    const { fault, measured } = await host().run(source, two, () => undefined);
    expect(fault).toBeNull();
    expect(measured).not.toBeNull();
    expect(await host().check(source)).toEqual({ ok: true, hooks: ["onRound"], state: ["rounds", "odd"] });
  });
});
