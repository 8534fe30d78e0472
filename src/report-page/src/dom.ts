type Child = Node | string | null;

/** An element with its children; strings become text and nothing else, so nothing that a target named itself is ever markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.filter((child): child is Node | string => child !== null));
  return made;
}

/** A number and its unit stay on one line. */
export function unbroken(text: string): string {
  return text.replaceAll(/(?<=\d) (?=[KMG]iB\b)/g, "\u00a0");
}
