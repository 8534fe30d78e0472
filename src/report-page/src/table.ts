import type { TableBlock } from "./document.ts";
import { element, unbroken } from "./dom.ts";

export function table(block: TableBlock): HTMLElement {
  const kind = (index: number): Record<string, string> => (block.columns[index]?.numeric === true ? { class: "number" } : {});
  const made = element(
    "table",
    {},
    block.folded ? null : element("caption", {}, block.caption),
    element(
      "thead",
      {},
      element("tr", {}, ...block.columns.map((column, index) => element("th", { scope: "col", ...kind(index) }, ...breakable(column.name)))),
    ),
    element(
      "tbody",
      {},
      ...block.rows.map((row) =>
        element(
          "tr",
          {},
          ...row.map((cell, index) =>
            index === 0 ? element("th", { scope: "row", ...kind(index) }, unbroken(cell)) : element("td", kind(index), unbroken(cell)),
          ),
        ),
      ),
    ),
  );
  // Wider than a phone, it scrolls by itself; and what scrolls must be reached with a keyboard.
  const scroller = element("div", { class: "scroller", tabindex: "0", role: "region", "aria-label": block.caption }, made);
  return block.folded ? element("details", {}, element("summary", {}, block.caption), scroller) : scroller;
}

/** Names such as inherited_shared_bytes may go on in the next line after each underscore. */
function breakable(name: string): (Node | string)[] {
  return name.split(/(?<=_)/).flatMap((part, index) => (index === 0 ? [part] : [element("wbr"), part]));
}
