// What the three dashboards have in common: their variables, and links from one to the next.
import {
  DashboardBuilder, DashboardCursorSync, DashboardLinkBuilder, DashboardLinkType, DatasourceVariableBuilder, QueryVariableBuilder, VariableRefresh, VariableSort,
} from "@grafana/grafana-foundation-sdk/dashboard";
import { source } from "./panels.js";

/** @param {string} name @param {string} label @param {string} query */
const asked = (name, label, query) => new QueryVariableBuilder(name).label(label).datasource(source).query(query)
  .refresh(VariableRefresh.OnTimeRangeChanged).sort(VariableSort.NaturalAsc);

/** @type {Record<string, () => QueryVariableBuilder>} */
const variables = {
  job: () => asked("job", "Job", "label_values(lowtide_build_info, job)").multi(true).includeAll(true).allValue(".+")
    .current({ selected: true, text: "All", value: "$__all" }),
  instance: () => asked("instance", "Machine", 'label_values(lowtide_build_info{job=~"$job"}, instance)'),
  family: () => asked("family", "Server", 'label_values(lowtide_family_info{job=~"$job", instance="$instance"}, family)'),
};

/** What a query chooses by: of a fleet the job, of a machine its address too, of one server all. */
export const chosen = {
  fleet: 'job=~"$job"',
  host: 'job=~"$job", instance="$instance"',
  family: 'job=~"$job", instance="$instance", family="$family"',
};

/** @param {string} name @param {string} title @param {string} about @param {string[]} by names of variables */
export function board(name, title, about, by) {
  const made = new DashboardBuilder(`Lowtide: ${title}`).uid(`lowtide-${name}`).description(about).tags(["lowtide"]).timezone("browser")
    .time({ from: "now-6h", to: "now" }).refresh("1m").readonly().tooltip(DashboardCursorSync.Crosshair)
    .withVariable(new DatasourceVariableBuilder("source").label("Data source").type("prometheus"));
  for (const each of by) made.withVariable(variables[each]());
  return made.link(new DashboardLinkBuilder("Lowtide").type(DashboardLinkType.Dashboards).tags(["lowtide"]).includeVars(true).keepTime(true));
}
