import { amount } from "./amounts.ts";
import type { MapRegion, WorkerMap } from "./document.ts";

export const pageBytes = 4096;

/** So many pages of memory, one behind the other: a column of a map. */
export interface Cell {
  readonly region: MapRegion;
  /** Pages from the region's beginning. */
  readonly from: number;
  readonly to: number;
  /** Pages by the letter of their state; those that are not in memory are in none. */
  readonly tally: ReadonlyMap<string, number>;
}

/** Cell by cell what a map's runs say, but for cells of which nothing is in memory. */
export function cellsOf(map: WorkerMap, runs: (region: MapRegion) => readonly string[]): Cell[] {
  return map.regions.flatMap((region) => {
    let pages = 0;
    return runs(region).flatMap((run) => {
      const [text, count] = run.split("*");
      const tally = new Map([...text!.matchAll(/(\D)(\d+)/g)].map(([, letter, number]) => [letter!, Number(number)]));
      const cells: Cell[] = [];
      for (let index = 0; index < Number(count ?? 1); index++) {
        const from = pages;
        pages = Math.min(region.pages, pages + map.pages_per_cell);
        if (tally.size > 0) cells.push({ region, from, to: pages, tally });
      }
      return cells;
    });
  });
}

export function pagesIn(tally: ReadonlyMap<string, number>): number {
  return [...tally.values()].reduce((sum, pages) => sum + pages, 0);
}

/** Address range, purpose and tally of a cell. */
export function describe(cell: Cell, names: ReadonlyMap<string, string>): string {
  const { region } = cell;
  return [
    ...(region.start === null ? [] : [`${address(region.start, cell.from)} to ${address(region.start, cell.to)}`]),
    region.purpose,
    ...[...cell.tally].map(([letter, pages]) => `${names.get(letter) ?? letter}: ${amount(pages * pageBytes, "bytes")}`),
  ].join("\n");
}

function address(start: string, pages: number): string {
  return `0x${(BigInt(start) + BigInt(pages * pageBytes)).toString(16)}`;
}
