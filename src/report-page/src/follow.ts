import type { ReportDocument } from "./document.ts";

/**
 * Draws anew what has changed, as the server tells it. What is the same stays as it is, with what a reader has opened in it; what has the focus stays until the
 * focus has left.
 * @param address Of server-sent events, each a whole document.
 * @param parts Everything that is shown of a document: the heading, each section, the foot.
 */
export function follow(main: HTMLElement, address: string, first: ReportDocument, parts: (report: ReportDocument) => HTMLElement[]): void {
  let shown = texts(first);
  const events = new EventSource(address);
  events.onmessage = (event: MessageEvent<string>) => {
    const report = JSON.parse(event.data) as ReportDocument;
    const [now, made, old] = [texts(report), parts(report), [...main.children].slice(-shown.length)];
    if (now.length !== shown.length) {
      for (const part of old) part.remove();
      main.append(...made);
    } else {
      now.forEach((text, at) => {
        if (text === shown[at]) return;
        if (old[at]!.contains(document.activeElement)) now[at] = shown[at]!;
        else old[at]!.replaceWith(made[at]!);
      });
    }
    shown = now;
    document.body.classList.remove("stale");
  };
  // It asks again by itself.
  events.onerror = () => document.body.classList.add("stale");
}

/** By which each part is known to be the same. */
function texts(report: ReportDocument): string[] {
  const { sections, ...rest } = report;
  return [JSON.stringify(rest), ...sections.map((section) => JSON.stringify(section)), report.program_version];
}
