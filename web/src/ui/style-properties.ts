/**
 * A lit directive that sets custom properties on an element through the CSSOM: the page's policy refuses `style=`
 * attributes. Not here: any other style; the style sheets make of the properties what they want.
 */
import { noChange } from "lit";
import { type AttributePart, Directive, directive, type PartInfo, PartType } from "lit/directive.js";

class Vars extends Directive {
  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ATTRIBUTE || part.name !== "data-vars") {
      throw new Error("vars() belongs into data-vars=");
    }
  }

  /** Called where there is no element yet: nothing to show. */
  render(_values: Readonly<Record<string, string | number>>): unknown {
    return noChange;
  }

  override update(part: AttributePart, [values]: [Readonly<Record<string, string | number>>]): unknown {
    const { style } = part.element as HTMLElement;
    for (const [name, value] of Object.entries(values)) {
      const text = String(value);
      if (style.getPropertyValue(name) !== text) style.setProperty(name, text);
    }
    return noChange;
  }
}

/** `data-vars=${vars({ "--at": 0.4 })}`: sets the custom properties on the element. */
export const vars = directive(Vars);
