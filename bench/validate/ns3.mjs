/**
 * Runs the program for ns-3 (dumbbell.cc), which is built first: only what it prints is compared. Not here: which runs (parts/ns3.mjs).
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const source = fileURLToPath(new URL("dumbbell.cc", import.meta.url));
const LIBRARIES = ["core", "network", "internet", "applications", "point-to-point", "traffic-control"];
const run = promisify(execFile);

/** Classes of ns-3 by the names of Linux's modules.
 * @type {Record<string, string>}
 */
const CLASSES = {
  reno: "LinuxReno",
  bic: "Bic",
  cubic: "Cubic",
  highspeed: "HighSpeed",
  htcp: "Htcp",
  illinois: "Illinois",
  ledbat: "Ledbat",
  lp: "Lp",
  scalable: "Scalable",
  vegas: "Vegas",
  veno: "Veno",
  westwood: "Westwood",
  yeah: "Yeah",
};

/**
 * Builds the program; null where ns-3 or a compiler is missing. `close` removes it.
 * @returns {{ ns3: (path: import("./ns2.mjs").Path, seed: number) => Promise<any>, close: () => void } | null}
 */
export function ns3() {
  const folder = mkdtempSync(join(tmpdir(), "sawtooth-ns3-"));
  const program = join(folder, "dumbbell");
  const close = () => rmSync(folder, { recursive: true });
  try {
    const libraries = LIBRARIES.map((name) => `-lns3-${name}`);
    execFileSync("c++", ["-std=c++17", "-O2", "-o", program, source, ...libraries], { stdio: "ignore" });
  } catch {
    close();
    return null;
  }
  return {
    async ns3(path, seed) {
      const module = String(path.flows[0]?.kind).slice("ns3.".length);
      const args = [CLASSES[module] ?? module, path.loss ?? 0, path.flows.length, path.from_s, path.to_s, seed];
      const { stdout } = await run(program, args.map(String));
      const { goodput_bps, queue_packets } = JSON.parse(stdout);
      const sum = goodput_bps.reduce((/** @type {number} */ total, /** @type {number} */ each) => total + each, 0);
      return { goodput_bps: sum, queue: { mean: queue_packets } };
    },
    close,
  };
}
