/** Words a notice of the engine, as the native program does from the same catalogue. Not here: any sentence, where it is shown. */

import { addMessages, num, translate } from "./catalogue.ts";

/** Fetches the sentences: before the first of them is said. */
export async function fetchNotices(): Promise<void> {
  addMessages("en", (await import("./en/notices.json")).default);
}

/** Argument of a sentence: a number, a name, the value of a setting. */
type Argument = string | number | boolean | null;

/** A notice: a code with its arguments. */
interface Noticed {
  code: string;
  arguments: Readonly<Record<string, Argument>>;
}

/** Most decimals of a number in a notice: a nanosecond of seconds. */
const DECIMALS = 9;

/** A notice as a sentence; `named` may say the document's names and values as the screen does. */
export function noticeText(
  { code, arguments: args }: Noticed,
  named: (argument: string, value: Exclude<Argument, number>) => string = (_, value) => String(value),
): string {
  const said = Object.entries(args).map(([argument, value]) => [
    argument,
    typeof value === "number" ? num(value, DECIMALS) : named(argument, value),
  ]);
  return translate(`notice.${code}`, Object.fromEntries(said));
}
