import { type Cell, pagesIn } from "./cells.ts";

/** Of one row of a map, the gap below it included; in pixels. */
export const rowHeight = 22;

const gap = 4 / rowHeight;

interface BandPoint {
  readonly x: number;
  readonly y1: number;
  readonly y2: number;
  readonly letter: string;
  /** Row and state: points of one band are one shape. */
  readonly band: string;
}

/**
 * The cells as rows of stacked bands, a band a state, in rows and columns. What differs inside a cell shows by its share of the height, so
 * that areas are true and nothing is hidden by what is more common.
 */
export function bands(cells: readonly Cell[], letters: readonly string[], columns: number): BandPoint[] {
  const points: BandPoint[] = [];
  for (let row = 0; row * columns < cells.length; row++) {
    const strip = cells.slice(row * columns, (row + 1) * columns);
    const used = letters.filter((letter) => strip.some((cell) => cell.tally.has(letter)));
    const below = strip.map(() => row + 1 - gap);
    for (const letter of used) {
      const band = `${row} ${letter}`;
      strip.forEach((cell, x) => {
        const y1 = below[x]!;
        const y2 = y1 - ((cell.tally.get(letter) ?? 0) / pagesIn(cell.tally)) * (1 - gap);
        below[x] = y2;
        points.push({ x, y1, y2, letter, band });
      });
      // A step ends where the next begins: without it the last cell has no width.
      const last = points[points.length - 1]!;
      points.push({ ...last, x: strip.length });
    }
  }
  return points;
}

/** Where a region begins within a row. */
export function regionStarts(cells: readonly Cell[], columns: number): { readonly x: number; readonly row: number }[] {
  return cells.flatMap((cell, index) =>
    index % columns === 0 || cells[index - 1]!.region === cell.region ? [] : [{ x: index % columns, row: Math.floor(index / columns) }],
  );
}
