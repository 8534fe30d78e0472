import type { CodeBlock } from "./document.ts";
import { element } from "./dom.ts";

export function code(block: CodeBlock): HTMLElement {
  return element(
    "div",
    { class: "code" },
    block.caption === null ? null : element("p", {}, block.caption),
    element("pre", { tabindex: "0" }, element("code", {}, block.lines.join("\n"))),
  );
}
