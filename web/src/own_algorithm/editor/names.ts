/**
 * Completion and what stands under the pointer, from an API (api.ts) and the few globals of JavaScript that a program without
 * a browser has. Not here: the editor (editor.ts).
 */
import {
  type Completion,
  type CompletionContext,
  type CompletionSource,
  snippetCompletion,
} from "@codemirror/autocomplete";
import { completionPath, scopeCompletionSource } from "@codemirror/lang-javascript";
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import type { Api, Declared } from "./api.ts";
import { docParts } from "./doc.ts";

/** Names of JavaScript that are of use without a page around it; without a prototype, whose members would be offered, too. */
const GLOBALS = Object.assign(Object.create(null), { Math, Number, Array, Object, Map, Set, JSON, Infinity, NaN });

const textOf = (state: EditorState, node: SyntaxNode): string => state.sliceDoc(node.from, node.to);

/** The hook in which a place lies, and the names that its parameters have there. */
function hookAt(api: Api, state: EditorState, at: SyntaxNode): { hook: Declared; names: string[] } | null {
  for (let node: SyntaxNode | null = at; node; node = node.parent) {
    const list = node.getChild("ParamList");
    if (!list) continue;
    const own = node.getChild("VariableDefinition") ?? node.getChild("PropertyDefinition");
    const name = own && textOf(state, own);
    const hook = api.hooks.find((each) => each.name === name);
    if (hook) return { hook, names: list.getChildren("VariableDefinition").map((each) => textOf(state, each)) };
  }
  return null;
}

/** Names in `const initial = { … }`: the program's own variables. */
function ownVariables(state: EditorState): Declared[] {
  const found: Declared[] = [];
  for (let node = syntaxTree(state).topNode.firstChild; node; node = node.nextSibling) {
    const name = node.name === "VariableDeclaration" ? node.getChild("VariableDefinition") : null;
    const object = name && textOf(state, name) === "initial" ? node.getChild("ObjectExpression") : null;
    for (const property of object?.getChildren("Property") ?? []) {
      const own = property.getChild("PropertyDefinition");
      if (own)
        found.push({ name: textOf(state, own), text: textOf(state, property), doc: "", type: null, parameters: null });
    }
  }
  return found;
}

const membersOf = (api: Api, state: EditorState, type: string | null | undefined): readonly Declared[] =>
  type === "State" ? ownVariables(state) : (type && api.types.get(type)?.members) || [];

/** Meaning of a name where it stands: a hook, a parameter of one, a global, a member of what is before its dots. */
function meaning(api: Api, state: EditorState, at: number, path: readonly string[]): Declared | null {
  const [head = "", ...rest] = path;
  const inside = hookAt(api, state, syntaxTree(state).resolveInner(at, -1));
  const parameter = inside?.hook.parameters?.[inside.names.indexOf(head)];
  let found: Declared | null = null;
  if (parameter?.type) {
    const { type } = parameter;
    found = { name: head, text: `${head}: ${type}`, doc: api.types.get(type)?.doc ?? "", type, parameters: null };
  } else if (head === "initial") {
    found = {
      name: head,
      text: "const initial: State",
      doc: api.types.get("State")?.doc ?? "",
      type: "State",
      parameters: null,
    };
  } else found = [...api.globals, ...api.hooks].find((each) => each.name === head) ?? null;
  for (const name of rest) found = membersOf(api, state, found?.type).find((each) => each.name === name) ?? null;
  return found;
}

/** Name and comment, as text: the API's words are English. */
function shown({ text, doc }: Declared): HTMLElement {
  const box = document.createElement("div");
  box.className = "cm-about";
  const code = document.createElement("code");
  code.textContent = text;
  box.append(code);
  if (doc !== "") {
    const words = document.createElement("p");
    words.lang = "en";
    for (const { code, text } of docParts(doc)) {
      const piece = document.createElement(code ? "code" : "span");
      piece.textContent = text;
      words.append(piece);
    }
    box.append(words);
  }
  return box;
}

const option = (each: Declared): Completion => ({
  label: each.name,
  type: each.parameters ? "function" : "property",
  info: () => shown(each),
});

/** A whole function to be filled in. */
function written(hook: Declared): Completion {
  const names = (hook.parameters ?? []).map(({ name }) => name).join(", ");
  return snippetCompletion(`function ${hook.name}(${names}) {\n\t\${}\n}`, {
    label: hook.name,
    type: "function",
    boost: 10,
    info: () => shown(hook),
  });
}

/** Offers what the API has at a place. */
export function apiCompletion(api: Api): CompletionSource {
  return (context: CompletionContext) => {
    const { state, pos } = context;
    const path = completionPath(context);
    if (!path) return null;
    const from = pos - path.name.length;
    const validFor = /^[\w$]*$/;
    if (path.path.length > 0) {
      const options = membersOf(api, state, meaning(api, state, pos, path.path)?.type).map(option);
      return options.length > 0 ? { from, options, validFor } : null;
    }
    const inside = hookAt(api, state, syntaxTree(state).resolveInner(pos, -1));
    if (inside) {
      const own = inside.names.flatMap((name) => meaning(api, state, pos, [name]) ?? []);
      return { from, options: [...own, ...api.globals].map(option), validFor };
    }
    // A hook is written at the outermost level, once.
    const text = state.doc.toString();
    const options = api.hooks.filter(({ name }) => !new RegExp(`function\\s+${name}\\b`).test(text)).map(written);
    return { from, options: [...options, ...api.globals.map(option)], validFor };
  };
}

export const ownGlobals: CompletionSource = scopeCompletionSource(GLOBALS);

/** Says what a name is while the pointer rests on it. */
export function apiHover(api: Api) {
  return hoverTooltip((view, at) => {
    const node = syntaxTree(view.state).resolveInner(at, 0);
    const path: string[] = [];
    let one: SyntaxNode | null = node;
    if (node.name === "PropertyName") {
      for (one = node.parent; one?.name === "MemberExpression"; one = one.firstChild) {
        const name = one.getChild("PropertyName");
        if (!name) return null;
        path.unshift(textOf(view.state, name));
      }
    }
    if (!one || !["VariableName", "VariableDefinition"].includes(one.name)) return null;
    const found = meaning(api, view.state, node.to, [textOf(view.state, one), ...path]);
    return found && { pos: node.from, end: node.to, create: () => ({ dom: shown(found) }) };
  });
}
