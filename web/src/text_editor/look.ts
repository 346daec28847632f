/**
 * How the editor looks: our tokens, so that it follows theme, size and forced colours by itself. Code is ink: keywords are strong,
 * comments slanted, no hue, since hue belongs to flows and events (design 1). Not here: the place that it stands in (design/own.css).
 */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace";

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--field)", fontSize: "var(--type-code)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: MONO, lineHeight: "1.5", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)", padding: "8px 0" },
  ".cm-gutters": { backgroundColor: "var(--field)", color: "var(--ink-3)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 6px 0 8px", fontVariantNumeric: "tabular-nums" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--wash) 55%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "transparent",
    outline: "1px solid var(--ctl)",
  },
  ".cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket": {
    backgroundColor: "transparent",
    outline: "1px solid var(--wrong)",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--page)",
    color: "var(--ink)",
    border: "1px solid var(--ctl)",
    borderRadius: "var(--radius)",
    fontSize: "var(--type-ui)",
    maxWidth: "min(420px, 92vw)",
  },
  ".cm-tooltip-hover": { boxShadow: "none" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: MONO, maxHeight: "14em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 8px", lineHeight: "1.5" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--ink)", color: "var(--page)" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
  ".cm-completionDetail": { fontStyle: "normal", color: "var(--ink-2)" },
  "li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-completionInfo": { padding: "6px 10px" },
  ".cm-about": { padding: "6px 10px" },
  ".cm-completionInfo .cm-about": { padding: "0" },
  ".cm-about code": { fontFamily: MONO },
  ".cm-about p": { margin: "4px 0 0", font: "var(--type-ui) / 1.45 var(--sans)", color: "var(--ink-2)" },
  ".cm-snippetField": { backgroundColor: "var(--wash)" },
  // The underline that we draw says it in forced colours, too.
  ".cm-lintRange": { backgroundImage: "none", paddingBottom: "0" },
  ".cm-lintRange-error": {
    textDecoration: "underline wavy var(--wrong)",
    textDecorationSkipInk: "none",
    textUnderlineOffset: "3px",
  },
  ".cm-lintPoint-error::after": { borderBottomColor: "var(--wrong)" },
  ".cm-gutter-lint": { width: "16px" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0" },
  ".cm-lint-marker": { width: "16px", height: "100%", textAlign: "center" },
  ".cm-lint-marker-error": { content: "none" },
  ".cm-lint-marker-error::before": { content: "'≠'", color: "var(--wrong)", fontWeight: "600" },
  ".cm-diagnostic": { padding: "6px 10px", borderLeft: "none", whiteSpace: "normal" },
  "&.is-read .cm-content": { caretColor: "transparent" },
});

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword], fontWeight: "600" },
  { tag: [tags.function(tags.definition(tags.variableName))], fontWeight: "600" },
  { tag: [tags.comment], color: "var(--ink-2)", fontStyle: "italic" },
  { tag: [tags.string, tags.regexp], color: "var(--ink-2)" },
  { tag: [tags.invalid], color: "var(--wrong)" },
]);

export const look = [theme, syntaxHighlighting(highlight)];
