/** Values in their units as the program's screens write them. */
export function amount(value: number, unit: string): string {
  switch (unit) {
    case "bytes":
      return bytes(value);
    case "share":
      return `${signed(value * 100, 1)}%`;
    case "1":
      return `${(value * 100).toFixed(1)}%`;
    case "seconds":
      return Math.abs(value) < 0.1 ? `${(value * 1000).toFixed(1)} ms` : `${value.toFixed(2)} s`;
    case "1/s":
      return `${value.toFixed(Math.abs(value) < 10 ? 1 : 0)}/s`;
    default:
      return `${value} ${unit}`;
  }
}

function signed(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

function bytes(value: number): string {
  const { name, size } = byteUnit(Math.abs(value));
  const scaled = value / size;
  return `${scaled.toFixed(Math.abs(scaled) < 9.95 ? 1 : 0)} ${name}`;
}

function byteUnit(value: number): AxisUnit {
  if (value < 2 ** 20) return { name: "KiB", size: 2 ** 10 };
  return value < 2 ** 30 ? { name: "MiB", size: 2 ** 20 } : { name: "GiB", size: 2 ** 30 };
}

export interface AxisUnit {
  readonly name: string;
  /** In the data's unit. */
  readonly size: number;
}

/** The unit in which an axis up to a value has round ticks. */
export function axisUnit(unit: string, largest: number): AxisUnit {
  switch (unit) {
    case "bytes":
      return byteUnit(largest / 2);
    case "share":
    case "1":
      return { name: "%", size: 0.01 };
    case "seconds":
      return largest < 0.5 ? { name: "ms", size: 0.001 } : { name: "s", size: 1 };
    default:
      return { name: unit, size: 1 };
  }
}
