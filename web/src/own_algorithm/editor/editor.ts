/**
 * The editor for a short JavaScript program, with completion from an API. Not here: the editor itself (text_editor), what the program may
 * say (an API, api.ts), what is wrong with it, nor the words around it.
 */
import { autocompletion } from "@codemirror/autocomplete";
import { javascript, javascriptLanguage } from "@codemirror/lang-javascript";
import { TextEditor, type TextEditorProps } from "../../text_editor/text-editor.ts";
import { type Api, readApi } from "./api.ts";
import { apiCompletion, apiHover, ownGlobals } from "./names.ts";

export type { Api, Type } from "./api.ts";

export interface EditorProps extends Omit<TextEditorProps, "extensions"> {
  /** A declaration file: what the program may use. */
  declarations: string;
  /** A comment of it in the reader's language. */
  say(doc: string): string;
}

export class Editor extends TextEditor {
  readonly api: Api;

  constructor(host: HTMLElement, { declarations, say, ...props }: EditorProps) {
    const api = readApi(declarations, say);
    const extensions = [
      javascript(),
      javascriptLanguage.data.of({ autocomplete: apiCompletion(api) }),
      javascriptLanguage.data.of({ autocomplete: ownGlobals }),
      autocompletion({ icons: false }),
      apiHover(api),
    ];
    super(host, { ...props, extensions });
    this.api = api;
  }
}
