import * as Plot from "@observablehq/plot";
import { amount } from "./amounts.ts";
import { type Cell, cellsOf, regionEdges } from "./cells.ts";
import { chartStyle } from "./chart.ts";
import type { PageMap, PageMapBlock, TableBlock } from "./document.ts";
import { element } from "./dom.ts";
import { figure } from "./figure.ts";

const colour = (letter: string): string => `var(--page-${letter})`;

export function pageMap(block: PageMapBlock): HTMLElement {
  const names = new Map(block.states.map((state) => [state.letter, state.name]));
  return element(
    "div",
    { class: "page-maps" },
    element("p", { class: "caption" }, block.caption),
    element(
      "ul",
      { class: "legend states" },
      ...block.states.map((state) => {
        const swatch = element("span", { class: "swatch", "aria-hidden": "true" });
        swatch.style.background = colour(state.letter);
        const share = amount(state.share, "1");
        return element("li", { title: state.meaning }, swatch, state.name, element("span", { class: "detail" }, `${amount(state.bytes, "bytes")}, ${share}`));
      }),
    ),
    ...block.maps.map((map) => worker(map, block.alt, names)),
  );
}

function worker(map: PageMap, alt: string, names: ReadonlyMap<string, string>): HTMLElement {
  const cells = cellsOf(map, names);
  const draw = (width: number): SVGElement | HTMLElement => {
    const columns = width < 500 ? 64 : 128;
    const rows = Math.ceil(cells.length / columns);
    const size = width / columns;
    return Plot.plot({
      ...chartStyle(width),
      height: Math.max(8, Math.ceil(rows * size)),
      margin: 0,
      x: { domain: [0, columns], range: [0, width], axis: null },
      y: { domain: [0, rows], range: [0, rows * size], axis: null },
      marks: [
        Plot.rect(cells, {
          x1: (_: Cell, index: number) => index % columns,
          x2: (_: Cell, index: number) => (index % columns) + 1,
          y1: (_: Cell, index: number) => Math.floor(index / columns),
          y2: (_: Cell, index: number) => Math.floor(index / columns) + 1,
          fill: (cell: Cell) => colour(cell.shown),
          shapeRendering: "crispEdges",
        } as Plot.RectOptions),
        Plot.link(regionEdges(map, cells, columns), { x1: "x1", x2: "x2", y1: "y1", y2: "y2", stroke: "var(--paper)", strokeWidth: 1.5 }),
        Plot.tip(
          cells,
          Plot.pointer({
            x: (_: Cell, index: number) => (index % columns) + 0.5,
            y: (_: Cell, index: number) => Math.floor(index / columns) + 0.5,
            title: "title",
            maxRadius: 20,
          } as Plot.TipOptions),
        ),
      ],
    });
  };
  return figure(`${map.name}: ${map.detail}`, `${alt} ${map.name}: ${map.detail}`, [], draw, regions(map));
}

function regions(map: PageMap): TableBlock {
  return {
    kind: "table",
    caption: "Its regions, in the map's order",
    folded: true,
    columns: [
      { name: "from", numeric: false },
      { name: "purpose", numeric: false },
      { name: "size", numeric: true },
    ],
    rows: map.regions.map((region) => [region.start ?? "several", region.purpose, amount(region.pages * 4096, "bytes")]),
  };
}
