/**
 * Title, path, charts and controls are of one run, whatever happens to the engine: what each of them is made from is read after each of
 * twenty faults. Not here: what is said of a fault (i18n/errors.ts), the worker (engine/client.test.ts, e2e/lost.spec.ts).
 */
import { expect, test, vi } from "vitest";
import { createEngine, type WorkerLike } from "../engine/client.ts";
import { type AbortMessage, nameText, type RequestMessage, sourceName } from "../engine/protocol.ts";
import type { LabDocument } from "./document.ts";
import type { Scenario } from "./scenario.ts";
import { Session } from "./session.ts";

const documentOf = (title: string): LabDocument => ({
  scenario: { schema: 1, title, duration_s: 80, flows: [{ name: sourceName(`flow of ${title}`) }] } as Scenario,
  view: { charts: [], focus: null },
});

/** A request at which a worker ends, for the run of this title: with an error, or silently. */
interface Fault {
  at: "load" | "progress" | "settings" | "change";
  of: string;
  silent: boolean;
}

/** A worker that computes each run to its end at once, but for the faults. */
class FaultyWorker implements WorkerLike {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  private scenario: Scenario | null = null;
  private dead = false;
  constructor(private readonly faults: readonly Fault[]) {}
  terminate() {
    this.dead = true;
  }
  private say(data: unknown) {
    if (!this.dead) this.onmessage?.({ data } as MessageEvent);
  }
  private fails(at: Fault["at"]): boolean {
    const fault = this.faults.find((each) => each.at === at && each.of === this.scenario?.title);
    if (fault && !fault.silent) this.say({ stream: "error", message: "unreachable" });
    if (fault) this.dead = true;
    return fault !== undefined;
  }
  postMessage(message: RequestMessage | AbortMessage) {
    void Promise.resolve().then(() => {
      if (this.dead || !("name" in message)) return;
      const { id, name, argument } = message;
      if (name === "load" || name === "change") {
        const scenario = JSON.parse((argument as { scenario: string }).scenario) as Scenario;
        this.scenario = scenario;
        if (this.fails(name)) return;
        const flows = (scenario.flows ?? []).map((flow) => flow.name);
        this.say({
          id,
          ok: true,
          result: { ok: true, document: scenario, duration_s: 80, flows, cross_traffic: [] },
        });
        setTimeout(() => {
          if (this.fails("progress")) return;
          this.say({ stream: "progress", computed_s: 80, duration_s: 80, digest: "0".repeat(16), generation: 1 });
        }, 5);
      }
      if (name === "picture") this.say({ id, ok: true, result: {} });
      if (name === "settings" && !this.fails("settings"))
        this.say({ id, ok: true, result: { document: this.scenario } });
    });
  }
}

const faults: Fault[] = (["load", "progress", "settings", "change"] as const).flatMap((at) =>
  [false, true].map((silent) => ({ at, of: "bad", silent })),
);
const cases = faults.flatMap((fault) => [
  { fault, act: "opened after a good run", wanted: "good" },
  { fault, act: "opened, and another one at once", wanted: "next" },
  ...(fault.at === "change" ? [{ fault, act: "made by a change of a good run", wanted: "good" }] : []),
  ...(fault.at === "load" ? [{ fault, act: "opened twice", wanted: "good" }] : []),
]);

test("there are twenty of them", () => expect(cases).toHaveLength(20));

test.each(cases)("$fault.at, silent: $fault.silent, $act", async ({ fault, act, wanted }) => {
  vi.useFakeTimers();
  const engine = createEngine(async () => new FaultyWorker([fault]));
  const session = new Session(engine, documentOf("good"), () => undefined);
  engine.onProgress((progress) => session.progress({ stream: "progress", ...progress }));
  engine.onError((crash) => session.crashed(crash));
  // Long enough for a silent worker to be given up, twice, while frames ask for pictures.
  const settle = async () => {
    for (let i = 0; i < 40; i++) {
      engine.ask("picture", { t_s: 0, screen_second_s: 1 }).catch(() => undefined);
      await vi.advanceTimersByTimeAsync(2000);
    }
  };
  await session.open(session.document);
  await settle();
  session.clock.seek(30);
  const bad = documentOf("bad");
  if (act.startsWith("made by a change")) {
    const interventions = [{ at_s: 30, path: "bottleneck.rate_bps", value: 1e6 }];
    void session.commit({ ...bad, scenario: { ...session.document.scenario, title: "bad", interventions } });
  } else void session.open(bad);
  if (act.endsWith("at once")) {
    await vi.advanceTimersByTimeAsync(1);
    void session.open(documentOf("next"));
  }
  if (act.endsWith("twice")) {
    await settle();
    void session.open(documentOf("bad"));
  }
  await settle();
  // A fault that this act does not meet leaves the run as it was asked for.
  const met = fault.at !== "change" || act.startsWith("made by a change");
  const title = met || act.endsWith("at once") ? wanted : "bad";
  expect(session.document.scenario.title, "title").toBe(title);
  expect(session.taken, "address and undo").toBe(session.document);
  expect(session.run?.flows.map(nameText), "path and charts").toEqual([`flow of ${title}`]);
  expect((session.settings as Scenario | null)?.title, "controls").toBe(title);
  expect(session.digest).not.toBeNull();
  engine.close();
  vi.useRealTimers();
});
