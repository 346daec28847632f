/**
 * The tracks through the lessons, and with them the lessons that exist. To add one: a file `ID.en.md` like window.en.md (and one for
 * each other language), and its id as one line in a track. Not here: anything of a lesson itself.
 */

const NEWCOMER = ["window", "slow_start", "sawtooth", "queue_delay", "random_loss"] as const;

/** Ways through the lessons, in order; ids are the names of files. */
export const TRACKS = {
  newcomer: NEWCOMER,
  course: [
    ...NEWCOMER,
    "buffer_size",
    "fairness_rtt",
    "two_algorithms",
    "delay_signal",
    "aqm",
    "model",
    "two_queues",
    "late",
  ],
  seminar: [
    "delay_signal",
    "envelope",
    "backoff_g",
    "shadow_window",
    "aqm",
    "slow_control",
    "model",
    "two_queues",
    "starvation",
    "loss_cause",
  ],
} as const satisfies Record<string, readonly string[]>;

/** All lessons, in the order in which the tracks reach them. */
export const LESSONS: readonly string[] = [...new Set<string>(Object.values(TRACKS).flat())];

/** The id of a lesson's scenario among the presets: the first has none of its own. */
export function presetId(id: string, scenario: string): string {
  return scenario === "a" ? `lesson_${id}` : `lesson_${id}_${scenario}`;
}
