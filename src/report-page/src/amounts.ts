import type { Unit, UnitStep } from "./document.ts";

let units: ReadonlyMap<string, Unit> = new Map();

/** How amounts are written comes with the document, so that the page writes them as the program's screens do. */
export function use(all: readonly Unit[]): void {
  units = new Map(all.map((unit) => [unit.name, unit]));
}

/** A value in the words of its unit: "1.2 GiB". */
export function amount(value: number, unit: string): string {
  const { size, digits, suffix } = step(value, unit);
  const number = (value / size).toFixed(digits);
  const text = Number(number) === 0 ? number.replace("-", "") : units.get(unit)!.with_plus && value > 0 ? `+${number}` : number;
  return text + suffix;
}

export interface AxisUnit {
  readonly name: string;
  /** In the data's unit. */
  readonly size: number;
}

/** The unit in which an axis up to a value has round ticks. */
export function axisUnit(unit: string, largest: number): AxisUnit {
  const { suffix, size } = step(largest / 2, unit);
  return { name: suffix.trim().replace(/^\//, "1/"), size };
}

function step(value: number, unit: string): UnitStep {
  return units.get(unit)!.steps.find(({ below }) => below === null || Math.abs(value) < below)!;
}
