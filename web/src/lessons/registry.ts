/**
 * The lessons that exist, in the order of the gallery, and the tracks through them. To add one: a file `ID.en.md` like
 * window.en.md (and one for each other language), and one line here. Not here: anything of a lesson itself.
 */

/** Ids, each the name of its files. */
export const LESSONS = [
  "window",
  "slow_start",
  "sawtooth",
  "queue_delay",
  "random_loss",
  "buffer_size",
  "fairness_rtt",
  "two_algorithms",
  "delay_signal",
  "aqm",
  "envelope",
  "backoff_g",
  "shadow_window",
  "slow_control",
] as const;

export type LessonId = (typeof LESSONS)[number];

const NEWCOMER = ["window", "slow_start", "sawtooth", "queue_delay", "random_loss"] as const;

/** Ways through the lessons, in order. */
export const TRACKS = {
  newcomer: NEWCOMER,
  course: [...NEWCOMER, "buffer_size", "fairness_rtt", "two_algorithms", "delay_signal", "aqm"],
  seminar: ["delay_signal", "envelope", "backoff_g", "shadow_window", "aqm", "slow_control"],
} as const satisfies Record<string, readonly LessonId[]>;

/** The id of a lesson's scenario among the presets: the first has none of its own. */
export function presetId(id: string, scenario: string): string {
  return scenario === "a" ? `lesson_${id}` : `lesson_${id}_${scenario}`;
}
