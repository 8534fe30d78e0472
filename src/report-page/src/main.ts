import { use } from "./amounts.ts";
import { render } from "./blocks.ts";
import type { ReportDocument, ReportSection } from "./document.ts";
import { element } from "./dom.ts";
import { textures } from "./textures.ts";

const report = JSON.parse(document.getElementById("document")!.textContent!) as ReportDocument;
use(report.units);
document.getElementById("report")!.append(textures(), header(report), ...report.sections.map(section), footer(report));

// What is folded away cannot be opened on paper.
addEventListener("beforeprint", () => {
  for (const folded of document.querySelectorAll("details")) folded.open = true;
});

function header(report: ReportDocument): HTMLElement {
  return element(
    "header",
    {},
    element("h1", {}, report.title),
    element("p", { class: "answer" }, report.answer),
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
  return element("footer", {}, `Lowtide ${report.program_version}. This page holds all of its data and loads nothing.`);
}
