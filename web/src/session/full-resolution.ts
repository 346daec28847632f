/** A view for what is written down or drawn once: thinned columns are waited for until they are simulated again. Not here: charts that move. */
import type { Frame, ViewRequest } from "../engine/protocol.ts";

/** A stretch may be simulated again before it is fine: so often it is asked for, ms apart. */
const PATIENCE = 100;
const PAUSE_MS = 100;

/** A view once it is as fine as the pixels ask; `ask` fetches it. */
export async function fine(ask: (request: ViewRequest) => Promise<Frame>, request: ViewRequest): Promise<Frame> {
  for (let i = 0; ; i++) {
    const frame = await ask(request);
    if (!frame.coarse || i === PATIENCE) return frame;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
