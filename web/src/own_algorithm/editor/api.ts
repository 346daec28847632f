/**
 * Contents of a declaration file (`.d.ts`): functions, values and types with the comments before them, so that what is completed, shown
 * under the pointer and listed beside the program is written once. It reads the plain form of such files, parsed by the editor's own
 * grammar. Not here: what any of it means.
 */
import { typescriptLanguage } from "@codemirror/lang-javascript";
import type { SyntaxNode } from "@lezer/common";

/** Something that has a name. */
export interface Declared {
  name: string;
  /** As it is declared, in one line, without `declare`. */
  text: string;
  /** The comment before it: words and, between backquotes, code; empty if there is none. */
  doc: string;
  /** Name of its type, or of what a function gives back; null if it has none of its own here. */
  type: string | null;
  /** Of a function: each parameter's name and its type's. Null: it is none. */
  parameters: { name: string; type: string | null }[] | null;
}

/** A type and its members. */
export interface Type {
  doc: string;
  members: readonly Declared[];
}

/** A declaration file, read. */
export interface Api {
  /** Names that may stand anywhere, in the file's order. */
  globals: readonly Declared[];
  /** Functions that the program itself writes and by which it is called: the members of `Hooks`. */
  hooks: readonly Declared[];
  types: ReadonlyMap<string, Type>;
}

/** The interface whose members a program writes. */
const HOOKS = "Hooks";

/** A comment's words without its stars. */
function plain(comment: string): string {
  return comment
    .replace(/^\/\*\*?|\*\/$/g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trim())
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Reads a file; `say`: a comment in the reader's language. */
export function readApi(file: string, say: (doc: string) => string = (doc) => doc): Api {
  const slice = (node: SyntaxNode): string => file.slice(node.from, node.to);
  const inLine = (text: string): string => text.replace(/\s+/g, " ").replace(/[;,]$/, "").trim();
  const globals: Declared[] = [];
  const types = new Map<string, Type>();

  const docOf = (node: SyntaxNode): string => {
    const before = node.prevSibling;
    return before?.name === "BlockComment" && slice(before).startsWith("/**") ? say(plain(slice(before))) : "";
  };
  /** The first type that is named within: of `Flow | null` it is `Flow`. */
  const typeOf = (node: SyntaxNode | null): string | null => {
    const name = node?.getChild("TypeName") ?? node?.getChild("UnionType")?.getChild("TypeName");
    return name ? slice(name) : null;
  };
  const parametersOf = (list: SyntaxNode): Declared["parameters"] => {
    const found: { name: string; type: string | null }[] = [];
    for (const name of list.getChildren("VariableDefinition")) {
      const after = name.nextSibling?.name === "Optional" ? name.nextSibling.nextSibling : name.nextSibling;
      found.push({ name: slice(name), type: after?.name === "TypeAnnotation" ? typeOf(after) : null });
    }
    return found;
  };
  const declared = (node: SyntaxNode, name: SyntaxNode, doc: string): Declared => {
    const annotation = node.getChild("TypeAnnotation");
    const list = node.getChild("ParamList") ?? annotation?.getChild("FunctionSignature")?.getChild("ParamList");
    return {
      name: slice(name),
      text: inLine(slice(node)),
      doc,
      type: typeOf(annotation),
      parameters: list ? parametersOf(list) : null,
    };
  };
  const members = (object: SyntaxNode): Declared[] =>
    [...object.getChildren("PropertyType"), ...object.getChildren("MethodType")]
      .sort((a, b) => a.from - b.from)
      .flatMap((node) => {
        const name = node.getChild("PropertyDefinition");
        return name ? [declared(node, name, docOf(node))] : [];
      });

  const visit = (node: SyntaxNode, doc: string): void => {
    if (node.name === "AmbientDeclaration" || node.name === "ExportDeclaration") {
      for (let child = node.firstChild; child; child = child.nextSibling) visit(child, doc);
      return;
    }
    if (node.name === "InterfaceDeclaration" || node.name === "TypeAliasDeclaration") {
      const name = node.getChild("TypeDefinition");
      const object = node.getChild("ObjectType");
      if (name) types.set(slice(name), { doc, members: object ? members(object) : [] });
      return;
    }
    if (!["AmbientFunctionDeclaration", "FunctionDeclaration", "VariableDeclaration"].includes(node.name)) return;
    const name = node.getChild("VariableDefinition");
    if (name) globals.push(declared(node, name, doc));
  };
  for (let node = typescriptLanguage.parser.parse(file).topNode.firstChild; node; node = node.nextSibling)
    visit(node, docOf(node));
  return { globals, hooks: types.get(HOOKS)?.members ?? [], types };
}
