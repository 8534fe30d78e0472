// Made from the program's records: see docs/dev/add-a-document.md.

/**
 * What 'lowtide report --format json' prints, and what the page holds; screens are made of it too. Texts are for people, and control characters in them are
 * question marks; bytes and seconds stand in charts.
 */
export interface ReportDocument {
  readonly schema: "lowtide/report/1";
  /** What it is about, in one line. */
  readonly title: string;
  /** One sentence or two, before anything else; empty where there is nothing to answer. */
  readonly answer: string;
  readonly program_version: string;
  /** How the page writes what stands in charts. */
  readonly units: readonly Unit[];
  /** What changes how the rest is to be read, a sentence each. */
  readonly about: readonly string[];
  /** The files that it is made of; none of a verb's screen. */
  readonly sources: readonly ReportSource[];
  readonly sections: readonly ReportSection[];
}

/** How amounts of a unit are written, on screens and, as data, on a report's page. */
export interface Unit {
  /** "1" is a share, "share" a change of a value, "points" a change of a share. */
  readonly name: "bytes" | "bytes/s" | "seconds" | "1/s" | "workers" | "count" | "1" | "share" | "points";
  /** Above 0. */
  readonly with_plus: boolean;
  /** From the least amounts to the most. */
  readonly steps: readonly UnitStep[];
}

/** A file that the report is made of. */
export interface ReportSource {
  readonly file: string;
  /** "trace" is a .nettrace. */
  readonly kind: "recording" | "trace" | "trial";
  /** "before" and "after" of two recordings, "first" and "second" where they are of two servers; null otherwise. */
  readonly role: "before" | "after" | "first" | "second" | null;
  /** The family's name; null for a trial of which no run counted. */
  readonly server: string | null;
  /** When it began, for people. */
  readonly at: string;
  /** Figures that the runtime, malloc or the kernel counts too, both of each; a trial's are those of its runs (lowtide/trial/1). */
  readonly agreements: readonly AgreedFigure[];
  /** All of it in one line. */
  readonly text: string;
}

export interface ReportSection {
  /** Stable: the page links to it. */
  readonly id: string;
  readonly heading: string;
  /** A sentence: what there is to see. */
  readonly summary: string;
  readonly blocks: readonly ReportBlock[];
}

export interface UnitStep {
  /** Amounts under this, whatever their sign; null for all others. */
  readonly below: number | null;
  /** Of one, in the data's unit. */
  readonly size: number;
  /** After the point. */
  readonly digits: number;
  readonly suffix: string;
}

/** A figure that the runtime, malloc or the kernel counts too. */
export interface AgreedFigure {
  /** snake_case, with the unit as suffix where it has one. */
  readonly name: string;
  /** As it was read, or told one by one. */
  readonly told: number;
  /** As it was counted there. */
  readonly counted: number;
  /** The two differ by no more than what is stated for the figure. */
  readonly holds: boolean;
  /** Where they do not: the difference, and what may have caused it. */
  readonly said: string;
}

/** What a section is made of: a small closed set. */
export type ReportBlock =
  | TextBlock
  | CodeBlock
  | StepsBlock
  | TableBlock
  | LinesBlock
  | StacksBlock
  | PageMapBlock
  | HeapsBlock
  | IntervalsBlock;

export interface TextBlock {
  readonly kind: "text";
  /** A heading. */
  readonly lead: string | null;
  readonly text: string | null;
  readonly items: readonly string[];
}

/** Lines to be pasted. */
export interface CodeBlock {
  readonly kind: "code";
  readonly caption: string | null;
  /** To be pasted. */
  readonly lines: readonly string[];
}

/** What to do, and what not, under each other. */
export interface StepsBlock {
  readonly kind: "steps";
  readonly steps: readonly Step[];
}

export interface TableBlock {
  readonly kind: "table";
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  /** Cells for people; a machine finds figures in the documents of 'explain' and 'trial'. */
  readonly rows: readonly (readonly string[])[];
  /** Closed until asked for. */
  readonly folded: boolean;
}

/** Values over time, or one a pair. */
export interface LinesBlock {
  readonly kind: "lines";
  readonly caption: string;
  /** The chart in words, for whoever cannot see it. */
  readonly alt: string;
  readonly x: "seconds" | "minutes" | "hours" | "days" | "pair";
  /** Of the values. */
  readonly unit: "bytes" | "bytes/s" | "seconds" | "1/s" | "workers" | "count" | "1" | "share" | "points";
  readonly series: readonly Series[];
}

/** Wholes and their parts, as stacked bars. */
export interface StacksBlock {
  readonly kind: "stacks";
  readonly caption: string;
  /** The chart in words. */
  readonly alt: string;
  /** Of the values. */
  readonly unit: "bytes";
  /** Where the scale ends: charts that are to be held against each other have the same. */
  readonly most: number;
  /** Of the table that says what each part is. */
  readonly columns: readonly TableColumn[];
  readonly parts: readonly StackPart[];
  readonly stacks: readonly Stack[];
}

export interface PageMapBlock {
  readonly kind: "page_map";
  readonly caption: string;
  /** How to read the map: nothing for a text without it. */
  readonly reading: string;
  readonly alt: string;
  /** All that occur, over all workers, whether their maps are shown or not. */
  readonly states: readonly PageStateEntry[];
  /** The same maps with the copied pages by what copied them; null where that was not recorded. */
  readonly by_cause: PageMapView | null;
  readonly maps: readonly WorkerMap[];
}

/** Heaps as occupancy cells, a picture each. */
export interface HeapsBlock {
  readonly kind: "heaps";
  readonly caption: string;
  readonly reading: string;
  readonly legend: readonly HeapLegendEntry[];
  /** Cell by cell, a picture each. */
  readonly heaps: readonly HeapImage[];
}

/** Effects of arms with their intervals, margins and every pair. */
export interface IntervalsBlock {
  readonly kind: "intervals";
  readonly caption: string;
  /** How to read the chart. */
  readonly reading: string;
  readonly alt: string;
  readonly metrics: readonly MetricEntry[];
}

export interface Step {
  /** Of a word or two: "try it". */
  readonly label: string;
  readonly text: string;
  /** A line to be pasted; else words. */
  readonly is_command: boolean;
}

export interface TableColumn {
  readonly name: string;
  readonly numeric: boolean;
}

export interface Series {
  readonly name: string;
  readonly tone: "plain" | "baseline" | "change";
  readonly style: "line" | "points";
  readonly x: readonly number[];
  /** One for each x. */
  readonly y: readonly number[];
  /** With high the spread about y, where that is a middle; null otherwise. */
  readonly low: readonly number[] | null;
  readonly high: readonly number[] | null;
  /** What is to know of single points; null where there is nothing of any. */
  readonly notes: readonly (string | null)[] | null;
}

export interface StackPart {
  /** Its colour: that of the same letter in a block of kind page_map. */
  readonly letter: string;
  readonly meaning: string;
  /** Its row under columns; the first is its name. */
  readonly cells: readonly string[];
}

export interface Stack {
  readonly name: string;
  /** One for each part. */
  readonly values: readonly number[];
}

export interface PageStateEntry {
  /** That stands for it in cells. */
  readonly letter: string;
  readonly name: string;
  readonly meaning: string;
  /** Over all workers, those without a map too. */
  readonly bytes: number;
  readonly share: number;
}

/** The same maps, drawn in another way. */
export interface PageMapView {
  readonly reading: string;
  readonly alt: string;
  readonly states: readonly PageStateEntry[];
}

export interface WorkerMap {
  readonly name: string;
  readonly detail: string;
  readonly pages_per_cell: number;
  readonly regions: readonly MapRegion[];
}

export interface HeapLegendEntry {
  /** "#rrggbb" */
  readonly colour: string;
  readonly meaning: string;
  readonly bytes: number;
}

export interface HeapImage {
  readonly name: string;
  /** What the picture shows, in words. */
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  /** A PNG. */
  readonly picture: string;
}

export interface MetricEntry {
  readonly name: string;
  readonly decides: boolean;
  /** Of changes and margin. "share": of the baseline's value; "points": of a share; otherwise the metric's own. */
  readonly unit: "bytes" | "bytes/s" | "seconds" | "1/s" | "workers" | "count" | "1" | "share" | "points";
  readonly margin: number;
  readonly margin_text: string;
  readonly better: "lower" | "higher";
  readonly arms: readonly MetricArm[];
}

export interface MapRegion {
  /** Address of the first page, in hexadecimal; null for small regions that are drawn together. */
  readonly start: string | null;
  readonly purpose: string;
  readonly pages: number;
  /** Runs of alike cells: pages by the letter of their state, and how many such cells: "s4r12*3"; "*7" are not in memory. */
  readonly cells: readonly string[];
  /** The same cells for by_cause; null where that is. */
  readonly cells_by_cause: readonly string[] | null;
}

export interface MetricArm {
  readonly arm: string;
  readonly verdict: "better" | "worse" | "equivalent" | "undecided" | "few pairs" | "unconfirmed";
  /** The change against the baseline. */
  readonly estimate: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Estimate and interval in words. */
  readonly text: string;
  /** One a pair. */
  readonly points: readonly PairPoint[];
}

export interface PairPoint {
  /** As the estimate. */
  readonly change: number;
  readonly text: string;
  readonly disturbed: boolean;
}
