import { board, chosen } from "./board.js";
import { figure, lines, table, unit } from "./panels.js";

const all = chosen.fleet;

export const fleet = board("fleet", "all machines", "Which machine, and which server, to look at first.", ["job"])
  .withPanel(figure({
    title: "Machines that do not answer", about: "Prometheus reaches no Lowtide there.", unit: unit.count, redFrom: 1,
    query: `sum(1 - up{${all}})`,
  }))
  .withPanel(figure({
    title: "Alerts to look at now", about: "Raised alerts that page.", unit: unit.count, redFrom: 1,
    query: `count(lowtide_alert{${all}, severity="page"} == 1) or vector(0)`,
  }))
  .withPanel(figure({
    title: "Alerts to look at this week", about: "Raised alerts that are worth a ticket.", unit: unit.count,
    query: `count(lowtide_alert{${all}, severity="ticket"} == 1) or vector(0)`,
  }))
  .withPanel(figure({
    title: "First remedies would save", about: "The sum over all servers, at the lower end of each prediction.", unit: unit.bytes,
    query: `sum(instance_family:lowtide_first_saving_bytes:product{${all}})`,
  }))
  .withPanel(table({
    title: "What is wrong, and where", about: "Every alert that is raised. docs/alerts.md says what each means and what to do.", unit: unit.count,
    columns: { severity: "How soon", alert: "Alert", instance: "Machine", family: "Server" }, none: "nothing is wrong",
    queries: [[`sum by (severity, alert, instance, family) (lowtide_alert{${all}, severity!="info"} == 1)`, ""]],
  }))
  .withPanel(lines({
    title: "What grows fastest", about: "Bytes an hour, by a line through the last hour; the ten that grow most.", unit: unit.bytes,
    lines: [[`topk(10, instance_family:lowtide_pss_bytes:deriv1h{${all}}) * 3600`, "{{family}} on {{instance}}"]],
  }))
  .withPanel(lines({
    title: "Memory by program", about: "PSS: shared pages are counted once.", unit: unit.bytes, stacked: true,
    lines: [[`job_program:lowtide_pss_bytes:sum{${all}}`, "{{program}}"]],
  }))
  .withPanel(lines({
    title: "Memory by machine", about: "PSS of all servers that are watched there.", unit: unit.bytes, stacked: true,
    lines: [[`instance:lowtide_pss_bytes:sum{${all}}`, "{{instance}}"]],
  }))
  .withPanel(lines({
    title: "Where workers share least", about: "Of the memory of servers with two workers or more, the part that is shared; the ten lowest.",
    unit: unit.share, most: 1,
    lines: [[
      `bottomk(10, instance_family:lowtide_process_shared:ratio{${all}} and on (job, instance, family) lowtide_family_workers{${all}} > 1)`,
      "{{family}} on {{instance}}",
    ]],
  }))
  .withPanel(lines({
    title: "Where .NET stops longest", about: "Of the time, the part in which collections stop all threads; the ten highest.", unit: unit.share,
    lines: [[`topk(10, instance_family:lowtide_dotnet_pause_seconds:rate5m{${all}})`, "{{family}} on {{instance}}"]],
  }))
  .withPanel(lines({
    title: "Where the first remedy would save most", about: "At the lower end of the prediction; the ten highest.", unit: unit.bytes,
    lines: [[`topk(10, instance_family:lowtide_first_saving_bytes:product{${all}})`, "{{family}} on {{instance}}"]],
  }))
  .withPanel(lines({
    title: "Lowtide's own share of a processor", about: "0.5% is promised.", unit: unit.share, span: 8,
    lines: [[`rate(lowtide_own_cpu_seconds_total{${all}}[$__rate_interval])`, "{{instance}}"]],
  }))
  .withPanel(lines({
    title: "Lowtide's oldest reading", about: "Since the memory of a process was read.", unit: unit.seconds, span: 8,
    lines: [[`max by (instance) (lowtide_process_memory_age_seconds{${all}})`, "{{instance}}"]],
  }))
  .withPanel(table({
    title: "Lowtide's versions", about: "On how many machines each runs.", unit: unit.count, span: 8, columns: { version: "Version" },
    queries: [[`count by (version) (lowtide_build_info{${all}})`, "Machines"]],
  }));
