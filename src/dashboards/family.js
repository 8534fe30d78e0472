import { board, chosen } from "./board.js";
import { figure, lines, table, unit } from "./panels.js";

const all = chosen.family;

export const family = board("family", "one server", "Why its memory or its pauses rise, and what would help.", ["job", "instance", "family"])
  .withPanel(figure({ title: "Memory", about: "PSS of all its processes.", unit: unit.bytes, query: `lowtide_family_pss_bytes{${all}}` }))
  .withPanel(figure({ title: "Workers", about: "Without the master.", unit: unit.count, query: `lowtide_family_workers{${all}}` }))
  .withPanel(figure({
    title: "Left of its memory limit", about: "Of the tightest cgroup; the kernel kills at 0.", unit: unit.share, query: `lowtide_family_limit_left_ratio{${all}}`,
  }))
  .withPanel(figure({
    title: "First remedy would save", about: "At the lower end of the prediction.", unit: unit.bytes,
    query: `instance_family:lowtide_first_saving_bytes:product{${all}}`,
  }))
  .withPanel(table({
    title: "What is wrong", about: "Its alerts that are raised. docs/alerts.md says what each means and what to do.", unit: unit.count,
    columns: { severity: "How soon", alert: "Alert" }, none: "nothing is wrong", span: 12,
    queries: [[`sum by (severity, alert) (lowtide_alert{${all}} == 1)`, ""]],
  }))
  .withPanel(table({
    title: "What helps", about: "What each remedy is predicted to save, and whether one that was asked for is on.", unit: unit.bytes, span: 12,
    columns: { remedy: "Remedy" }, none: "no remedy is known",
    queries: [
      [`lowtide_remedy_saving_low_bytes{${all}}`, "Saves at least"], [`lowtide_remedy_saving_high_bytes{${all}}`, "Saves at most"],
    ],
  }))
  .withPanel(lines({
    title: "Memory by process", about: "PSS. A worker has its place, from 0 on; who takes its place goes on with its line.", unit: unit.bytes, stacked: true,
    lines: [[`lowtide_process_pss_bytes{${all}}`, "{{slot}}"]],
  }))
  .withPanel(lines({
    title: "Memory that each process has for itself", about: "Free once it ends.", unit: unit.bytes,
    lines: [[`lowtide_process_private_bytes{${all}}`, "{{slot}}"]],
  }))
  .withPanel(lines({
    title: "What became of what workers inherited", about: "The part that is shared still, and the parts that each cause copied.", unit: unit.share, most: 1,
    lines: [[`lowtide_inherited_ratio{${all}}`, "{{part}}"]],
  }))
  .withPanel(lines({
    title: "What was found", about: "The bytes that each finding explains; some explain the same bytes.", unit: unit.bytes,
    lines: [[`lowtide_finding_bytes{${all}}`, "{{finding}}"]],
  }))
  .withPanel(lines({
    title: "What malloc keeps", about: "Of its arenas in all processes: memory from the system, and what of it is free.", unit: unit.bytes,
    lines: [[`lowtide_malloc_system_bytes{${all}}`, "from the system"], [`lowtide_malloc_free_bytes{${all}}`, "free"]],
  }))
  .withPanel(lines({
    title: ".NET's heap by generation", about: "After the latest collection, free parts too.", unit: unit.bytes, stacked: true,
    lines: [[`lowtide_dotnet_heap_bytes{${all}}`, "{{generation}}"]],
  }))
  .withPanel(lines({
    title: "Time in which .NET is stopped", about: "By the collections of each generation, for all threads.", unit: unit.share, stacked: true,
    lines: [[`rate(lowtide_dotnet_collection_pause_seconds_total{${all}}[$__rate_interval])`, "generation {{generation}}"]],
  }))
  .withPanel(lines({
    title: ".NET's longest pauses", about: "99 in 100 are shorter; half are.", unit: unit.seconds,
    lines: [0.99, 0.5].map((part) => [
      `histogram_quantile(${part}, sum by (le) (rate(lowtide_dotnet_pause_seconds_bucket{${all}}[$__rate_interval])))`, `${part * 100}% are shorter`,
    ]),
  }))
  .withPanel(lines({
    title: "Collections a second", about: "Of CPython and of .NET, by generation.", unit: unit.count,
    lines: [
      [`rate(lowtide_cpython_collections_total{${all}}[$__rate_interval])`, "CPython, generation {{generation}}"],
      [`rate(lowtide_dotnet_collections_total{${all}}[$__rate_interval])`, ".NET, generation {{generation}}"],
      [`rate(lowtide_dotnet_induced_collections_total{${all}}[$__rate_interval])`, ".NET, asked for"],
    ],
  }))
  .withPanel(lines({
    title: "Workers replaced in an hour", about: "That came in the place of one that had ended.", unit: unit.count,
    lines: [
      [`increase(lowtide_family_respawns_total{${all}}[1h])`, "replaced"], [`increase(lowtide_guard_recycles_total{${all}}[1h])`, "of these by a guard"],
    ],
  }))
  .withPanel(lines({
    title: "How old these figures are", about: "Since the oldest reading of its processes, and since the last look into its pages.", unit: unit.seconds,
    lines: [[`max(lowtide_process_memory_age_seconds{${all}})`, "reading"], [`max(lowtide_look_age_seconds{${all}})`, "look"]],
  }));
