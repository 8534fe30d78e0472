using System.Globalization;
using System.Text.Json;
using Lowtide.Analysis.Growth;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.CRuby;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Record;

/// <summary>What explain says of the memory of collected runtimes, whose heaps give account of what is alive.</summary>
public sealed class HeapAccountTests
{
    /// <summary>Generation 2 rises until the cache is full, or for ever.</summary>
    [Theory, Trait("Scope", "Full")]
    [InlineData("linear", "leak")]
    [InlineData("filling", "none")]
    [InlineData("settled", "none")]
    public void Of_a_service_on_DotNet(string course, string verdict)
    {
        using var target = Target.Start("dotnet", [CompiledDotNet.Build("growing"), course, "5", "1", "32", "0"]);
        Holds(target, verdict, "by what the collector found alive");
    }

    [Theory, Trait("Scope", "Full")]
    [MemberData(nameof(OnRuby))]
    public void Of_a_Ruby(string version, string course, string verdict)
    {
        using var target = Target.Start(Rubies.Program(version), [Target.Path("growing.rb"), course, "5", "1", "70", "0"]);
        Holds(target, verdict, "by what is in use by the heap's own account", "60s");
    }

    public static TheoryData<string, string, string> OnRuby()
    {
        var data = new TheoryData<string, string, string>();
        foreach (var version in Rubies.All)
            foreach (var (course, verdict) in new[] { ("linear", "leak"), ("filling", "none") })
                data.Add(version.Data, course, verdict);
        return data;
    }

    private static void Holds(Target target, string verdict, string by, string duration = "24s")
    {
        using var folder = new TempFolder();
        var file = Path.Combine(folder.Path, "x.lowtide");
        Assert.Equal(0, Ran.Lowtide("record", target.Pid.ToString(CultureInfo.InvariantCulture), "-d", duration, "--interval", "100ms", "-o", file).ExitCode);
        Assert.NotEmpty(FamilySeries.Heap(RecordingReader.Read(file)));
        var document = JsonDocument.Parse(Ran.Lowtide("explain", file, "--load-period", "1s", "--json").Output).RootElement;
        var growth = document.GetProperty("growth");
        Assert.Equal("live", growth.GetProperty("series").GetString());
        var finding = document.GetProperty("findings").EnumerateArray()
            .Where(one => one.GetProperty("id").GetString() == "memory.growth")
            .Select(one => one.GetProperty("statement").GetString()!).FirstOrDefault();
        if (verdict == "leak")
        {
            Assert.Equal("linear", growth.GetProperty("shape").GetString());
            Assert.EndsWith("what is alive grows, which is a leak or a cache without bound.", finding);
            return;
        }
        Assert.Contains(growth.GetProperty("shape").GetString(), (string[])["settled", "plateau"]);
        Assert.DoesNotContain("leak", finding ?? "", StringComparison.Ordinal);
        if (finding is null)
            Assert.Contains(by, Ran.Lowtide("explain", file, "--load-period", "1s").Output, StringComparison.Ordinal);
    }
}
