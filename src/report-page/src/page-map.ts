import * as Plot from "@observablehq/plot";
import { amount } from "./amounts.ts";
import { type Cell, cellsOf, describe, pageBytes, pagesIn } from "./cells.ts";
import { chartStyle } from "./chart.ts";
import { choice } from "./choice.ts";
import { cursor, type Point } from "./cursor.ts";
import type { MapRegion, PageMapBlock, PageMapView, TableBlock, WorkerMap } from "./document.ts";
import { element } from "./dom.ts";
import { figure, legend } from "./figure.ts";
import { bands, regionStarts, rowHeight } from "./strips.ts";
import { paint } from "./textures.ts";

const mostRows = 12;

/** A map has a second look where what copied its pages was recorded. */
interface Look {
  readonly name: string;
  readonly view: PageMapView;
  readonly runs: (region: MapRegion) => readonly string[];
}

export function pageMap(block: PageMapBlock): HTMLElement {
  const looks: Look[] = [{ name: "state", view: block, runs: (region) => region.cells }];
  if (block.by_cause !== null) looks.unshift({ name: "cause", view: block.by_cause, runs: (region) => region.cells_by_cause ?? region.cells });
  const drawn = looks.map((look) => draw(look, block.maps));
  const shown = element("div", {}, drawn[0]!);
  return element(
    "div",
    { class: "page-maps" },
    element("h3", {}, block.caption),
    looks.length === 1 ? null : choice("Colours by", looks.map((look) => look.name), (index) => shown.replaceChildren(drawn[index]!)),
    shown,
  );
}

function draw({ view, runs }: Look, maps: readonly WorkerMap[]): HTMLElement {
  const names = new Map(view.states.map((state) => [state.letter, state.name]));
  const states = view.states.map((state) => ({
    name: state.name,
    paint: paint(state.letter),
    detail: `${amount(state.bytes, "bytes")}, ${amount(state.share, "1")}`,
    meaning: state.meaning,
  }));
  return element(
    "div",
    {},
    element("p", { class: "reading" }, view.reading),
    legend(states),
    ...maps.map((map) => worker(map, cellsOf(map, runs), view.alt, names)),
  );
}

function worker(map: WorkerMap, cells: readonly Cell[], alt: string, names: ReadonlyMap<string, string>): HTMLElement {
  const letters = [...names.keys()];
  let columns = 1;
  const draw = (width: number): SVGElement | HTMLElement => {
    columns = width < 500 ? 96 : 176;
    const rows = Math.max(1, Math.ceil(cells.length / columns));
    return Plot.plot({
      ...chartStyle(width),
      height: rows * rowHeight,
      margin: 0,
      x: { domain: [0, columns], range: [0, width], axis: null },
      y: { domain: [0, rows], range: [0, rows * rowHeight], axis: null },
      marks: [
        Plot.areaY(bands(cells, letters, columns), {
          x: "x",
          y1: "y1",
          y2: "y2",
          z: "band",
          fill: (point: { letter: string }) => paint(point.letter),
          curve: "step-after",
        }),
        Plot.ruleX(regionStarts(cells, columns), { x: "x", y1: "row", y2: (start: { row: number }) => start.row + 1, stroke: "var(--paper)", strokeWidth: 1.5 }),
        Plot.tip(
          cells,
          Plot.pointer({
            x: (_: Cell, index: number) => (index % columns) + 0.5,
            y: (_: Cell, index: number) => Math.floor(index / columns) + 0.5,
            title: (cell: Cell) => describe(cell, names),
            maxRadius: 20,
          } as Plot.TipOptions),
        ),
      ],
    });
  };
  const at = (index: number): Point => ({ x: ((index % columns) + 0.5) / columns, y: (Math.floor(index / columns) + 0.5) / Math.ceil(cells.length / columns) });
  const name = `${map.name}: ${map.detail}`;
  return figure(name, `${alt} ${name}`, null, draw, regions(map, cells, names), cursor(map.name, cells.map((cell) => () => describe(cell, names)), at));
}

/** The largest regions and what became of them, in words. */
function regions(map: WorkerMap, cells: readonly Cell[], names: ReadonlyMap<string, string>): TableBlock {
  const tallies = map.regions.map((region) => {
    const sums = new Map<string, number>();
    for (const cell of cells.filter((each) => each.region === region))
      for (const [letter, pages] of cell.tally) sums.set(letter, (sums.get(letter) ?? 0) + pages);
    return { region, sums, pages: pagesIn(sums) };
  });
  const largest = [...tallies].sort((a, b) => b.pages - a.pages).slice(0, mostRows);
  return {
    kind: "table",
    caption: largest.length < tallies.length ? `Its ${mostRows} largest regions` : "Its regions",
    folded: true,
    columns: [
      { name: "from", numeric: false },
      { name: "purpose", numeric: false },
      { name: "in memory", numeric: true },
      { name: "of that", numeric: false },
    ],
    rows: largest.map(({ region, sums, pages }) => [
      region.start ?? "several",
      region.purpose,
      amount(pages * pageBytes, "bytes"),
      [...sums]
        .sort(([, a], [, b]) => b - a)
        .map(([letter, count]) => `${names.get(letter) ?? letter} ${Math.round((100 * count) / pages)}%`)
        .join("; "),
    ]),
  };
}
