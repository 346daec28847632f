/** The laboratory with a run that the engine refuses. Not here: the words of the refusal (address/refused.test.ts). */
import { expect, test, vi } from "vitest";
import { opened } from "../address/from-address.ts";
import { pack, readAddress } from "../address/link.ts";
import { testEngine } from "../engine/testing/engine.ts";
import { Session } from "../session/session.ts";
import { openRun } from "./open-run.ts";
import { runScenario } from "./scenario-text.ts";

const awaitFile = vi.hoisted(() => vi.fn());
vi.mock("./files.ts", () => ({ traceFile: () => Promise.resolve({ awaitFile }) }));
vi.mock("./boot.ts", () => ({ greet: () => undefined, isReduced: () => false }));
vi.mock("../design/theme.ts", () => ({ reducedMotion: () => false }));
vi.mock("../ui/screens.ts", () => ({ tracksAtFirst: () => null }));
vi.mock("./history-state.ts", () => ({ recallTrail: () => null }));

/** Parts of the run before that were ended. */
const ended: string[] = [];

/** Opens a run whose link has these settings: whether it waits for a file, and what is said. */
async function open(link: object): Promise<{ waits: boolean; codes: string[] }> {
  ended.length = 0;
  awaitFile.mockClear();
  const engine = testEngine(() => undefined);
  const bottleneck = { rate_bps: 1e7, queue: { limit_packets: 84 }, ...link };
  const found = opened(readAddress(`#s=${pack({ schema: 1, duration_s: 2, bottleneck, flows: [{ name: "a" }] })}`));
  const session = new Session(engine, found.document, () => undefined);
  const codes: string[] = [];
  const nothing = (): void => undefined;
  const blame = (): void => void codes.push(...(session.refusal?.errors ?? []).map(({ code }) => code));
  const lab = {
    run: { session, chartArea: { setOpen: nothing, show: nothing } },
    beginning: { update: nothing },
    problems: { refusalLines: () => [], blame },
    focus: { update: nothing },
    address: { place: 0 },
    edits: { pending: { drop: nothing }, former: { forget: () => ended.push("former") } },
    branches: { endRepeat: () => ended.push("repeat") },
  };
  await openRun(lab as unknown as Parameters<typeof openRun>[0], found);
  return { waits: awaitFile.mock.calls.length > 0, codes };
}

const rate_trace_file = { name: "a.down", entries: 3, digest: "0".repeat(16) };

test("a run waits for its file where that alone is missing; else what is wrong is said", async () => {
  expect(await open({ rate_trace_file })).toEqual({ waits: true, codes: [] });
  const both = await open({ rate_trace_file, rate_trace_ms: [1, 2, 3] });
  expect(both.waits).toBe(false);
  expect(both.codes.length).toBeGreaterThan(0);
  const more = await open({ rate_trace_file, queue: { limit_packets: -1 } });
  expect(more).toMatchObject({ waits: false, codes: expect.arrayContaining(["no_trace_file"]) });
  expect(more.codes.length).toBeGreaterThan(1);
});

test("with another run the runs with other seeds and the run before a change are of the one before it", async () => {
  await open({});
  expect(ended.sort()).toEqual(["former", "repeat"]);
});

test("a document in the place of the run is not compared with the run before a change of that", async () => {
  const forget = vi.fn();
  const session = { document: { view: {} }, commit: async () => undefined };
  const lab = {
    run: { session },
    beginning: { update: () => undefined, act: () => undefined },
    edits: { former: { forget } },
  };
  const scenario = { schema: 1 } as unknown as Parameters<typeof runScenario>[1];
  expect(await runScenario(lab as unknown as Parameters<typeof runScenario>[0], scenario)).toEqual([]);
  expect(forget).toHaveBeenCalledOnce();
});
