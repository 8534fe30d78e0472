import { use } from "./amounts.ts";
import { render } from "./blocks.ts";
import type { ReportDocument, ReportSection } from "./document.ts";
import { element } from "./dom.ts";
import { follow } from "./follow.ts";
import { textures } from "./textures.ts";

const report = JSON.parse(document.getElementById("document")!.textContent!) as ReportDocument;
const main = document.getElementById("report")!;
use(report.units);
main.append(textures(), ...parts(report));
if (main.dataset.follows !== undefined) follow(main, main.dataset.follows, report, parts);

// What is folded away cannot be opened on paper.
addEventListener("beforeprint", () => {
  for (const folded of document.querySelectorAll("details")) folded.open = true;
});

/** Everything that is shown, from top to bottom. */
function parts(report: ReportDocument): HTMLElement[] {
  return [header(report), ...report.sections.map(section), footer(report)];
}

function header(report: ReportDocument): HTMLElement {
  return element(
    "header",
    {},
    element("h1", {}, report.title),
    element("p", { class: "answer", role: "status" }, report.answer),
    element("ul", { class: "sources" }, ...[...report.about, ...report.sources.map((each) => each.text)].map((each) => element("li", {}, each))),
    report.sections.length < 3
      ? null
      : element(
          "nav",
          { "aria-label": "Sections" },
          element("ul", {}, ...report.sections.map((each) => element("li", {}, element("a", { href: `#${each.id}` }, each.heading)))),
        ),
  );
}

function section(section: ReportSection): HTMLElement {
  const heading = element("h2", { id: section.id }, section.heading);
  return element(
    "section",
    { "aria-labelledby": section.id },
    heading,
    section.summary === "" ? null : element("p", { class: "summary" }, section.summary),
    ...section.blocks.map(render),
  );
}

function footer(report: ReportDocument): HTMLElement {
  return element("footer", {}, `Lowtide ${report.program_version}. ${main.dataset.follows === undefined ? "This page holds all of its data and loads nothing." : "This page follows what is watched."}`);
}
