/**
 * Choice of what is presented, or edited: the run as it is, one of our scripts, a script from a file; and the way to a script of one's own.
 * Not here: presenting (presenter.ts), recording (recorder-panel.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { num, translate } from "../i18n/catalogue.ts";
import { showSheet } from "../ui/dialog.ts";
import { recall } from "../ui/storage.ts";
import type { Laboratory } from "./laboratory.ts";
import { type Lecture, recallLecture } from "./position.ts";
import { type Begins, Presenter, presentScript } from "./presenter.ts";
import type { Script } from "./script.ts";
import { OUR_SCRIPTS, type Read, readWhole, scriptOf } from "./script-sources.ts";
import { showRunCode } from "./share-code.ts";

/** A script is no larger, bytes. */
const MOST_BYTES = 1_000_000;

export function showChoices(lab: Laboratory): void {
  let wrong: readonly string[] = [];
  showSheet(translate("present.title"), (again, close) => {
    const read = async (reading: Promise<Read>, then: (script: Script) => unknown): Promise<void> => {
      const read = await reading;
      if ("wrong" in read) {
        wrong = read.wrong;
        again();
        return;
      }
      close();
      await then(read.script);
    };
    const begin = (reading: Promise<Read>, name: string | null, begins?: Begins): Promise<void> =>
      read(reading, (script) => presentScript(lab, script, begins, name));
    const record = async () => (await import("./recorder-panel.ts")).openRecorder(lab);
    const edit = (reading: Promise<Read>): Promise<void> =>
      read(reading, async (script) => (await record()).edit(script));
    const ours = (id: string): Promise<Read> => scriptOf(lab.run.engine, id);
    const file = (then: (reading: Promise<Read>) => Promise<void>, label: string): TemplateResult => {
      const pick = async (event: Event): Promise<void> => {
        const input = event.target as HTMLInputElement;
        const picked = input.files?.[0];
        if (!picked) return;
        const text = picked.size > MOST_BYTES ? null : await picked.text();
        // The same file again, once it is corrected, is another choice.
        input.value = "";
        const large = translate("present.wrong.large", { name: picked.name.slice(0, 80) });
        await then(text === null ? Promise.resolve({ wrong: [large] }) : readWhole(lab.run.engine, text));
      };
      return html`<label class="button is-line file">${label}<input type="file" class="unseen" accept=".json,application/json" @change=${pick} /></label>`;
    };
    const row = (title: string, hint: string, ...acts: TemplateResult[]): TemplateResult =>
      html`<div class="present-row"><div><b>${title}</b><small>${hint}</small></div><span>${acts}</span></div>`;
    const button = (label: string, run: () => void, first = false): TemplateResult =>
      html`<button type="button" class="button is-line" ?autofocus=${first} @click=${run}>${label}</button>`;
    const left = recallLecture();
    const on = (lecture: Lecture): TemplateResult =>
      row(
        translate("present.left"),
        lecture.title,
        button(translate("present.edit"), () => void edit(ours(lecture.script))),
        button(
          translate("present.go_on", { n: num(lecture.step) }),
          () => void begin(ours(lecture.script), lecture.script, { press: lecture.at }),
          true,
        ),
      );
    return html`
      ${left ? on(left) : nothing}
      ${row(
        translate("present.run"),
        translate("present.run.hint"),
        button(translate("present.begin"), () => {
          close();
          void new Presenter(lab, null, null).screen.fill();
        }),
      )}
      ${OUR_SCRIPTS.map((id) =>
        row(
          translate(`present.script.${id}`),
          translate(`present.script.${id}.hint`),
          button(translate("present.edit"), () => void edit(ours(id))),
          button(translate("present.begin"), () => void begin(ours(id), id)),
        ),
      )}
      ${row(
        translate("present.file"),
        translate("present.file.hint"),
        file(edit, translate("present.edit")),
        file((reading) => begin(reading, null), translate("present.open")),
      )}
      ${row(
        translate("present.record"),
        translate("present.record.hint"),
        button(translate(recall("draft") === null ? "present.record.begin" : "present.record.on"), () => {
          close();
          void record();
        }),
      )}
      ${row(
        translate("present.code"),
        translate("present.code.hint"),
        button(translate("present.show"), () => {
          close();
          showRunCode(lab.run.session);
        }),
      )}
      ${wrong.length > 0 ? html`<ul class="wrong" role="alert">${wrong.map((line) => html`<li>${line}</li>`)}</ul>` : nothing}`;
  });
}
