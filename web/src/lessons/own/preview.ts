/**
 * The live lesson beside its text: the lessons' page in a frame, with nothing around the lesson, which the page that writes it sends (messages.ts).
 * A change of wording is shown in its place; other runs or questions begin the lesson anew, with the answers that it had. Nothing of it is
 * kept. Not here: the lesson's page (../lesson-page.ts), the one on which it is written (write.ts).
 */

import { render } from "lit";
import { createEngine } from "../../engine/client.ts";
import { equal } from "../../session/scenario.ts";
import { askedOf } from "../answers.ts";
import type { Lesson } from "../types.ts";
import type { Ready, Shown } from "./messages.ts";
import { type Opened, openText } from "./opened.ts";
import { texts } from "./page.ts";
import { ownWords } from "./words.ts";

/** Acts of a lesson's page for its preview. */
export interface Previewed {
  renew(lesson: Lesson): void;
  leave(): void;
}

/** Shows a lesson with answers as in an address; what is answered further is passed on. */
export type Show = (lesson: Lesson, answers: string, onAnswers: (answers: string) => void) => Previewed;

/** Everything that is the same in every language. */
const factsOf = ({ title: _t, idea: _i, able: _a, parts: _p, id: _d, ...facts }: Lesson): unknown => facts;

/** An answer to every question: not known. */
const ofAll = (lesson: Lesson): string =>
  `1${askedOf(lesson)
    .map(() => "-")
    .join(".")}`;

class Preview {
  private shown: { page: Previewed; lesson: Lesson } | null = null;
  private answers = "";
  private open = false;
  private turn = 0;
  private readonly engine = createEngine();

  constructor(
    private readonly host: HTMLElement,
    private readonly show: Show,
  ) {
    addEventListener("message", ({ source, origin, data }: MessageEvent<Partial<Shown>>) => {
      if (source !== parent || origin !== location.origin || typeof data?.sawtooth_lesson !== "string") return;
      void this.take(data.sawtooth_lesson, data.open === true);
    });
    const ready: Ready = { sawtooth_lesson: "ready" };
    parent.postMessage(ready, location.origin);
  }

  private async take(text: string, open: boolean): Promise<void> {
    const turn = ++this.turn;
    const opened = await openText(text, this.engine);
    if (turn === this.turn) this.draw(opened, open);
  }

  private draw(opened: Opened, open: boolean): void {
    const { lesson } = opened;
    const { shown } = this;
    const isSame =
      open === this.open && shown !== null && lesson !== null && equal(factsOf(shown.lesson), factsOf(lesson));
    this.open = open;
    if (isSame) {
      shown.page.renew(lesson);
      return;
    }
    shown?.page.leave();
    this.shown = null;
    this.host.hidden = lesson !== null;
    if (!lesson) {
      render(texts(opened.title, opened), this.host);
      return;
    }
    // Questions that are others now have no answers.
    const same =
      shown !== null &&
      equal(
        shown.lesson.asks.map(({ id, kind }) => [id, kind]),
        lesson.asks.map(({ id, kind }) => [id, kind]),
      );
    if (open) this.answers = ofAll(lesson);
    else if (!same || this.answers === ofAll(lesson)) this.answers = "";
    const page = this.show(lesson, this.answers, (answers) => {
      this.answers = answers;
    });
    this.shown = { page, lesson };
  }
}

/** Begins the preview; `host` has what there is of a lesson without runs. */
export async function beginPreview(host: HTMLElement, show: Show): Promise<void> {
  await ownWords();
  new Preview(host, show);
}
