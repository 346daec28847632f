/**
 * An editor for a short JavaScript program: CodeMirror, the best kept editor for the web that works with a screen reader, on a phone and
 * under a policy without inline styles. It stands in a shadow root, where its styles are adopted sheets; in the document they would be a
 * `<style>` element, which our policy refuses. Not here: what the program may say (an API, api.ts), what is wrong with it (the page says so by
 * `mark`), nor the words around it.
 */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript, javascriptLanguage } from "@codemirror/lang-javascript";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { type Diagnostic, lintGutter, nextDiagnostic, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, type Extension, Prec, Transaction } from "@codemirror/state";
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { type Api, readApi } from "./api.ts";
import { look } from "./look.ts";
import { apiCompletion, apiHover, ownGlobals } from "./names.ts";

export type { Api, Type } from "./api.ts";

/** Something that is wrong at a line, counted from 1; a column that is not known marks the whole line. */
export interface Mark {
  line: number;
  column: number | null;
  text: string;
}

export interface EditorProps {
  text: string;
  /** A declaration file: what the program may use. */
  declarations: string;
  /** A comment of it in the reader's language. */
  say(doc: string): string;
  /** What it is, and how the keyboard leaves it. */
  label: string;
  /** Words that the library itself says, by its English ones. */
  phrases: Readonly<Record<string, string>>;
  readOnly: boolean;
  /** The reader changed it. */
  onChange(text: string): void;
  /** Ctrl and Enter. */
  onRun(): void;
}

export class Editor {
  readonly api: Api;
  private readonly view: EditorView;
  private readonly access = new Compartment();
  /** Set while the page itself replaces the text. */
  private silent = false;

  constructor(
    host: HTMLElement,
    private readonly props: EditorProps,
  ) {
    this.api = readApi(props.declarations, props.say);
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    const place = document.createElement("div");
    place.className = "editor-place";
    root.replaceChildren(place);
    this.view = new EditorView({ parent: place, root, state: this.state(props.text, props.readOnly) });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Another program in its place. `undoable`: the reader may have the last one back. */
  replace(text: string, undoable: boolean): void {
    this.silent = true;
    if (undoable)
      this.view.dispatch({
        changes: { from: 0, to: this.view.state.doc.length, insert: text },
        selection: { anchor: 0 },
        annotations: Transaction.userEvent.of("input.replace"),
        scrollIntoView: true,
      });
    else this.view.setState(this.state(text, this.view.state.readOnly));
    this.silent = false;
  }

  /** Only to be read, or to be written. */
  set readOnly(on: boolean) {
    this.view.dispatch({ effects: this.access.reconfigure(accessOf(on)) });
  }

  /** Says what is wrong, in place of what was said before. */
  mark(marks: readonly Mark[]): void {
    const { state } = this.view;
    this.view.dispatch(
      setDiagnostics(
        state,
        marks.map((mark): Diagnostic => ({ ...placeOf(state, mark), severity: "error", message: mark.text })),
      ),
    );
  }

  /** Puts the cursor at a line, counted from 1; `focused`: the reader wants to write there. */
  goTo(line: number, column: number | null, focused: boolean): void {
    const { from } = placeOf(this.view.state, { line, column });
    this.view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    if (focused) this.view.focus();
  }

  focus(): void {
    this.view.focus();
  }

  private state(doc: string, readOnly: boolean): EditorState {
    const { api, props } = this;
    const run = {
      key: "Mod-Enter",
      run: () => {
        props.onRun();
        return true;
      },
    };
    const extensions: Extension[] = [
      EditorState.phrases.of({ ...props.phrases }),
      EditorView.contentAttributes.of({ "aria-label": props.label, spellcheck: "false", translate: "no" }),
      lineNumbers(),
      lintGutter(),
      history(),
      indentUnit.of("  "),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      EditorView.lineWrapping,
      javascript(),
      javascriptLanguage.data.of({ autocomplete: apiCompletion(api) }),
      javascriptLanguage.data.of({ autocomplete: ownGlobals }),
      autocompletion({ icons: false }),
      apiHover(api),
      Prec.highest(keymap.of([run])),
      // Tab indents; after Escape it leaves, as the label says.
      keymap.of([
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...defaultKeymap,
        ...historyKeymap,
        { key: "F8", run: nextDiagnostic },
        indentWithTab,
      ]),
      this.access.of(accessOf(readOnly)),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !this.silent) props.onChange(update.state.doc.toString());
      }),
      look,
    ];
    return EditorState.create({ doc, extensions });
  }
}

/** A program that is only to be read can still be walked through by keyboard. */
const accessOf = (readOnly: boolean): Extension =>
  readOnly ? [EditorState.readOnly.of(true), EditorView.editorAttributes.of({ class: "is-read" })] : [];

/** From where to where something is wrong: the word at the column, or the line. */
function placeOf(state: EditorState, { line, column }: Pick<Mark, "line" | "column">): { from: number; to: number } {
  const own = state.doc.line(Math.min(Math.max(1, line), state.doc.lines));
  if (column !== null) {
    const at = Math.min(own.from + Math.max(0, column - 1), own.to);
    const word = state.wordAt(at);
    return word ? { from: word.from, to: word.to } : { from: at, to: Math.min(at + 1, own.to) };
  }
  const text = own.text;
  return { from: own.from + (text.length - text.trimStart().length), to: own.from + text.trimEnd().length };
}
