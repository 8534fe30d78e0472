using System.Globalization;
using System.Text.Json;
using Lowtide.Analysis.Growth;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.CRuby;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Record;

/// <summary>What explain says of the memory of services in .NET and Ruby, whose heaps give account of what is alive.</summary>
/// <remarks>
/// Their days are of seconds, and noisy where others use the machine. "Too early to tell" is then no wrong answer, but none: such a course is recorded
/// again, three times at most.
/// </remarks>
[Collection(nameof(Alone))]
public sealed class HeapAccountTests
{
    private const int MostTries = 3;

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
        var answered = false;
        for (var tries = 1; !answered; tries++)
            answered = OnDotNet(course, verdict, last: tries == MostTries);
    }

    private static bool OnDotNet(string course, string verdict, bool last)
    {
        using var target = Target.Start("dotnet", [CompiledDotNet.Build("growing"), course, "5", "2", "32", "0"]);
        using var folder = new TempFolder();
        var file = Path.Combine(folder.Path, "x.lowtide");
        Assert.Equal(0, Ran.Lowtide("record", Id(target), "-d", "48s", "--interval", "100ms", "-o", file).ExitCode);
        return Holds(file, "2s", verdict, "by what the collector found alive", last);
    }

    /// <summary>At once: they mostly wait. Fifteen days of 5 s: of ten it said now and then that it is too early to tell.</summary>
    [Theory, Trait("Scope", "Full"), MemberData(nameof(Rubies.All), MemberType = typeof(Rubies))]
    public async Task Of_services_in_Ruby(string version)
    {
        using var folder = new TempFolder();
        var left = new Dictionary<string, string> { ["linear"] = "leak", ["filling"] = "none", ["settled"] = "none" };
        for (var tries = 1; left.Count > 0; tries++)
        {
            var files = left.Keys.ToDictionary(course => course, course => folder.File($"{course}-{tries}"));
            await Task.WhenAll(files.Select(one => Task.Run(() => RubyCourse.RecordAsync(version, one.Key, day: 5, days: 15, one.Value))));
            Assert.Multiple([.. files.Select(one => (Action)(() =>
            {
                if (Holds(one.Value, "5s", left[one.Key], "by what is in use by the heap's own account", last: tries == MostTries))
                    left.Remove(one.Key);
            }))]);
        }
    }

    private static string Id(Target target) => target.Pid.ToString(CultureInfo.InvariantCulture);

    /// <param name="last">An answer is to be given.</param>
    /// <returns>Whether one was given.</returns>
    private static bool Holds(string file, string period, string verdict, string by, bool last)
    {
        var points = FamilySeries.Heap(RecordingReader.Read(file)).Count;
        if (points < 24 && !last)
            return false;
        Assert.True(points >= 24, $"the heap was told {points} times");
        var document = JsonDocument.Parse(Ran.Lowtide("explain", file, "--load-period", period, "--json").Output).RootElement;
        var growth = document.GetProperty("growth");
        var told = (Series: growth.GetProperty("series").GetString(), Shape: growth.GetProperty("shape").GetString());
        if (told.Shape == "too_early" && !last)
            return false;
        var finding = document.GetProperty("findings").EnumerateArray()
            .Where(one => one.GetProperty("id").GetString() == "memory.growth")
            .Select(one => one.GetProperty("statement").GetString()!).FirstOrDefault();
        if (verdict == "leak")
        {
            Assert.Equal(("live", "linear"), told);
            Assert.EndsWith("what is alive grows, which is a leak or a cache without bound.", finding);
            return true;
        }
        Assert.True(told is ("live", "settled" or "plateau"), $"{told}");
        Assert.DoesNotContain("leak", finding ?? "", StringComparison.Ordinal);
        if (finding is null)
            Assert.Contains(by, Ran.Lowtide("explain", file, "--load-period", period, "--details").Output, StringComparison.Ordinal);
        return true;
    }
}
