import type { TableBlock } from "./document.ts";
import { element } from "./dom.ts";
import { table } from "./table.ts";
import { swatch } from "./textures.ts";

export interface LegendEntry {
  readonly name: string;
  readonly paint: string;
  readonly detail?: string;
  readonly meaning?: string;
}

/**
 * A chart with its caption, its key and the same figures as a table. It is drawn for the width that it has, so that its text keeps its
 * size on a phone, and anew when that changes.
 */
export function figure(
  caption: string,
  alt: string,
  key: HTMLElement | null,
  draw: (width: number) => SVGElement | HTMLElement,
  data: TableBlock,
  cursor: HTMLElement | null = null,
): HTMLElement {
  const place = element("div", { class: "plot" });
  let drawn = 0;
  const show = (): void => {
    const width = Math.floor(place.clientWidth);
    if (width === 0 || width === drawn) return;
    drawn = width;
    const chart = draw(width);
    // The library labels each kind of mark, which no role allows; the chart as a whole is the image.
    for (const mark of chart.querySelectorAll("g[aria-label]")) {
      mark.setAttribute("data-mark", mark.getAttribute("aria-label")!);
      mark.removeAttribute("aria-label");
    }
    chart.setAttribute("role", "img");
    chart.setAttribute("aria-label", alt);
    place.replaceChildren(chart);
  };
  new ResizeObserver(show).observe(place);
  return element(
    "figure",
    {},
    element("figcaption", {}, caption),
    key,
    cursor,
    place,
    table(data),
  );
}

/** Those with figures stand in columns. */
export function legend(entries: readonly LegendEntry[]): HTMLElement {
  const kind = entries.some((each) => each.detail !== undefined) ? "legend figures" : "legend";
  return element("ul", { class: kind }, ...entries.map(entry));
}

function entry({ name, paint, detail, meaning }: LegendEntry): HTMLElement {
  return element(
    "li",
    meaning === undefined ? {} : { title: meaning },
    swatch(paint),
    name,
    detail === undefined ? null : element("span", { class: "detail" }, detail),
  );
}
