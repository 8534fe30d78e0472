import * as Plot from "@observablehq/plot";
import { amount, axisUnit } from "./amounts.ts";
import { chartStyle } from "./chart.ts";
import type { StacksBlock, TableBlock } from "./document.ts";
import { figure } from "./figure.ts";
import { table } from "./table.ts";
import { paint, swatch } from "./textures.ts";

interface Piece {
  readonly stack: string;
  readonly letter: string;
  readonly value: number;
  readonly title: string;
}

const barHeight = 26;

export function stacks(block: StacksBlock): HTMLElement {
  const { name, size } = axisUnit(block.unit, block.most);
  const pieces = block.stacks.flatMap((stack) =>
    stack.values.map((value, index): Piece => {
      const part = block.parts[index]!;
      return { stack: stack.name, letter: part.letter, value: value / size, title: `${stack.name}\n${part.cells[0]!}: ${amount(value, block.unit)}` };
    }),
  );
  const layout = Plot.stackX({ y: "stack", x: "value", order: null });
  const draw = (width: number): SVGElement | HTMLElement =>
    Plot.plot({
      ...chartStyle(width),
      height: block.stacks.length * barHeight + 40,
      marginLeft: Math.min(110, 16 + 7 * Math.max(...block.stacks.map((stack) => stack.name.length))),
      marginBottom: 36,
      marginTop: 4,
      x: { label: name, labelAnchor: "center", labelArrow: "none", domain: [0, Math.max(block.most / size, Number.EPSILON)], grid: true, ticks: 5 },
      y: { label: null, domain: block.stacks.map((stack) => stack.name), padding: 0.25, tickSize: 0 },
      marks: [
        Plot.barX(pieces, { ...layout, fill: (piece: Piece) => paint(piece.letter), stroke: "var(--paper)", strokeWidth: 0.5 }),
        Plot.ruleX([0], { stroke: "var(--rule)" }),
        Plot.tip(pieces, Plot.pointer({ ...layout, title: "title", maxRadius: 60 } as Plot.TipOptions)),
      ],
    });
  return figure(block.caption, block.alt, parts(block), draw, figures(block));
}

/** What each colour stands for, and how much it is. */
function parts(block: StacksBlock): HTMLElement {
  const made = table({ kind: "table", caption: block.caption, columns: block.columns, rows: block.parts.map((part) => part.cells), folded: false });
  // The chart's caption is this one too.
  made.querySelector("caption")!.remove();
  made.classList.add("parts");
  made.querySelectorAll("tbody tr").forEach((row, index) => {
    row.setAttribute("title", block.parts[index]!.meaning);
    row.querySelector("th")!.prepend(swatch(paint(block.parts[index]!.letter)));
  });
  return made;
}

function figures(block: StacksBlock): TableBlock {
  return {
    kind: "table",
    caption: "The figures as a table",
    folded: true,
    columns: [{ name: "", numeric: false }, ...block.parts.map((part) => ({ name: part.cells[0]!, numeric: true }))],
    rows: block.stacks.map((stack) => [stack.name, ...stack.values.map((value) => amount(value, block.unit))]),
  };
}
