/** All that is wrong: in an address, a file, a field or a run. Not here: its list (views.ts), words of a refusal (session/refusals.ts). */
import type { TemplateResult } from "lit";
import type { Opened } from "../address/from-address.ts";
import { translate } from "../i18n/catalogue.ts";
import { refusalLines, refusalText, unreadText } from "../session/refusals.ts";
import { type Common, Part } from "./page.ts";

export class Problems extends Part<Common, Problems> {
  /** Lines about an address or a file that could not be used. */
  wrong: readonly string[] = [];
  /** The file that could not be opened; null: it is the address. */
  wrongFile: string | null = null;
  /** The run of an address that names the file of a trace, until that file is opened, with the field that opens it; null: none waits. */
  awaits: { found: Opened; field: TemplateResult } | null = null;
  /** Lines about a run that ended or was halted. */
  faults: readonly string[] = [];
  /** Refused at a field before the engine saw it, by path. */
  unread: ReadonlyMap<string, string> = new Map();

  /** Nothing is wrong, as when another run opens (but with its address), or the list is dismissed. */
  clear(wrong: readonly string[] = []): void {
    this.update({ wrong, wrongFile: null, awaits: null, faults: [] });
  }

  /** Adds to the list of what is wrong. */
  blame(lines: readonly string[]): void {
    this.update({ wrong: [...this.wrong, ...lines] });
  }

  /** Adds to the list of what ended or halted a run. */
  fault(text: string): void {
    this.update({ faults: [...this.faults, text] });
  }

  /** A file cannot be opened. */
  refuseFile({ name }: File, wrong: readonly string[]): void {
    this.update({ wrong, wrongFile: translate("lab.file.wrong", { name: name.slice(0, 80) }) });
  }

  /** Text in a number's field that is no number: the error stays there until a setting is changed. */
  refuseText(path: string, typed: string): void {
    const { session } = this;
    // A refused entry of before is not there any more.
    session.dismiss();
    const text = unreadText(path, typed, session.settings);
    this.lab.page.says(text, "problems");
    this.update({ unread: new Map([[path, text]]) });
  }

  /** Words of the engine's present refusal. */
  refusalLines(): string[] {
    const { refusal, settings } = this.session;
    return refusalLines(refusal, settings, this.lab.run.player.looks);
  }

  /** Worded refusals by the path of the setting that was changed. */
  errors(): Map<string, string> {
    const { refusal, settings } = this.session;
    const { looks } = this.lab.run.player;
    if (!refusal?.path) return new Map(this.unread);
    const { path } = refusal;
    // Of a list each entry has its own.
    const own = refusal.errors.filter(({ place }) => place.startsWith(`${path}[`));
    const each = own.map((error): [string, string] => [error.place, refusalText(error, settings, looks)]);
    return new Map([...this.unread, [path, this.refusalLines().join(" ")], ...each]);
  }
}
