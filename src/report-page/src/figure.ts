import type { TableBlock } from "./document.ts";
import { element } from "./dom.ts";
import { table } from "./table.ts";

export interface LegendEntry {
  readonly name: string;
  readonly swatch: string;
  readonly detail?: string;
}

/**
 * A chart with its caption, its legend and the same figures as a table. It is drawn for the width that it has, so that its text keeps its
 * size on a phone, and anew when that changes.
 */
export function figure(
  caption: string,
  alt: string,
  legend: readonly LegendEntry[],
  draw: (width: number) => SVGElement | HTMLElement,
  data: TableBlock,
): HTMLElement {
  const place = element("div", { class: "plot" });
  let drawn = 0;
  const show = (): void => {
    const width = Math.floor(place.clientWidth);
    if (width === 0 || width === drawn) return;
    drawn = width;
    const chart = draw(width);
    chart.setAttribute("role", "img");
    chart.setAttribute("aria-label", alt);
    place.replaceChildren(chart);
  };
  new ResizeObserver(show).observe(place);
  return element(
    "figure",
    {},
    element("figcaption", {}, caption),
    legend.length === 0 ? null : element("ul", { class: "legend" }, ...legend.map(entry)),
    place,
    table(data),
  );
}

function entry({ name, swatch, detail }: LegendEntry): HTMLElement {
  const mark = element("span", { class: "swatch", "aria-hidden": "true" });
  mark.style.background = swatch;
  return element("li", {}, mark, name, detail === undefined ? null : element("span", { class: "detail" }, detail));
}
