/**
 * What copied pages are drawn with: a colour each and, so that nothing hangs on colours alone, strokes over it. Colours are those of the
 * style sheet, --page- and the letter.
 */
const strokes: Readonly<Record<string, string>> = {
  i: "M-1 1l2-2M0 6l6-6M5 7l2-2",
  f: "M-1 1l2-2M0 6l6-6M5 7l2-2",
  h: "M-1 5l2 2M0 0l6 6M5-1l2 2",
  a: "M0 3h6",
  m: "M3 0v6",
  c: "M2 3h2",
  p: "M2 3h2",
  d: "M0 0l6 6M0 6l6-6",
};

const svg = "http://www.w3.org/2000/svg";

/** Of a letter, for fill and stroke. */
export function paint(letter: string): string {
  return letter in strokes ? `var(--texture-${letter})` : `var(--page-${letter})`;
}

/** What paint() refers to: once a page. */
export function textures(): SVGElement {
  return make(
    "svg",
    { class: "textures", width: "0", height: "0", "aria-hidden": "true" },
    make(
      "defs",
      {},
      ...Object.entries(strokes).map(([letter, path]) =>
        make(
          "pattern",
          { id: `texture-${letter}`, width: "6", height: "6", patternUnits: "userSpaceOnUse" },
          make("rect", { width: "6", height: "6", style: `fill: var(--page-${letter})` }),
          make("path", { d: path, style: "stroke: var(--paper); stroke-width: 1.2; stroke-opacity: 0.75; fill: none" }),
        ),
      ),
    ),
  );
}

/** A small square of it, for legends and tables. */
export function swatch(fill: string): SVGElement {
  return make("svg", { class: "swatch", viewBox: "0 0 12 12", "aria-hidden": "true" }, make("rect", { width: "12", height: "12", rx: "2", style: `fill: ${fill}` }));
}

function make(tag: string, attributes: Readonly<Record<string, string>>, ...children: readonly SVGElement[]): SVGElement {
  const made = document.createElementNS(svg, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
