import type { TextBlock } from "./document.ts";
import { element, unbroken } from "./dom.ts";

export function text(block: TextBlock): HTMLElement {
  return element(
    "div",
    { class: "text" },
    block.lead === null ? null : element("h3", {}, unbroken(block.lead)),
    block.text === null ? null : element("p", {}, unbroken(block.text)),
    block.items.length === 0 ? null : element("ul", {}, ...block.items.map((item) => element("li", {}, unbroken(item)))),
  );
}
