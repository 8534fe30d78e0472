using System.Globalization;
using System.Text.RegularExpressions;
using Lowtide.Tests.Live.DotNet;

namespace Lowtide.Tests.Live.Serve;

/// <summary>What <c>lowtide serve</c> tells of a .NET program's collections, against what the runtime counts itself.</summary>
public sealed class DotNetServeTests : IDisposable
{
    private readonly TempFolder _folder = new();

    /// <summary>Of the target: build servers of the machine are programs of .NET too.</summary>
    private string _label = "";

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Collections_are_counted_and_those_that_it_asks_for_alerted()
    {
        using var target = DotNetTarget.Start("induced");
        using var serve = new ServeProcess(_folder.File("history"), "--cpu-share", "100%");
        _label = serve.Label(target.Pid);
        serve.WaitForLine(line => Raised.IsMatch(line));
        var (before, counted) = (Counts(target), Counted(serve));
        // Told a moment later, and since the watch listens only.
        Patience.Until(() => Counted(serve) - counted >= Counts(target) - before - 1 && Counts(target) - before >= 3 ? serve : null, "its collections");
        Assert.InRange(Counted(serve), 1, Counts(target));
        // Of at least those that it asked for meanwhile; the runtime leaves out of its own sum what stopping the threads takes.
        Assert.True(Sum(serve, "lowtide_dotnet_pause_seconds_count") >= 3);
        Assert.True(Sum(serve, "lowtide_dotnet_pause_seconds_sum") > 0);
        // Those that it asks for are of generation 2; other pauses than collections' are in the histogram alone.
        var metrics = serve.Metrics;
        Assert.InRange(Sum(metrics, "lowtide_dotnet_collection_pause_seconds_total", "generation=\"2\""),
            0.5 * Sum(metrics, "lowtide_dotnet_pause_seconds_sum"), 1.01 * Sum(metrics, "lowtide_dotnet_pause_seconds_sum"));
        Assert.True(Sum(serve, "lowtide_dotnet_heap_bytes") > 0);
        var page = ServeProcess.Text(serve.Get("/", File.ReadAllText(Path.Combine(_folder.File("history"), "token")).Trim()));
        Assert.Contains("the program asks for collections", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Nobody_listens_where_that_is_switched_off()
    {
        using var target = DotNetTarget.Start("induced");
        using var serve = new ServeProcess(_folder.File("history"), "--dotnet-events", "off");
        serve.WaitForLine(line => line.Contains($"(pid {target.Pid})", StringComparison.Ordinal));
        Patience.Until(() => serve.Metrics.Contains("lowtide_looks_total 5", StringComparison.Ordinal) ? serve : null, "five looks");
        Assert.DoesNotContain("lowtide_dotnet_collections_total{", serve.Metrics, StringComparison.Ordinal);
    }

    private static readonly Regex Raised = new("alert collections-induced raised", RegexOptions.None, TimeSpan.FromSeconds(1));

    private static double Counts(Target target) =>
        target.Ask("counts").GetProperty("collections")[0].GetDouble();

    private double Counted(ServeProcess serve) => Sum(serve, "lowtide_dotnet_collections_total");

    private double Sum(ServeProcess serve, string metric) => Sum(serve.Metrics, metric);

    /// <param name="label">That its lines have.</param>
    private double Sum(string metrics, string metric, string label = "") => metrics.Split('\n')
        .Where(line => line.StartsWith($"{metric}{{family=\"{_label}\"", StringComparison.Ordinal) && line.Contains(label, StringComparison.Ordinal))
        .Sum(line => double.Parse(line[(line.LastIndexOf(' ') + 1)..], CultureInfo.InvariantCulture));
}
