import { element } from "./dom.ts";

/** In a chart, as parts of its width and height from 0 to 1. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * What the pointer does, for keyboards: a slider that is seen while it has the focus. It moves the pointer over the places of the chart
 * beside it, so that what is said there is drawn in one way only.
 */
export function cursor(name: string, places: readonly (() => string)[], at: (place: number) => Point): HTMLElement {
  const input = element("input", { type: "range", class: "cursor", min: "0", max: `${Math.max(0, places.length - 1)}`, value: "0", "aria-label": `Place in the map of ${name}` });
  const chart = (): Element | null => input.closest("figure")?.querySelector("svg.chart") ?? null;
  const point = (kind: string, place: Point): void => {
    const box = chart()?.getBoundingClientRect();
    if (box === undefined) return;
    chart()!.dispatchEvent(
      new PointerEvent(kind, { pointerType: "mouse", clientX: box.left + place.x * box.width, clientY: box.top + place.y * box.height }),
    );
  };
  const show = (): void => {
    const place = Number(input.value);
    input.setAttribute("aria-valuetext", places[place]?.().replaceAll("\n", ", ") ?? "");
    point("pointermove", at(place));
  };
  input.addEventListener("focus", show);
  input.addEventListener("input", show);
  input.addEventListener("blur", () => point("pointerleave", { x: 0, y: 0 }));
  return input;
}
