using System.Text.Json.Serialization;
using Lowtide.Analysis;
using Lowtide.Reports.Writing;

namespace Lowtide.Reports.Standalone;

/// <summary>
/// What a section is made of: a small closed set. Each kind is drawn in one place on the page (src/report-page), and written in one in
/// <see cref="MarkdownReport"/> and in <see cref="TerminalReport"/>.
/// </summary>
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

internal sealed record TextBlock(string? Lead, string? Text, IReadOnlyList<string> Items) : ReportBlock;

/// <summary>Lines to be pasted.</summary>
internal sealed record CodeBlock(string? Caption, IReadOnlyList<string> Lines) : ReportBlock;

/// <summary>What to do, and what not, under each other.</summary>
internal sealed record StepsBlock(IReadOnlyList<Step> Steps) : ReportBlock;

/// <param name="Label">Of a word or two: "try it".</param>
/// <param name="IsCommand">A line to be pasted; else words.</param>
internal sealed record Step(string Label, string Text, bool IsCommand);

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

/// <summary>Values over seconds, or one a pair.</summary>
/// <param name="Alt">The chart in words, for whoever cannot see it.</param>
/// <param name="X">"seconds" or "pair".</param>
/// <param name="Unit">Of the values.</param>
internal sealed record LinesBlock(
    string Caption, string Alt, string X, [property: JsonConverter(typeof(UnitName))] Unit Unit, IReadOnlyList<Series> Series) : ReportBlock;

/// <param name="Tone">"plain", "baseline" or "change".</param>
/// <param name="Style">"line" or "points".</param>
/// <param name="Low">With High the spread about Y, where that is a middle; null otherwise.</param>
/// <param name="Notes">What is to know of single points; null where there is nothing of any.</param>
internal sealed record Series(
    string Name,
    string Tone,
    string Style,
    IReadOnlyList<double> X,
    IReadOnlyList<double> Y,
    IReadOnlyList<double>? Low = null,
    IReadOnlyList<double>? High = null,
    IReadOnlyList<string?>? Notes = null);

/// <summary>Wholes and their parts, as stacked bars.</summary>
/// <param name="Most">Where the scale ends: charts that are to be held against each other have the same.</param>
/// <param name="Columns">Of the table that says what each part is.</param>
internal sealed record StacksBlock(
    string Caption,
    string Alt,
    [property: JsonConverter(typeof(UnitName))] Unit Unit,
    double Most,
    IReadOnlyList<TableColumn> Columns,
    IReadOnlyList<StackPart> Parts,
    IReadOnlyList<Stack> Stacks) : ReportBlock;

/// <param name="Letter">Its colour: that of the same letter in <see cref="PageMapBlock"/>.</param>
/// <param name="Cells">Its row of the table; the first is its name.</param>
internal sealed record StackPart(string Letter, string Meaning, IReadOnlyList<string> Cells);

/// <param name="Values">One for each part.</param>
internal sealed record Stack(string Name, IReadOnlyList<double> Values);

/// <param name="Reading">How to read the map: nothing for a text without it.</param>
/// <param name="States">All that occur, over all workers, whether their maps are shown or not.</param>
/// <param name="ByCause">The same maps with the copied pages by what copied them; null where that was not recorded.</param>
internal sealed record PageMapBlock(
    string Caption, string Reading, string Alt, IReadOnlyList<PageStateEntry> States, PageMapView? ByCause, IReadOnlyList<WorkerMap> Maps) : ReportBlock;

/// <summary>As in <see cref="PageMapBlock"/>.</summary>
internal sealed record PageMapView(string Reading, string Alt, IReadOnlyList<PageStateEntry> States);

/// <param name="Letter">That stands for it in <see cref="MapRegion.Cells"/>.</param>
internal sealed record PageStateEntry(string Letter, string Name, string Meaning, long Bytes, double Share);

internal sealed record WorkerMap(string Name, string Detail, int PagesPerCell, IReadOnlyList<MapRegion> Regions);

/// <param name="Start">Address of the first page, in hexadecimal; null for small regions that are drawn together.</param>
/// <param name="Cells">Runs of alike cells: <see cref="CellRuns"/>.</param>
/// <param name="CellsByCause">The same cells for <see cref="PageMapBlock.ByCause"/>; null where that is.</param>
internal sealed record MapRegion(string? Start, string Purpose, int Pages, IReadOnlyList<string> Cells, IReadOnlyList<string>? CellsByCause);

/// <summary>Heaps as occupancy cells, a picture each.</summary>
internal sealed record HeapsBlock(
    string Caption, string Reading, IReadOnlyList<HeapLegendEntry> Legend, IReadOnlyList<HeapImage> Heaps) : ReportBlock;

/// <param name="Colour">"#rrggbb"</param>
internal sealed record HeapLegendEntry(string Colour, string Meaning, long Bytes);

/// <param name="Alt">What the picture shows, in words.</param>
internal sealed record HeapImage(
    string Name, string Alt, int Width, int Height, [property: JsonConverter(typeof(PictureData))] IndexedPng Picture);

/// <summary>Effects of arms with their intervals, margins and every pair.</summary>
/// <param name="Reading">How to read the chart.</param>
internal sealed record IntervalsBlock(string Caption, string Reading, string Alt, IReadOnlyList<MetricEntry> Metrics) : ReportBlock;

/// <param name="Unit">Of changes and margin.</param>
/// <param name="Better">"lower" or "higher".</param>
internal sealed record MetricEntry(
    string Name,
    bool Decides,
    [property: JsonConverter(typeof(UnitName))] Unit Unit,
    double Margin,
    string MarginText,
    string Better,
    IReadOnlyList<MetricArm> Arms);

/// <param name="Text">Estimate and interval in words.</param>
internal sealed record MetricArm(
    string Arm, string Verdict, double? Estimate, double? Low, double? High, string Text, IReadOnlyList<PairPoint> Points);

/// <param name="Change">As the estimate.</param>
internal sealed record PairPoint(double Change, string Text, bool Disturbed);
