/** The laboratory's workers for many runs, which stay for the next time. Not here: what they do (repeat.ts, judge.ts). */
import { Pool } from "../ensemble/client.ts";

export const pool = new Pool();
