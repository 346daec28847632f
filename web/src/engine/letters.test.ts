/** Names in any script: what a letter or a digit is the module asks of the script engine, as `scenario/src/letters.rs` says. */
import { expect, test } from "vitest";
import { testEngine } from "./testing/engine.ts";

const engine = testEngine(() => undefined);

/** Whether an entry may have this name. */
async function isName(name: string): Promise<boolean> {
  const scenario = {
    schema: 1,
    duration_s: 1,
    bottleneck: { rate_bps: 1e7, queue: { limit_packets: 84 } },
    flows: [{ name }],
  };
  return (await engine.ask("check", { scenario: JSON.stringify(scenario) })).ok;
}

// The same names as in `letters.rs`.
test("letters and digits of any script are those of the command", async () => {
  for (const name of ["Größe 1", "поток", "流れ", "हिंदी", "٣", "Ⅷ", "½"])
    expect([name, await isName(name)]).toEqual([name, true]);
  for (const name of ["a•", "🙂", "“a”", "a\u200bb", "€", "a\u0300"])
    expect([name, await isName(name)]).toEqual([name, false]);
});
