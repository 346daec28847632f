/** A view for what is written down or drawn once: thinned columns are waited for until they are simulated again. Not here: charts that move. */
import type { Frame, ViewRequest } from "../engine/protocol.ts";
import type { Engine } from "./session.ts";

/** A stretch may be simulated again before it is fine: so often it is asked for, ms apart. */
const PATIENCE = 100;
const PAUSE_MS = 100;

/** A view once it is as fine as the pixels ask. */
export async function fine(engine: Engine, request: ViewRequest): Promise<Frame> {
  for (let i = 0; ; i++) {
    const frame = await engine.ask("view", request);
    if (!frame.coarse || i === PATIENCE) return frame;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
