import { amount } from "./amounts.ts";
import type { HeapsBlock } from "./document.ts";
import { element, unbroken } from "./dom.ts";
import { legend } from "./figure.ts";

export function heaps(block: HeapsBlock): HTMLElement {
  return element(
    "div",
    { class: "heaps" },
    element("h3", {}, block.caption),
    block.reading === "" ? null : element("p", { class: "reading" }, unbroken(block.reading)),
    legend(block.legend.map((entry) => ({ name: entry.meaning, paint: entry.colour, detail: amount(entry.bytes, "bytes") }))),
    ...block.heaps.map((heap) =>
      element(
        "figure",
        { class: "heap" },
        element("figcaption", {}, unbroken(heap.name)),
        // A cell keeps its size: on a phone the picture scrolls, and what scrolls must be reached with a keyboard.
        element(
          "div",
          { class: "scroller", tabindex: "0", role: "region", "aria-label": heap.name },
          element("img", { src: heap.picture, alt: heap.alt, width: `${heap.width}`, height: `${heap.height}` }),
        ),
      ),
    ),
  );
}
