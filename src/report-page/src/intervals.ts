import * as Plot from "@observablehq/plot";
import { amount, axisUnit } from "./amounts.ts";
import { chartStyle } from "./chart.ts";
import type { IntervalsBlock, MetricArm, MetricEntry, TableBlock } from "./document.ts";
import { element } from "./dom.ts";
import { figure } from "./figure.ts";

const sign: Readonly<Record<MetricArm["verdict"], string>> = {
  better: "✓ better",
  worse: "✗ worse",
  equivalent: "= equivalent",
  undecided: "? undecided",
  "few pairs": "? few pairs",
  unconfirmed: "· unconfirmed",
};

export function intervals(block: IntervalsBlock): HTMLElement {
  return element(
    "div",
    { class: "intervals" },
    element("h3", {}, block.caption),
    element("p", { class: "reading" }, block.reading),
    ...block.metrics.map((metric) =>
      element(
        "section",
        { class: metric.decides ? "metric decides" : "metric", "aria-label": metric.name },
        element("h4", {}, metric.name, metric.decides ? element("span", { class: "detail" }, "decides") : null),
        ...metric.arms.map((arm) =>
          element(
            "p",
            { class: `verdict ${arm.verdict}` },
            element("strong", {}, sign[arm.verdict]),
            ` ${metric.arms.length > 1 ? `${arm.arm}: ` : ""}${arm.text}`,
          ),
        ),
        chart(metric, block.alt),
      ),
    ),
  );
}

interface Point {
  readonly arm: string;
  readonly change: number;
  readonly title: string;
}

function chart(metric: MetricEntry, alt: string): HTMLElement {
  const reach = [0, metric.margin, -metric.margin, ...metric.arms.flatMap((arm) => [...arm.points.map((point) => point.change), arm.low ?? 0, arm.high ?? 0])];
  const { name, size } = axisUnit(metric.unit, Math.max(...reach.map(Math.abs)));
  const several = metric.arms.length > 1;
  const runs = (disturbed: boolean): Point[] =>
    metric.arms.flatMap((arm) =>
      arm.points
        .filter((point) => point.disturbed === disturbed)
        .map((point) => ({ arm: arm.arm, change: point.change / size, title: `${arm.arm}\n${point.text}` })),
    );
  const effects = metric.arms.filter((arm) => arm.estimate !== null);
  const draw = (width: number): SVGElement | HTMLElement =>
    Plot.plot({
      ...chartStyle(width),
      height: 42 + 34 * metric.arms.length,
      marginTop: 4,
      marginBottom: 36,
      marginLeft: several ? Math.min(150, width / 3) : 8,
      marginRight: 12,
      x: { label: `change, ${name}`, nice: true, ticks: Math.max(3, Math.round(width / 90)), labelAnchor: "center", labelArrow: "none" },
      y: { axis: several ? "left" : null, label: null, domain: metric.arms.map((arm) => arm.arm), tickSize: 0 },
      marks: [
        Plot.rectX([metric.margin / size], { x1: (margin: number) => -margin, x2: (margin: number) => margin, fill: "var(--margin)" }),
        Plot.ruleX([0], { stroke: "var(--ink)", strokeWidth: 1 }),
        Plot.dot(runs(false), { x: "change", y: "arm", dy: 7, r: 3, fill: "var(--baseline)", fillOpacity: 0.75 }),
        Plot.dot(runs(true), { x: "change", y: "arm", dy: 7, r: 4, symbol: "diamond", stroke: "var(--baseline)", strokeWidth: 1.5, fill: "var(--paper)" }),
        Plot.link(effects.filter((arm) => arm.low !== null), {
          x1: (arm: MetricArm) => arm.low! / size, x2: (arm: MetricArm) => arm.high! / size, y: "arm", dy: -5, stroke: "var(--change)", strokeWidth: 3, strokeLinecap: "butt",
        }),
        Plot.dot(effects, { x: (arm: MetricArm) => arm.estimate! / size, y: "arm", dy: -5, r: 5, fill: "var(--change)", stroke: "var(--paper)" }),
        Plot.tip([...runs(false), ...runs(true)], Plot.pointer({ x: "change", y: "arm", dy: 7, title: "title", maxRadius: 30 })),
        Plot.tip(effects, Plot.pointer({
          x: (arm: MetricArm) => arm.estimate! / size, y: "arm", dy: -5, maxRadius: 20, title: (arm: MetricArm) => `${arm.arm}\n${arm.text}\nmargin ${metric.margin_text}`,
        })),
      ],
    });
  return figure("", `${alt} ${metric.name}: ${metric.arms.map((arm) => `${arm.arm} ${arm.verdict}, ${arm.text}`).join("; ")}`, null, draw, table(metric));
}

function table(metric: MetricEntry): TableBlock {
  return {
    kind: "table",
    caption: `Every pair of ${metric.name}`,
    folded: true,
    columns: [
      { name: "arm", numeric: false },
      { name: "change", numeric: true },
      { name: "pair", numeric: false },
    ],
    rows: metric.arms.flatMap((arm) => arm.points.map((point) => [arm.arm, amount(point.change, metric.unit), point.text])),
  };
}
