/** The document lowtide/report/1, as docs/schemas/report-1.schema.json has it and the program writes it. */
export interface ReportDocument {
  readonly schema: "lowtide/report/1";
  readonly title: string;
  /** One sentence. */
  readonly answer: string;
  readonly program_version: string;
  readonly units: readonly Unit[];
  /** What changes how the rest is to be read. */
  readonly about: readonly string[];
  readonly sources: readonly Source[];
  readonly sections: readonly Section[];
}

/** How amounts of a unit are written. */
export interface Unit {
  readonly name: string;
  /** Above 0. */
  readonly with_plus: boolean;
  readonly steps: readonly UnitStep[];
}

export interface UnitStep {
  /** For amounts under this, whatever their sign; null for all others. */
  readonly below: number | null;
  /** Of one, in the data's unit. */
  readonly size: number;
  readonly digits: number;
  readonly suffix: string;
}

export interface Source {
  readonly file: string;
  readonly kind: "recording" | "trace" | "trial";
  readonly role: "before" | "after" | null;
  readonly server: string | null;
  readonly at: string;
  /** All of it in one line. */
  readonly text: string;
}

export interface Section {
  readonly id: string;
  readonly heading: string;
  /** What there is to see. */
  readonly summary: string;
  readonly blocks: readonly Block[];
}

export type Block = TextBlock | CodeBlock | StepsBlock | TableBlock | LinesBlock | StacksBlock | PageMapBlock | HeapsBlock | IntervalsBlock;

export interface TextBlock {
  readonly kind: "text";
  readonly lead: string | null;
  readonly text: string | null;
  readonly items: readonly string[];
}

/** Lines to be pasted. */
export interface CodeBlock {
  readonly kind: "code";
  readonly caption: string | null;
  readonly lines: readonly string[];
}

/** What to do, and what not, under each other. */
export interface StepsBlock {
  readonly kind: "steps";
  readonly steps: readonly { readonly label: string; readonly text: string; readonly is_command: boolean }[];
}

export interface TableBlock {
  readonly kind: "table";
  readonly caption: string;
  readonly columns: readonly { readonly name: string; readonly numeric: boolean }[];
  readonly rows: readonly (readonly string[])[];
  /** Closed until asked for. */
  readonly folded: boolean;
}

/** Values over seconds, or one a pair. */
export interface LinesBlock {
  readonly kind: "lines";
  readonly caption: string;
  readonly alt: string;
  readonly x: "seconds" | "pair";
  readonly unit: string;
  readonly series: readonly Series[];
}

export interface Series {
  readonly name: string;
  readonly tone: "plain" | "baseline" | "change";
  readonly style: "line" | "points";
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** The spread about y, where it is a middle. */
  readonly low: readonly number[] | null;
  readonly high: readonly number[] | null;
  /** What is to know of single points; null where there is nothing of any. */
  readonly notes: readonly (string | null)[] | null;
}

/** Wholes and their parts. */
export interface StacksBlock {
  readonly kind: "stacks";
  readonly caption: string;
  readonly alt: string;
  readonly unit: string;
  /** Where the scale ends: charts to be held against each other have the same. */
  readonly most: number;
  readonly columns: TableBlock["columns"];
  readonly parts: readonly {
    /** Its colour, as in page maps. */
    readonly letter: string;
    readonly meaning: string;
    /** Its row under the columns; the first is its name. */
    readonly cells: readonly string[];
  }[];
  /** A value for each part. */
  readonly stacks: readonly { readonly name: string; readonly values: readonly number[] }[];
}

export interface PageMapBlock extends PageMapView {
  readonly kind: "page_map";
  readonly caption: string;
  /** The same maps by what copied the copied pages; null where that was not recorded. */
  readonly by_cause: PageMapView | null;
  readonly maps: readonly PageMap[];
}

export interface PageMapView {
  /** How to read it. */
  readonly reading: string;
  readonly alt: string;
  readonly states: readonly PageStateEntry[];
}

export interface PageStateEntry {
  /** That stands for it in cells. */
  readonly letter: string;
  readonly name: string;
  readonly meaning: string;
  readonly bytes: number;
  readonly share: number;
}

export interface PageMap {
  readonly name: string;
  readonly detail: string;
  /** The same in all cells but the last of a region. */
  readonly pages_per_cell: number;
  readonly regions: readonly MapRegion[];
}

export interface MapRegion {
  /** Address of the first page, in hexadecimal; null for regions too small to be drawn each by itself. */
  readonly start: string | null;
  readonly purpose: string;
  readonly pages: number;
  /** Runs of alike cells: pages by the letter of their state, and how many such cells: "s4r12*3"; "*7" are not in memory. */
  readonly cells: readonly string[];
  /** The same cells by cause; null where that is. */
  readonly cells_by_cause: readonly string[] | null;
}

/** Heaps as occupancy cells. */
export interface HeapsBlock {
  readonly kind: "heaps";
  readonly caption: string;
  readonly reading: string;
  readonly legend: readonly { readonly colour: string; readonly meaning: string; readonly bytes: number }[];
  /** A picture each, as a data URI; alt is what it shows, in words. */
  readonly heaps: readonly { readonly name: string; readonly alt: string; readonly width: number; readonly height: number; readonly picture: string }[];
}

export interface IntervalsBlock {
  readonly kind: "intervals";
  readonly caption: string;
  /** How to read it. */
  readonly reading: string;
  readonly alt: string;
  readonly metrics: readonly MetricEntry[];
}

export interface MetricEntry {
  readonly name: string;
  /** That the verdict is given on. */
  readonly decides: boolean;
  /** "share" of the baseline's value, else the metric's own: "bytes", "seconds", "1/s", "1". */
  readonly unit: string;
  readonly margin: number;
  readonly margin_text: string;
  readonly better: "lower" | "higher";
  readonly arms: readonly ArmEntry[];
}

export interface ArmEntry {
  readonly arm: string;
  readonly verdict: "better" | "worse" | "equivalent" | "undecided" | "few pairs" | "not tested";
  readonly estimate: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Estimate and interval in words. */
  readonly text: string;
  readonly points: readonly { readonly change: number; readonly text: string; readonly disturbed: boolean }[];
}
