/**
 * What can be presented: the run as it is, one of our scripts, a script from a file; and the way to a script of one's own.
 * Not here: presenting (presenter.ts), recording (recorder-panel.ts).
 */
import { html, nothing, type TemplateResult } from "lit";
import { num, translate } from "../i18n/catalogue.ts";
import { showSheet } from "../ui/dialog.ts";
import { recall } from "../ui/storage.ts";
import type { Laboratory } from "./laboratory.ts";
import { type Lecture, recallLecture } from "./position.ts";
import { type Begins, Presenter, presentScript } from "./presenter.ts";
import { OUR_SCRIPTS, type Read, readWhole, scriptOf } from "./script-sources.ts";
import { showRunCode } from "./share-code.ts";

/** A script is no larger, bytes. */
const MOST_BYTES = 1_000_000;

export function showChoices(lab: Laboratory): void {
  let wrong: readonly string[] = [];
  showSheet(translate("present.title"), (again, close) => {
    const begin = async (reading: Promise<Read>, name: string | null, begins?: Begins): Promise<void> => {
      const read = await reading;
      if ("wrong" in read) {
        wrong = read.wrong;
        again();
        return;
      }
      close();
      await presentScript(lab, read.script, begins, name);
    };
    const file = async (event: Event): Promise<void> => {
      const picked = (event.target as HTMLInputElement).files?.[0];
      if (!picked) return;
      const text = picked.size > MOST_BYTES ? null : await picked.text();
      const large = translate("present.wrong.large", { name: picked.name.slice(0, 80) });
      await begin(text === null ? Promise.resolve({ wrong: [large] }) : readWhole(lab.run.engine, text), null);
    };
    const row = (title: string, hint: string, act: TemplateResult): TemplateResult =>
      html`<div class="present-row"><div><b>${title}</b><small>${hint}</small></div>${act}</div>`;
    const button = (label: string, run: () => void, first = false): TemplateResult =>
      html`<button type="button" class="button is-line" ?autofocus=${first} @click=${run}>${label}</button>`;
    const left = recallLecture();
    const on = (lecture: Lecture): TemplateResult =>
      row(
        translate("present.left"),
        lecture.title,
        button(
          translate("present.go_on", { n: num(lecture.step) }),
          () => void begin(scriptOf(lab.run.engine, lecture.script), lecture.script, { press: lecture.at }),
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
          button(translate("present.begin"), () => void begin(scriptOf(lab.run.engine, id), id)),
        ),
      )}
      ${row(
        translate("present.file"),
        translate("present.file.hint"),
        html`<label class="button is-line file">${translate("present.open")}<input type="file" class="unseen" accept=".json,application/json" @change=${file} /></label>`,
      )}
      ${row(
        translate("present.record"),
        translate("present.record.hint"),
        button(translate(recall("draft") === null ? "present.record.begin" : "present.record.on"), () => {
          close();
          void import("./recorder-panel.ts").then(({ Recorder }) => new Recorder(lab));
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
