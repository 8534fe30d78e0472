import { element } from "./dom.ts";

let choices = 0;

/** One of several looks at the same thing, the first to begin with. Radio buttons: keyboards and screen readers know them. */
export function choice(question: string, names: readonly string[], choose: (index: number) => void): HTMLElement {
  const group = `choice-${choices++}`;
  return element(
    "fieldset",
    { class: "choice" },
    element("legend", {}, question),
    ...names.map((name, index) => {
      const input = element("input", { type: "radio", name: group, value: name });
      input.checked = index === 0;
      input.addEventListener("change", () => choose(index));
      return element("label", {}, input, name);
    }),
  );
}
