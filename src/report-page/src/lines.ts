import * as Plot from "@observablehq/plot";
import { amount, axisUnit } from "./amounts.ts";
import { chartStyle } from "./chart.ts";
import type { LinesBlock, Series, TableBlock } from "./document.ts";
import { figure, legend } from "./figure.ts";

interface Point {
  readonly series: string;
  readonly x: number;
  readonly y: number;
  readonly note: string | null;
  readonly title: string;
}

const mostRows = 12;
const colours = 6;
/** Of the usual distance between two points, that a line goes over. */
const mostSteps = 5;

export function lines(block: LinesBlock): HTMLElement {
  const largest = Math.max(0, ...block.series.flatMap((series) => [...series.y, ...(series.high ?? [])]));
  const { name, size } = axisUnit(block.unit, largest);
  const colour = palette(block.series);
  const key = legend(block.series.map((series) => ({ name: series.name, paint: colour(series) })));
  const draw = (width: number): SVGElement | HTMLElement =>
    Plot.plot({
      ...chartStyle(width),
      height: Math.round(Math.min(320, 160 + width / 5)),
      marginLeft: 52,
      marginBottom: 36,
      x: {
        label: block.x,
        labelAnchor: "center",
        labelArrow: "none",
        ...(block.x !== "pair" ? { nice: true, zero: true } : {}),
        ...(block.x === "pair" ? { ticks: pairs(block), tickFormat: (pair: number): string => `${pair}`, inset: 24 } : {}),
      },
      y: { label: name, zero: true, grid: true, nice: true, ticks: 5 },
      marks: [
        Plot.ruleY([0], { stroke: "var(--rule)" }),
        ...block.series.filter((series) => series.low !== null && series.high !== null).map((series) => spread(series, size, colour(series))),
        ...(block.x === "pair" ? [links(block, size)] : []),
        ...block.series.flatMap((series) => marks(series, block, size, colour(series))),
        Plot.tip(
          block.series.flatMap((series) => points(series, block)),
          Plot.pointer({ x: "x", y: (point: Point) => point.y / size, title: "title", maxRadius: 60 }),
        ),
      ],
    });
  return figure(block.caption, block.alt, key, draw, table(block));
}

function marks(series: Series, block: LinesBlock, size: number, stroke: string): Plot.Markish[] {
  const all = points(series, block);
  const at = { x: "x", y: (point: Point): number => point.y / size };
  if (series.style === "points")
    return [
      Plot.dot(all.filter((point) => point.note === null), { ...at, r: 4, fill: stroke, stroke: "var(--paper)" }),
      // Seen by its shape, not by its colour alone.
      Plot.dot(all.filter((point) => point.note !== null), { ...at, r: 5, symbol: "diamond", stroke, strokeWidth: 2, fill: "var(--paper)" }),
    ];
  return [
    Plot.line(broken(all, block), { ...at, stroke, strokeWidth: 1.8, strokeLinejoin: "round", ...(series.tone === "baseline" ? { strokeDasharray: "6 3" } : {}) }),
    ...(all.length === 1 ? [Plot.dot(all, { ...at, r: 3, fill: stroke })] : []),
  ];
}

/** Of a history: no line where nobody looked for long. */
function broken(all: Point[], block: LinesBlock): Point[] {
  if (block.x === "seconds" || block.x === "pair") return all;
  const steps = all.slice(1).map((point, index) => point.x - all[index]!.x).sort((a, b) => a - b);
  const usual = steps[steps.length >> 1] ?? 0;
  return all.flatMap((point, index) => (index > 0 && point.x - all[index - 1]!.x > mostSteps * usual ? [{ ...point, y: NaN }, point] : [point]));
}

function spread(series: Series, size: number, fill: string): Plot.Markish {
  return Plot.areaY(series.x, {
    x: (x: number) => x,
    y1: (_: number, index: number) => series.low![index]! / size,
    y2: (_: number, index: number) => series.high![index]! / size,
    fill,
    fillOpacity: 0.18,
  } as Plot.AreaYOptions);
}

/** From each pair's first value to its others: what was measured together. */
function links(block: LinesBlock, size: number): Plot.Markish {
  const ranges = pairs(block).map((pair) => {
    const values = block.series.flatMap((series) => series.y.filter((_, index) => series.x[index] === pair)).map((value) => value / size);
    return { pair, low: Math.min(...values), high: Math.max(...values) };
  });
  return Plot.ruleX(ranges, { x: "pair", y1: "low", y2: "high", stroke: "var(--rule)", strokeWidth: 1 });
}

function points(series: Series, block: LinesBlock): Point[] {
  return series.x.map((x, index) => {
    const y = series.y[index]!;
    const note = series.notes?.[index] ?? null;
    const where = block.x === "pair" ? `pair ${x}` : `${x.toFixed(1)} ${block.x === "seconds" ? "s" : block.x}`;
    const range = series.low === null || series.high === null
      ? ""
      : `\n${amount(series.low[index]!, block.unit)} to ${amount(series.high[index]!, block.unit)}`;
    return { series: series.name, x, y, note, title: `${series.name}\n${where}: ${amount(y, block.unit)}${range}${note === null ? "" : `\n${note}`}` };
  });
}

function pairs(block: LinesBlock): number[] {
  return [...new Set(block.series.flatMap((series) => series.x))].sort((a, b) => a - b);
}

function palette(all: readonly Series[]): (series: Series) => string {
  const plain = all.filter((series) => series.tone === "plain");
  const changes = all.filter((series) => series.tone === "change");
  return (series) => {
    if (series.tone === "baseline") return "var(--baseline)";
    return series.tone === "change"
      ? `var(--series-${1 + (changes.indexOf(series) % colours)})`
      : `var(--series-${1 + (plain.indexOf(series) % colours)})`;
  };
}

/** The same values as text: at so many moments at most, as nobody reads a table of a thousand rows. Of single events the largest. */
function table(block: LinesBlock): TableBlock {
  const all = pairs(block);
  const step = Math.max(1, Math.ceil(all.length / mostRows));
  const events = block.x !== "pair" && block.series.every((series) => series.style === "points");
  const chosen = events ? largest(block) : all.filter((_, index) => index % step === 0 || index === all.length - 1);
  return {
    kind: "table",
    caption:
      step === 1
        ? "The figures as a table"
        : `The figures as a table, ${events ? `the ${chosen.length} largest of` : `at ${chosen.length} of`} ${all.length}${events ? "" : " moments"}`,
    folded: true,
    columns: [
      { name: block.x === "pair" ? "pair" : block.x.slice(0, -1), numeric: true },
      ...block.series.map((series) => ({ name: series.name, numeric: true })),
    ],
    rows: chosen.map((x) => [
      block.x === "pair" ? `${x}` : x.toFixed(1),
      ...block.series.map((series) => {
        const index = series.x.indexOf(x);
        return index < 0 ? "" : amount(series.y[index]!, block.unit);
      }),
    ]),
  };
}

/** Moments of the largest values, in order of time. */
function largest(block: LinesBlock): number[] {
  const values = block.series.flatMap((series) => series.x.map((x, index) => ({ x, y: series.y[index]! })));
  return [...new Set(values.sort((a, b) => b.y - a.y).map((value) => value.x))].slice(0, mostRows).sort((a, b) => a - b);
}
