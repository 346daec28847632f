/**
 * The lessons' pages on paper: a teacher's page for each lesson, a worksheet without and with answers, the overview for teachers,
 * the test before and after and its key; and those on which hand-ins are marked and shown, and a lesson is written. All made from the lessons' files. `page=` in the address says which. Not here: the lesson itself
 * (lessons/lesson-page.ts), what each page says (teacher.ts, worksheet.ts, test.ts, key.ts).
 */
import "../../design/lessons/sheets.css";
import { html, nothing, render, type TemplateResult } from "lit";
import { addMessages, translate } from "../../i18n/catalogue.ts";
import words from "../../i18n/en/sheets.json" with { type: "json" };
import { answerKey } from "./key.ts";
import type { SheetProps } from "./plain.ts";
import { teacherOf, teachers } from "./teacher.ts";
import { tenQuestions } from "./test.ts";
import { worksheet } from "./worksheet.ts";

addMessages("en", words);

/** The kinds of page, by the address's `page=`; those of one lesson need it. */
interface Sheet {
  of: "lesson" | "all";
  show: (host: HTMLElement, props: SheetProps) => unknown;
}
const PAGES: ReadonlyMap<string, Sheet> = new Map(
  Object.entries<Sheet>({
    teacher: {
      of: "lesson",
      show: (host, props) => render(frame(props, props.lesson && teacherOf(props.lesson, props)), host),
    },
    sheet: {
      of: "lesson",
      show: (host, props) => worksheet(host, props, false, (inside) => frame(props, inside)),
    },
    answers: {
      of: "lesson",
      show: (host, props) => worksheet(host, props, true, (inside) => frame(props, inside)),
    },
    teachers: { of: "all", show: (host, props) => render(frame(props, teachers(props)), host) },
    test: { of: "all", show: (host, props) => tenQuestions(host, props, (inside) => frame(props, inside, true)) },
    key: { of: "all", show: (host, props) => answerKey(host, props, (inside) => frame(props, inside)) },
    mark: {
      of: "all",
      show: async (host, props) => {
        const { markPage } = await import("../marking/page.ts");
        markPage(host, props, (inside) => frame(props, inside));
      },
    },
    // Not in the single file, which has no room for the editor.
    ...(!import.meta.env.SINGLE_FILE && {
      write: {
        of: "all",
        show: async (host, props) => {
          const { writePage } = await import("../own/write.ts");
          await writePage(host, props);
        },
      },
    }),
    // A link with a hand-in that is neither lesson nor test, or that cannot be read.
    handed: {
      of: "all",
      show: async (host, props) => {
        const { handedPage } = await import("../marking/handed-page.ts");
        render(frame(props, props.handed && handedPage(props.handed)), host);
      },
    },
  }),
);

/** The frame of every page, which is not printed: the links back, and the button to print; a student has the teacher's links below. */
function frame({ lesson }: SheetProps, inside: TemplateResult | null, isStudent = false): TemplateResult {
  const print = html`<button type="button" class="button is-line" @click=${() => toPaper()}>${translate("sheet.print")}</button>`;
  const own = lesson
    ? html`<a href=${`#lesson=${lesson.id}`}>${translate("sheet.to.lesson")}</a>
        ${["teacher", "sheet", "answers"].map((page) => html`<a href=${`#lesson=${lesson.id}&page=${page}`}>${translate(`sheet.to.${page}`)}</a>`)}`
    : nothing;
  const teaching = html`<a href="#page=teachers">${translate("sheet.to.teachers")}</a><a href="#page=mark">${translate("sheet.to.mark")}</a>`;
  return html`<nav class="sheet-ways" aria-label=${translate("sheet.ways")}>${own}
      ${isStudent ? nothing : teaching}<a href="#">${translate("lesson.all")}</a>${print}</nav>
    ${inside}${isStudent ? html`<p class="sheet-ways">${teaching}</p>` : nothing}`;
}

const toPaper = (): void => window.print();

/** Shows a page; false if there is none of this name, or none without a lesson. */
export async function showSheet(host: HTMLElement, page: string, props: SheetProps): Promise<boolean> {
  const found = PAGES.get(page);
  if (!found || (found.of === "lesson" && !props.lesson)) return false;
  await found.show(host, props);
  return true;
}
