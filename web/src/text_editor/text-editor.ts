/**
 * An editor for a text that a reader writes: CodeMirror, the best kept editor for the web that works with a screen reader, on a phone and
 * under a policy without inline styles. It is in a shadow root, which adopts its style sheets; in the document they would be a
 * `<style>` element, which our policy refuses. Not here: the language that is written (the page brings it), what is wrong with the text (the
 * page says so by `mark`), nor the words around it.
 */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, undo } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { type Diagnostic, lintGutter, nextDiagnostic, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, type Extension, Prec, Transaction } from "@codemirror/state";
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { look } from "./look.ts";

/** A change of the text: what stands from one place to another is replaced. Places are those before any change. */
export interface Edit {
  from: number;
  to: number;
  insert: string;
}

/** Something that is wrong at a line, counted from 1; a column that is not known marks the whole line. */
export interface Mark {
  line: number;
  column: number | null;
  text: string;
}

/** Completions from a place of the text on; `first`: before the others. */
export interface Completions {
  from: number;
  options: { label: string; detail: string; first: boolean }[];
}

export interface TextEditorProps {
  text: string;
  /** Name, and how the keyboard leaves it. */
  label: string;
  /** Words that the library itself says, by its English ones. */
  phrases: Readonly<Record<string, string>>;
  readOnly: boolean;
  /** Tab indents; else it moves on, as everywhere, and Ctrl and ] indents. */
  tabIndents: boolean;
  /** The language that is written. */
  extensions: readonly Extension[];
  /** Completions at a place, as the reader writes or asks for them by Ctrl and Space. */
  complete?(text: string, at: number): Completions | null;
  /** The reader changed it. */
  onChange(text: string): void;
  /** Ctrl and Enter. */
  onRun(): void;
}

export class TextEditor {
  private readonly view: EditorView;
  private readonly access = new Compartment();
  /** Set while the page itself replaces the text. */
  private silent = false;

  constructor(
    host: HTMLElement,
    private readonly props: TextEditorProps,
  ) {
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    const place = document.createElement("div");
    // As high as its host, in which a longer text scrolls.
    place.style.setProperty("height", "100%");
    root.replaceChildren(place);
    this.view = new EditorView({ parent: place, root, state: this.state(props.text, props.readOnly) });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Another text in its place. `undoable`: the reader may have the last one back. */
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

  /** Changes the text in one step, which can be undone; the cursor goes to a place of the text after it, or stays (null). */
  edit(edits: readonly Edit[], at: number | null): void {
    this.view.dispatch({ changes: [...edits], userEvent: "input" });
    if (at === null) return;
    this.view.dispatch({
      selection: { anchor: at },
      effects: EditorView.scrollIntoView(at, { y: "start", yMargin: 40 }),
    });
  }

  /** Takes the last change back. */
  undo(): void {
    undo(this.view);
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
    const { props } = this;
    const run = {
      key: "Mod-Enter",
      run: () => {
        props.onRun();
        return true;
      },
    };
    const extensions: Extension[] = [
      EditorState.phrases.of({ ...props.phrases }),
      EditorView.contentAttributes.of({
        "aria-label": props.label,
        spellcheck: "false",
        translate: "no",
        tabindex: "0",
      }),
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
      ...props.extensions,
      ...(props.complete ? [completing(props.complete)] : []),
      Prec.highest(keymap.of([run])),
      // Where Tab indents, it leaves after Escape, as the label says.
      keymap.of([
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...defaultKeymap,
        ...historyKeymap,
        { key: "F8", run: nextDiagnostic },
        ...(props.tabIndents ? [indentWithTab] : []),
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

/** A list of what may stand at the cursor. */
const completing = (complete: NonNullable<TextEditorProps["complete"]>): Extension =>
  autocompletion({
    icons: false,
    override: [
      ({ state, pos }) => {
        const found = complete(state.doc.toString(), pos);
        const options = found?.options.map(({ label, detail, first }) => ({ label, detail, boost: first ? 1 : 0 }));
        return found && options ? { from: found.from, options, validFor: /^[\w .,-]*$/ } : null;
      },
    ],
  });

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
