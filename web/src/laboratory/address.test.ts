/** When the address bar is written: not before the run has changed, and not forgotten while what it says is still being fetched. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AddressBar } from "./address.ts";

const replaced: string[] = [];
let ready = false;

function bar(): AddressBar {
  const nothing = (): undefined => undefined;
  return new AddressBar(
    () => "preset=one&t=3",
    () => ready,
    nothing,
    nothing,
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  replaced.length = 0;
  ready = false;
  vi.stubGlobal("location", { hash: "#t=3&preset=one" });
  vi.stubGlobal("history", {
    state: null,
    replaceState: (_state: unknown, _title: string, address?: string) => address && replaced.push(address),
  });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("document", { hidden: false, addEventListener: () => undefined });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("an address that was opened stays as it was given until the run changes", () => {
  const address = bar();
  ready = true;
  address.ready();
  vi.advanceTimersByTime(5000);
  expect(replaced).toEqual([]);
  address.touch();
  vi.advanceTimersByTime(5000);
  expect(replaced).toEqual(["#preset=one&t=3"]);
});

test("a change before it can be written is written once it can", () => {
  const address = bar();
  address.touch();
  vi.advanceTimersByTime(5000);
  expect(replaced).toEqual([]);
  ready = true;
  address.ready();
  vi.advanceTimersByTime(5000);
  expect(replaced).toEqual(["#preset=one&t=3"]);
});
