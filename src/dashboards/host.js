import { board, chosen } from "./board.js";
import { figure, lines, table, unit } from "./panels.js";

const all = chosen.host;

export const host = board("host", "one machine", "Which of its servers to look at first.", ["job", "instance"])
  .withPanel(figure({
    title: "Alerts to look at now", about: "Raised alerts that page.", unit: unit.count, redFrom: 1,
    query: `count(lowtide_alert{${all}, severity="page"} == 1) or vector(0)`,
  }))
  .withPanel(figure({ title: "Servers", about: "That are watched.", unit: unit.count, query: `count(lowtide_family_info{${all}})` }))
  .withPanel(figure({
    title: "Memory of all of them", about: "PSS: shared pages are counted once.", unit: unit.bytes, query: `instance:lowtide_pss_bytes:sum{${all}}`,
  }))
  .withPanel(figure({
    title: "First remedies would save", about: "The sum over its servers, at the lower end of each prediction.", unit: unit.bytes,
    query: `sum(instance_family:lowtide_first_saving_bytes:product{${all}})`,
  }))
  .withPanel(table({
    title: "What is wrong", about: "Every alert that is raised. docs/alerts.md says what each means and what to do.", unit: unit.count,
    columns: { severity: "How soon", alert: "Alert", family: "Server" }, none: "nothing is wrong",
    queries: [[`sum by (severity, alert, family) (lowtide_alert{${all}} == 1)`, ""]],
  }))
  .withPanel(lines({
    title: "Memory by server", about: "PSS: shared pages are counted once.", unit: unit.bytes, stacked: true,
    lines: [[`lowtide_family_pss_bytes{${all}}`, "{{family}}"]],
  }))
  .withPanel(lines({
    title: "What grows", about: "Bytes an hour, by a line through the last hour.", unit: unit.bytes,
    lines: [[`instance_family:lowtide_pss_bytes:deriv1h{${all}} * 3600`, "{{family}}"]],
  }))
  .withPanel(lines({
    title: "What is left of each memory limit", about: "Of the tightest cgroup; the kernel kills at 0. Servers without a limit have no line.",
    unit: unit.share, most: 1, lines: [[`lowtide_family_limit_left_ratio{${all}}`, "{{family}}"]],
  }))
  .withPanel(lines({
    title: "How much of the memory is shared", about: "Of what its processes hold, each counted by itself.", unit: unit.share, most: 1,
    lines: [[`instance_family:lowtide_process_shared:ratio{${all}}`, "{{family}}"]],
  }))
  .withPanel(lines({
    title: "Workers replaced in an hour", about: "That came in the place of one that had ended.", unit: unit.count,
    lines: [[`increase(lowtide_family_respawns_total{${all}}[1h])`, "{{family}}"]],
  }))
  .withPanel(lines({
    title: "Time in which .NET is stopped", about: "By its collections, for all threads.", unit: unit.share,
    lines: [[`instance_family:lowtide_dotnet_pause_seconds:rate5m{${all}}`, "{{family}}"]],
  }))
  .withPanel(lines({
    title: "What the first remedy would save", about: "At the lower end of the prediction.", unit: unit.bytes,
    lines: [[`instance_family:lowtide_first_saving_bytes:product{${all}}`, "{{family}}"]],
  }))
  .withPanel(lines({
    title: "How old Lowtide's figures are", about: "Since the oldest reading of a process, and since the oldest look into pages.", unit: unit.seconds,
    lines: [[`max(lowtide_process_memory_age_seconds{${all}})`, "reading"], [`max(lowtide_look_age_seconds{${all}})`, "look"]],
  }))
  .withPanel(lines({
    title: "Lowtide's own share of a processor", about: "0.5% is promised.", unit: unit.share, span: 8,
    lines: [[`rate(lowtide_own_cpu_seconds_total{${all}}[$__rate_interval])`, "processor"]],
  }))
  .withPanel(lines({
    title: "Lowtide's own memory", about: "Resident.", unit: unit.bytes, span: 8, lines: [[`lowtide_own_resident_bytes{${all}}`, "resident"]],
  }))
  .withPanel(table({
    title: "What Lowtide leaves out", about: "Servers beyond the thousand that it watches; whether its history is written.", unit: unit.count, span: 8,
    columns: { instance: "Machine" },
    queries: [[`lowtide_families_left_out{${all}}`, "Servers left out"], [`lowtide_history_written{${all}}`, "History is written"]],
  }));
