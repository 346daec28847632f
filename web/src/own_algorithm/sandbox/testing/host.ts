/** The host of readers' programs in Node, as the worker has it; and programs that tests share. Not here: any check. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Engine, initSync } from "../../../../pkg/sawtooth_wasm.js";
import { Host } from "../host.ts";

let made: Host | null = null;

/** One host for all tests of a file: as one worker has one. */
export function host(): Host {
  if (made) return made;
  initSync({ module: readFileSync(new URL("../../../../pkg/sawtooth_wasm_bg.wasm", import.meta.url)) });
  const quickjs = createRequire(import.meta.url).resolve("quickjs-wasi/quickjs.wasm");
  made = new Host(new WebAssembly.Module(readFileSync(quickjs)), () => new Engine());
  return made;
}

/** AIMD(1/2), which is standard TCP, as a reader would write it. */
export const TCP = `
function onAck(flow, ack) {
  if (!ack.cwnd_limited) return;
  if (flow.slow_start) flow.cwnd += 1;
  else flow.cwnd += 1 / flow.cwnd;
}
function onLoss(flow, loss) {
  flow.ssthresh = Math.max(2, Math.floor(loss.base / 2));
}
function onTimeout(flow, timeout) {
  flow.ssthresh = Math.max(2, Math.floor(timeout.base / 2));
}
`;

/** AIMD(b) with the SlowCC paper's growth, as ours: the first loss, one in slow start and one after a timeout halve. */
export const aimd = (b: number): string => `
const b = ${b};
const a = (4 * (2 * b - b * b)) / 3;
const initial = { halves: true };

function onAck(flow, ack) {
  if (!ack.cwnd_limited) return;
  flow.cwnd += flow.slow_start ? 1 : a * (1 / flow.cwnd);
}
function onLoss(flow, loss) {
  const share = flow.state.halves || flow.cwnd < flow.ssthresh ? 1 / 2 : b;
  flow.state.halves = false;
  flow.cwnd = Math.max(1, flow.cwnd - share * flow.cwnd);
  flow.ssthresh = Math.floor(flow.cwnd);
}
function onTimeout(flow, timeout) {
  flow.state.halves = true;
  flow.ssthresh = Math.max(2, Math.floor(timeout.base / 2));
}
`;
