import type { StepsBlock } from "./document.ts";
import { element, unbroken } from "./dom.ts";

export function steps(block: StepsBlock): HTMLElement {
  return element(
    "dl",
    { class: "steps" },
    ...block.steps.flatMap((step) => [
      element("dt", {}, step.label),
      element("dd", {}, step.is_command ? element("pre", { tabindex: "0" }, element("code", {}, step.text)) : unbroken(step.text)),
    ]),
  );
}
