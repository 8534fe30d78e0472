using System.Globalization;
using System.Text.Json;
using Lowtide.Analysis.Growth;
using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.CRuby;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Record;

/// <summary>What explain says of the memory of services in .NET and Ruby, whose heaps give account of what is alive.</summary>
[Collection(nameof(Alone))]
public sealed class HeapAccountTests
{
    /// <summary>
    /// Generation 2 rises until the cache is full, or for ever. Twenty-four days of 2 s: of days of 1 s, whose means are noisier, it said now and
    /// then that it is too early to tell.
    /// </summary>
    [Theory, Trait("Scope", "Full")]
    [InlineData("linear", "leak")]
    [InlineData("filling", "none")]
    [InlineData("settled", "none")]
    public void Of_a_service_on_DotNet(string course, string verdict)
    {
        using var target = Target.Start("dotnet", [CompiledDotNet.Build("growing"), course, "5", "2", "32", "0"]);
        using var folder = new TempFolder();
        var file = Path.Combine(folder.Path, "x.lowtide");
        Assert.Equal(0, Ran.Lowtide("record", Id(target), "-d", "48s", "--interval", "100ms", "-o", file).ExitCode);
        Holds(file, "2s", verdict, "by what the collector found alive");
    }

    /// <summary>At once: they mostly wait.</summary>
    [Theory, Trait("Scope", "Full"), MemberData(nameof(Rubies.All), MemberType = typeof(Rubies))]
    public async Task Of_services_in_Ruby(string version)
    {
        using var folder = new TempFolder();
        await Task.WhenAll(new[] { "linear", "filling", "settled" }.Select(
            course => Task.Run(() => RecordRubyAsync(version, course, folder.File(course)))));
        Assert.Multiple(
            () => Holds(folder.File("linear"), "5s", "leak", Account),
            () => Holds(folder.File("filling"), "5s", "none", Account),
            () => Holds(folder.File("settled"), "5s", "none", Account));
    }

    private const string Account = "by what is in use by the heap's own account";

    /// <summary>
    /// Fifteen days of 5 s: of ten it said now and then that it is too early to tell. Its days are short, so that walks through its heap are given
    /// ten times their share, as for the recorded series.
    /// </summary>
    private static async Task RecordRubyAsync(string version, string course, string file)
    {
        using var target = Target.Start(Rubies.Program(version), [Target.Path("growing.rb"), course, "5", "5", "17", "0"]);
        var pace = new SamplePace(TimeSpan.FromSeconds(75), TimeSpan.FromMilliseconds(100));
        using var writer = RecordingWriter.Create(file, HostFiles.Read("test"));
        await new FamilyRecorder(writer, pace, TimeProvider.System, 10 * CostBudget.HeapShare)
            .RunAsync(FamilyLookup.Find(Id(target)), TestContext.Current.CancellationToken);
    }

    private static string Id(Target target) => target.Pid.ToString(CultureInfo.InvariantCulture);

    private static void Holds(string file, string period, string verdict, string by)
    {
        Assert.True(FamilySeries.Heap(RecordingReader.Read(file)).Count >= 24);
        var document = JsonDocument.Parse(Ran.Lowtide("explain", file, "--load-period", period, "--json").Output).RootElement;
        var growth = document.GetProperty("growth");
        var told = (growth.GetProperty("series").GetString(), growth.GetProperty("shape").GetString());
        var finding = document.GetProperty("findings").EnumerateArray()
            .Where(one => one.GetProperty("id").GetString() == "memory.growth")
            .Select(one => one.GetProperty("statement").GetString()!).FirstOrDefault();
        if (verdict == "leak")
        {
            Assert.Equal(("live", "linear"), told);
            Assert.EndsWith("what is alive grows, which is a leak or a cache without bound.", finding);
            return;
        }
        Assert.True(told is ("live", "settled" or "plateau"), $"{told}");
        Assert.DoesNotContain("leak", finding ?? "", StringComparison.Ordinal);
        if (finding is null)
            Assert.Contains(by, Ran.Lowtide("explain", file, "--load-period", period).Output, StringComparison.Ordinal);
    }
}
