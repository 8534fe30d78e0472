using System.ComponentModel.DataAnnotations;
using System.Text.Json.Serialization;
using Lowtide.Analysis;
using Lowtide.Recordings;
using Lowtide.Writing;

namespace Lowtide.Reports.Blocks;

/// <summary>What a section is made of: a small closed set.</summary>
/// <remarks>
/// Each kind is drawn in one place on the page (src/report-page), and written in one in <see cref="MarkdownReport"/>; those that a terminal can show in
/// one in <see cref="TerminalReport"/>.
/// </remarks>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(TextBlock), "text")]
[JsonDerivedType(typeof(CodeBlock), "code")]
[JsonDerivedType(typeof(StepsBlock), "steps")]
[JsonDerivedType(typeof(TableBlock), "table")]
[JsonDerivedType(typeof(LinesBlock), "lines")]
[JsonDerivedType(typeof(StacksBlock), "stacks")]
[JsonDerivedType(typeof(PageMapBlock), "page_map")]
[JsonDerivedType(typeof(HeapsBlock), "heaps")]
[JsonDerivedType(typeof(IntervalsBlock), "intervals")]
internal abstract record ReportBlock;

/// <param name="Lead">A heading.</param>
internal sealed record TextBlock(string? Lead, string? Text, IReadOnlyList<string> Items) : ReportBlock;

/// <summary>Lines to be pasted.</summary>
/// <param name="Lines">To be pasted.</param>
internal sealed record CodeBlock(string? Caption, IReadOnlyList<string> Lines) : ReportBlock;

/// <summary>What to do, and what not, under each other.</summary>
internal sealed record StepsBlock([MinLength(1)] IReadOnlyList<Step> Steps) : ReportBlock;

/// <param name="Label">Of a word or two: "try it".</param>
/// <param name="IsCommand">A line to be pasted; else words.</param>
internal sealed record Step(string Label, string Text, bool IsCommand)
{
    /// <summary>Says the same in less room, for a terminal that has none; null where nothing does.</summary>
    [JsonIgnore]
    public string? Short { get; init; }
}

/// <param name="Rows">Cells for people; a machine finds figures in the documents of 'explain' and 'trial'.</param>
/// <param name="Folded">Closed until asked for.</param>
internal sealed record TableBlock(
    string Caption, IReadOnlyList<TableColumn> Columns, IReadOnlyList<IReadOnlyList<string>> Rows, bool Folded) : ReportBlock
{
    /// <param name="columns">Names; those that begin with "&gt;" are of numbers.</param>
    public static TableBlock Of(string caption, IEnumerable<string> columns, IEnumerable<IReadOnlyList<string>> rows, bool folded = false) => new(
        caption, [.. columns.Select(name => new TableColumn(name.TrimStart('>'), name.StartsWith('>')))], [.. rows], folded);
}

internal sealed record TableColumn(string Name, bool Numeric)
{
    /// <inheritdoc cref="FittedColumn"/>
    [JsonIgnore]
    public int Worth { get; init; } = FittedColumn.Always;
}

/// <summary>Values over time, or one a pair.</summary>
/// <param name="Alt">The chart in words, for whoever cannot see it.</param>
/// <param name="Unit">Of the values.</param>
internal sealed record LinesBlock(
    string Caption,
    string Alt,
    [AllowedValues("seconds", "minutes", "hours", "days", "pair")] string X,
    [Words(typeof(Unit), nameof(Analysis.Unit.All))][property: JsonConverter(typeof(UnitName))] Unit Unit,
    IReadOnlyList<Series> Series) : ReportBlock;

/// <param name="Y">One for each x.</param>
/// <param name="Low">With high the spread about y, where that is a middle; null otherwise.</param>
/// <param name="Notes">What is to know of single points; null where there is nothing of any.</param>
internal sealed record Series(
    string Name,
    [AllowedValues("plain", "baseline", "change")] string Tone,
    [AllowedValues("line", "points")] string Style,
    [Signed] IReadOnlyList<double> X,
    [Signed] IReadOnlyList<double> Y,
    [Signed] IReadOnlyList<double>? Low = null,
    [Signed] IReadOnlyList<double>? High = null,
    IReadOnlyList<string?>? Notes = null);

/// <summary>Wholes and their parts, as stacked bars.</summary>
/// <param name="Alt">The chart in words.</param>
/// <param name="Unit">Of the values.</param>
/// <param name="Most">Where the scale ends: charts that are to be held against each other have the same.</param>
/// <param name="Columns">Of the table that says what each part is.</param>
internal sealed record StacksBlock(
    string Caption,
    string Alt,
    [AllowedValues("bytes")][property: JsonConverter(typeof(UnitName))] Unit Unit,
    double Most,
    IReadOnlyList<TableColumn> Columns,
    IReadOnlyList<StackPart> Parts,
    IReadOnlyList<Stack> Stacks) : ReportBlock;

/// <param name="Letter">Its colour: that of the same letter in a block of kind page_map.</param>
/// <param name="Cells">Its row under columns; the first is its name.</param>
internal sealed record StackPart([Length(1, 1)] string Letter, string Meaning, [MinLength(1)] IReadOnlyList<string> Cells);

/// <param name="Values">One for each part.</param>
internal sealed record Stack(string Name, IReadOnlyList<double> Values);

/// <param name="Reading">How to read the map: nothing for a text without it.</param>
/// <param name="States">All that occur, over all workers, whether their maps are shown or not.</param>
/// <param name="ByCause">The same maps with the copied pages by what copied them; null where that was not recorded.</param>
internal sealed record PageMapBlock(
    string Caption, string Reading, string Alt, IReadOnlyList<PageStateEntry> States, PageMapView? ByCause, IReadOnlyList<WorkerMap> Maps) : ReportBlock;

/// <summary>The same maps, drawn in another way.</summary>
internal sealed record PageMapView(string Reading, string Alt, IReadOnlyList<PageStateEntry> States);

/// <param name="Letter">That stands for it in <see cref="MapRegion.Cells"/>.</param>
/// <param name="Bytes">Over all workers, those without a map too.</param>
internal sealed record PageStateEntry([Length(1, 1)] string Letter, string Name, string Meaning, long Bytes, [Range(0, 1)] double Share);

internal sealed record WorkerMap(string Name, string Detail, [AtLeast(1)] int PagesPerCell, IReadOnlyList<MapRegion> Regions);

/// <param name="Start">Address of the first page, in hexadecimal; null for small regions that are drawn together.</param>
/// <param name="Cells">Runs of alike cells: pages by the letter of their state, and how many such cells: "s4r12*3"; "*7" are not in memory.</param>
/// <param name="CellsByCause">The same cells for <see cref="PageMapBlock.ByCause"/>; null where that is.</param>
internal sealed record MapRegion(
    string? Start,
    string Purpose,
    [AtLeast(1)] int Pages,
    [RegularExpression(CellRuns.Pattern)] IReadOnlyList<string> Cells,
    [RegularExpression(CellRuns.Pattern)] IReadOnlyList<string>? CellsByCause);

/// <summary>Heaps as occupancy cells, a picture each.</summary>
/// <param name="Heaps">Cell by cell, a picture each.</param>
internal sealed record HeapsBlock(
    string Caption, string Reading, IReadOnlyList<HeapLegendEntry> Legend, IReadOnlyList<HeapImage> Heaps) : ReportBlock;

/// <param name="Colour">"#rrggbb"</param>
internal sealed record HeapLegendEntry([RegularExpression("^#[0-9a-f]{6}$")] string Colour, string Meaning, long Bytes);

/// <param name="Alt">What the picture shows, in words.</param>
/// <param name="Picture">A PNG.</param>
internal sealed record HeapImage(
    string Name,
    string Alt,
    [AtLeast(1)] int Width,
    [AtLeast(1)] int Height,
    [RegularExpression("^data:image/png;base64,")][property: JsonConverter(typeof(PictureData))] IndexedPng Picture);

/// <summary>Effects of arms with their intervals, margins and every pair.</summary>
/// <param name="Reading">How to read the chart.</param>
internal sealed record IntervalsBlock(string Caption, string Reading, string Alt, IReadOnlyList<MetricEntry> Metrics) : ReportBlock;

/// <param name="Unit">Of changes and margin. "share": of the baseline's value; "points": of a share; otherwise the metric's own.</param>
internal sealed record MetricEntry(
    string Name,
    bool Decides,
    [Words(typeof(Unit), nameof(Analysis.Unit.All))][property: JsonConverter(typeof(UnitName))] Unit Unit,
    [Above(0)] double Margin,
    string MarginText,
    [AllowedValues("lower", "higher")] string Better,
    IReadOnlyList<MetricArm> Arms);

/// <param name="Estimate">The change against the baseline.</param>
/// <param name="Text">Estimate and interval in words.</param>
/// <param name="Points">One a pair.</param>
internal sealed record MetricArm(
    string Arm,
    [AllowedValues("better", "worse", "equivalent", "undecided", "few pairs", "unconfirmed")] string Verdict,
    [Signed] double? Estimate,
    [Signed] double? Low,
    [Signed] double? High,
    string Text,
    IReadOnlyList<PairPoint> Points);

/// <param name="Change">As the estimate.</param>
internal sealed record PairPoint([Signed] double Change, string Text, bool Disturbed);
