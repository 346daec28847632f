/** The language of a lesson's file for the editor: Markdown with JSON before it, which YAML reads, too. Not here: the editor (text_editor). */
import { markdown } from "@codemirror/lang-markdown";
import { yamlFrontmatter } from "@codemirror/lang-yaml";

export const lessonText = [yamlFrontmatter({ content: markdown({ completeHTMLTags: false }) })];
