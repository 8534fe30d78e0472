using System.Globalization;
using System.Text.Json;
using Lowtide.Analysis.Growth;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Record;

/// <summary>What explain says of the memory of a .NET service, whose heap gives account of what is alive.</summary>
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
        using var folder = new TempFolder();
        var file = Path.Combine(folder.Path, "x.lowtide");
        Assert.Equal(0, Ran.Lowtide("record", Id(target), "-d", "24s", "--interval", "100ms", "-o", file).ExitCode);
        Holds(file, "1s", verdict, "by what the collector found alive");
    }

    private static string Id(Target target) => target.Pid.ToString(CultureInfo.InvariantCulture);

    private static void Holds(string file, string period, string verdict, string by)
    {
        Assert.True(FamilySeries.Heap(RecordingReader.Read(file)).Count >= 24);
        var document = JsonDocument.Parse(Ran.Lowtide("explain", file, "--load-period", period, "--json").Output).RootElement;
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
            Assert.Contains(by, Ran.Lowtide("explain", file, "--load-period", period).Output, StringComparison.Ordinal);
    }
}
