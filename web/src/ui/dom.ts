/**
 * Small helpers that build elements: no markup from text, no styles but through the object model. Not here:
 * what is in them.
 */
/** An element with a class and, if given, a text. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  text?: string,
): HTMLElementTagNameMap[K] {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

/** Sets an attribute only where it has another value. */
export function setAttribute(node: Element, name: string, value: string): void {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/** Writes a text only where it is another one: nothing is laid out again for the same words. */
export function write(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}
