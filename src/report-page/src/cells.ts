import { amount } from "./amounts.ts";
import type { MapRegion, PageMap } from "./document.ts";

const pageBytes = 4096;

export interface Cell {
  /** Letter of the state that it is drawn in. */
  readonly shown: string;
  readonly title: string;
  readonly region: number;
}

/** Cell by cell what a map's runs say. */
export function cellsOf(map: PageMap, names: ReadonlyMap<string, string>): Cell[] {
  return map.regions.flatMap((region, index) => {
    let pages = 0;
    return region.cells
      .split(" ")
      .filter((run) => run !== "")
      .flatMap((run) => {
        const [, shown, tally, count] = /^(.):([^*]*)(?:\*(\d+))?$/.exec(run)!;
        return Array.from({ length: Number(count ?? 1) }, () => {
          const from = pages;
          pages = Math.min(region.pages, pages + map.pages_per_cell);
          return { shown: shown!, region: index, title: title(region, from, pages, tally!, names) };
        });
      });
  });
}

function title(region: MapRegion, from: number, to: number, tally: string, names: ReadonlyMap<string, string>): string {
  const states = [...tally.matchAll(/(\D)(\d+)/g)].map(([, letter, pages]) => `${names.get(letter!) ?? letter}: ${amount(Number(pages) * pageBytes, "bytes")}`);
  return [
    region.start === null ? `${region.purpose}` : `${address(region.start, from)} to ${address(region.start, to)}`,
    ...(region.start === null ? [] : [region.purpose]),
    ...states,
  ].join("\n");
}

function address(start: string, pages: number): string {
  return `0x${(BigInt(start) + BigInt(pages) * BigInt(pageBytes)).toString(16)}`;
}

interface Edge {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** Where one region ends and the next begins, as steps along the rows. */
export function regionEdges(map: PageMap, cells: readonly Cell[], columns: number): Edge[] {
  return cells.flatMap((cell, index) => {
    if (index === 0 || cells[index - 1]!.region === cell.region) return [];
    const column = index % columns;
    const row = Math.floor(index / columns);
    return [
      { x1: column, y1: row, x2: columns, y2: row },
      ...(column === 0 ? [] : [{ x1: column, y1: row, x2: column, y2: row + 1 }, { x1: 0, y1: row + 1, x2: column, y2: row + 1 }]),
    ].filter(() => map.regions.length > 1);
  });
}
