/** The ways by which a module reaches a page: from a host that compresses it, from one that does not, from one that does not know it. */
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetched, once, within } from "./module.ts";

/** A module that exports the number 7. */
const MODULE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x06, 0x06, 0x01, 0x7f, 0x00, 0x41, 0x07, 0x0b],
  ...[0x07, 0x05, 0x01, 0x01, 0x6e, 0x03, 0x00],
]);
const PACKED = Uint8Array.from(gzipSync(MODULE));
const WASM = { "content-type": "application/wasm" };

const number = (module: WebAssembly.Module): unknown =>
  (new WebAssembly.Instance(module).exports.n as WebAssembly.Global).value;

/** Addresses that were asked for; what the host answers. */
let asked: string[] = [];
let host: Record<string, () => Response> = {};
const streaming = vi.spyOn(WebAssembly, "compileStreaming");

beforeEach(() => {
  [asked, host] = [[], {}];
  streaming.mockClear();
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return host[address]?.() ?? new Response("nothing here", { status: 404 });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A browser has undone what the host's header says. */
const compressing = (type: string) => () =>
  new Response(MODULE, { headers: { "content-type": type, "content-encoding": "gzip" } });

test("a host that compresses it: one request, compiled while it arrives", async () => {
  host = { "/a.wasm": compressing("application/wasm") };
  expect(number(await fetched("/a.wasm", "/a.wasm.gz"))).toBe(7);
  expect([asked, streaming.mock.calls.length]).toEqual([["/a.wasm"], 1]);
});

test("a host that does not compress it: the compressed copy, compiled while it arrives", async () => {
  const cancel = vi.fn();
  const plain = () => new Response(new ReadableStream({ cancel }), { headers: WASM });
  host = { "/a.wasm": plain, "/a.wasm.gz": () => new Response(PACKED) };
  expect(number(await fetched("/a.wasm", "/a.wasm.gz"))).toBe(7);
  expect([asked, streaming.mock.calls.length]).toEqual([["/a.wasm", "/a.wasm.gz"], 1]);
  expect(cancel, "the rest of the other is not fetched").toHaveBeenCalledOnce();
});

test("a host that declares the copy's compression: the browser has undone it", async () => {
  host = { "/a.wasm": () => new Response(MODULE, { headers: WASM }), "/a.wasm.gz": compressing("application/gzip") };
  expect(number(await fetched("/a.wasm", "/a.wasm.gz"))).toBe(7);
  expect(asked).toEqual(["/a.wasm", "/a.wasm.gz"]);
});

test.each([
  ["is missing", () => new Response("", { status: 404 })],
  ["is broken", () => new Response(PACKED.subarray(0, 30))],
  ["is something else", () => new Response("<!doctype html>")],
])("a compressed copy that %s: the module itself", async (_, copy) => {
  host = { "/a.wasm": () => new Response(MODULE, { headers: WASM }), "/a.wasm.gz": copy };
  expect(number(await fetched("/a.wasm", "/a.wasm.gz"))).toBe(7);
  expect(asked).toEqual(["/a.wasm", "/a.wasm.gz", "/a.wasm"]);
});

test.each(["application/octet-stream", "text/plain", "application/wasm; charset=utf-8"])(
  "a host that calls it %s: its bytes are compiled once they are there",
  async (type) => {
    host = { "/a.wasm": compressing(type) };
    expect(number(await fetched("/a.wasm", "/a.wasm.gz"))).toBe(7);
    expect(streaming).not.toHaveBeenCalled();
  },
);

test("the offline copy: what it has, and no request that it cannot answer", async () => {
  vi.stubGlobal("navigator", { serviceWorker: { controller: {} } });
  host = { "/a.wasm": () => new Response(MODULE, { headers: WASM }) };
  expect(number(await fetched("/a.wasm", "/a.wasm.gz"))).toBe(7);
  expect(asked).toEqual(["/a.wasm"]);
});

test("a module that is not there is said with its address' answer", async () => {
  await expect(fetched("/a.wasm", null)).rejects.toThrow("404");
});

test("within a page", async () => {
  expect(number(await within(Buffer.from(PACKED).toString("base64")))).toBe(7);
  expect(asked).toEqual([]);
});

test("is loaded once for all, and anew after a failure", async () => {
  const load = vi.fn(() => within(Buffer.from(PACKED).toString("base64")));
  load.mockRejectedValueOnce(new Error("no network"));
  const loaded = once(load);
  await expect(loaded()).rejects.toThrow("no network");
  const [one, two] = await Promise.all([loaded(), loaded()]);
  expect(one).toBe(two);
  expect(load).toHaveBeenCalledTimes(2);
});
