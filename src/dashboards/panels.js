// The few kinds of panels that the dashboards are made of, each with one look.
import * as common from "@grafana/grafana-foundation-sdk/common";
import { PanelBuilder as StatPanel } from "@grafana/grafana-foundation-sdk/stat";
import { PanelBuilder as TablePanel } from "@grafana/grafana-foundation-sdk/table";
import { PanelBuilder as LinesPanel } from "@grafana/grafana-foundation-sdk/timeseries";
import { DataqueryBuilder, PromQueryFormat } from "@grafana/grafana-foundation-sdk/prometheus";
import { ThresholdsConfigBuilder, ThresholdsMode } from "@grafana/grafana-foundation-sdk/dashboard";
import { BytesIEC, PercentUnit, Seconds, Short } from "@grafana/grafana-foundation-sdk/units";

export const unit = { bytes: BytesIEC, share: PercentUnit, seconds: Seconds, count: Short };

export const source = { type: "prometheus", uid: "${source}" };

/** @param {string} letter @param {string} query @param {string} legend */
const target = (letter, query, legend) => new DataqueryBuilder().datasource(source).refId(letter).expr(query).legendFormat(legend);

/** @param {number} bad from which on it is red */
const redFrom = (bad) => new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute)
  .steps([{ value: null, color: "green" }, { value: bad, color: "red" }]);

const noColor = () => new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps([{ value: null, color: "text" }]);

/**
 * One figure, as it is now.
 * @param {{ title: string, about: string, unit: string, query: string, redFrom?: number, span?: number }} of
 */
export const figure = (of) => new StatPanel().title(of.title).description(of.about).datasource(source).unit(of.unit)
  .span(of.span ?? 6).height(4).noValue("not known").graphMode(common.BigValueGraphMode.None)
  .thresholds(of.redFrom === undefined ? noColor() : redFrom(of.redFrom))
  .withTarget(target("A", of.query, "").instant());

/**
 * Lines over time.
 * @param {{ title: string, about: string, unit: string, lines: [query: string, legend: string][], stacked?: boolean, most?: number, span?: number }} of
 */
export function lines(of) {
  const panel = new LinesPanel().title(of.title).description(of.about).datasource(source).unit(of.unit).span(of.span ?? 12).height(8)
    .lineWidth(1).fillOpacity(of.stacked ? 30 : 0).showPoints(common.VisibilityMode.Never)
    .legend(new common.VizLegendOptionsBuilder().showLegend(true).displayMode(common.LegendDisplayMode.List).placement(common.LegendPlacement.Bottom))
    .tooltip(new common.VizTooltipOptionsBuilder().mode(common.TooltipDisplayMode.Multi).sort(common.SortOrder.Descending));
  if (of.stacked) panel.stacking(new common.StackingConfigBuilder().mode(common.StackingMode.Normal));
  if (of.unit !== unit.bytes || of.stacked) panel.min(0);
  if (of.most !== undefined) panel.max(of.most);
  of.lines.forEach(([query, legend], at) => panel.withTarget(target("ABCDEF"[at] ?? "A", query, legend).range()));
  return panel;
}

/**
 * Rows of labels, as they are now.
 * @param {{ title: string, about: string, unit: string, columns: Record<string, string>, queries: [query: string, heading: string][], span?: number, none?: string }} of
 * columns: labels by what stands above them, in their order
 */
export function table(of) {
  const headings = /** @type {Record<string, string>} */ ({ ...of.columns });
  const panel = new TablePanel().title(of.title).description(of.about).datasource(source).unit(of.unit).span(of.span ?? 24).height(7)
    .noValue(of.none ?? "none");
  of.queries.forEach(([query, heading], at) => {
    const letter = "ABCDEF"[at] ?? "A";
    headings[of.queries.length > 1 ? `Value #${letter}` : "Value"] = heading;
    panel.withTarget(target(letter, query, "").format(PromQueryFormat.Table).instant());
  });
  if (of.queries.length > 1) panel.withTransformation({ id: "merge", options: {} });
  const shown = Object.entries(headings).filter(([, heading]) => heading !== "").map(([name]) => name);
  return panel.withTransformation({ id: "filterFieldsByName", options: { include: { names: shown } } })
    .withTransformation({
      id: "organize",
      options: { indexByName: Object.fromEntries(shown.map((name, at) => [name, at])), renameByName: Object.fromEntries(shown.map((name) => [name, headings[name]])) },
    });
}
