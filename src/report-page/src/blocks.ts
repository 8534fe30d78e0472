import { code } from "./code.ts";
import type { ReportBlock } from "./document.ts";
import { heaps } from "./heaps.ts";
import { intervals } from "./intervals.ts";
import { lines } from "./lines.ts";
import { pageMap } from "./page-map.ts";
import { stacks } from "./stacks.ts";
import { steps } from "./steps.ts";
import { table } from "./table.ts";
import { text } from "./text.ts";

/** Every kind of block has one place that draws it. A new kind is a file and a line here. */
const renderers: { readonly [K in ReportBlock["kind"]]: (block: Extract<ReportBlock, { kind: K }>) => HTMLElement } = {
  text,
  code,
  steps,
  table,
  lines,
  stacks,
  page_map: pageMap,
  heaps,
  intervals,
};

export function render(block: ReportBlock): HTMLElement {
  return (renderers[block.kind] as (block: ReportBlock) => HTMLElement)(block);
}
