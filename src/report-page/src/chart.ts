import type { PlotOptions } from "@observablehq/plot";

/** What all charts share; colours come from the style sheet, so that light, dark and paper need no drawing anew. */
export function chartStyle(width: number): PlotOptions {
  return { width, className: "chart", style: { fontSize: "12px", fontFamily: "inherit", background: "none", overflow: "visible" } };
}
