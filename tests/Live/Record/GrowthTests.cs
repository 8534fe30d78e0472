using System.Globalization;
using System.Text.Json;
using Lowtide.Analysis.Growth;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.CRuby;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Record;

/// <summary>What explain says of memory over time, of programs whose course is known, each recorded for a quarter of a minute.</summary>
public sealed class GrowthTests
{
    /// <summary>
    /// At once: they mostly wait. Not among those of every day: beside many others, which take the processors, a course of a quarter of a minute may
    /// bend; the rule itself is held to hundreds of recorded series there.
    /// </summary>
    [Fact, Trait("Scope", "Full")]
    public async Task Courses_of_running_programs()
    {
        var explained = await Task.WhenAll(((string[])["settled", "linear", "filling", "steps", "fragments"]).Select(
            course => Task.Run(() => (Course: course, Explained: Explain(course)))));
        var told = explained.ToDictionary(one => one.Course, one => one.Explained.Document);
        var places = explained.ToDictionary(one => one.Course, one => one.Explained.Place);

        Assert.Equal("settled", Shape(told["settled"]));
        Assert.Null(Finding(told["settled"]));

        Assert.Equal("linear", Shape(told["linear"]));
        Assert.EndsWith("what is alive grows, which is a leak or a cache without bound.", Finding(told["linear"])!.Value.GetProperty("statement").GetString());

        // It fills in the first third of the recording, or of the time before it; whichever is said, it is no leak.
        Assert.Contains(Shape(told["filling"]), (string[])["settled", "plateau", "too_early"]);

        // Where no jump falls into the recording it is settled.
        Assert.Contains(Shape(told["steps"]), (string[])["steps", "settled"]);

        // Whichever way it rises: of what the program has freed.
        Assert.Equal((GrowthPlace.InUse, GrowthPlace.FreeKept), (places["linear"], places["fragments"]));
    }

    /// <summary>Leak or fragmentation is told by the start and the end, which no busy machine bends.</summary>
    [Fact]
    public async Task What_is_alive_and_what_is_freed_and_kept_are_told_apart()
    {
        var places = await Task.WhenAll(((string[])["linear", "fragments"]).Select(course => Task.Run(() => Explain(course, seconds: 8).Place)));
        Assert.Equal([GrowthPlace.InUse, GrowthPlace.FreeKept], places);
    }

    /// <summary>One more arena a day, as long as malloc makes more: the limit is said.</summary>
    [Fact, Trait("Scope", "Full")]
    public void New_threads_bring_new_arenas()
    {
        var (document, _) = Explain("threads");
        var evidence = Finding(document)!.Value.GetProperty("evidence").EnumerateArray().ToDictionary(
            row => row.GetProperty("name").GetString()!, row => row.GetProperty("value"));
        Assert.InRange(evidence["new_arenas"].GetInt32(), 2, 14);
        Assert.Equal(8 * Environment.ProcessorCount, evidence["arena_limit"].GetInt32());
    }

    /// <summary>
    /// More and more free slots on Ruby's heap pages. Its days are long beside its peaks, and of no whole second: on a busy machine the heap is looked at
    /// each second.
    /// </summary>
    [Theory, Trait("Scope", "Full"), MemberData(nameof(Rubies.All), MemberType = typeof(Rubies))]
    public async Task Peaks_of_a_Ruby_fragment_its_heap(string version)
    {
        using var folder = new TempFolder();
        var file = folder.File("x.lowtide");
        await RubyCourse.RecordAsync(version, "peaks", day: 2.6, days: 11, file);
        var recording = RecordingReader.Read(file);
        Assert.True(FamilySeries.Heap(recording).Count >= 12, "one instant may be that of a peak");
        Assert.Equal(GrowthPlace.RubyFree, GrowthOrigin.Of(recording)!.Place);
    }

    [Fact]
    public void Half_a_minute_of_an_unknown_load_is_too_early()
    {
        using var target = Start("linear");
        using var folder = new TempFolder();
        var file = Path.Combine(folder.Path, "x.lowtide");
        Assert.Equal(0, Ran.Lowtide("record", Id(target), "-d", "2s", "-o", file).ExitCode);
        var growth = JsonDocument.Parse(Ran.Lowtide("explain", file, "--json").Output).RootElement.GetProperty("growth");
        Assert.Equal("too_early", growth.GetProperty("shape").GetString());
        Assert.Equal(2 * 86400, growth.GetProperty("watch_seconds").GetDouble());
    }

    [Fact]
    public void A_period_of_load_is_for_recordings()
    {
        var ran = Ran.Lowtide("explain", Id(Environment.ProcessId), "--load-period", "1s", "--details");
        Assert.Equal(2, ran.ExitCode);
        Assert.Contains("--load-period goes with a recording", ran.Error);
    }

    /// <summary>Again where the arenas were not told at both ends: on a busy machine a heap that always changes may not hold still for a walk.</summary>
    private static (JsonElement Document, GrowthPlace? Place) Explain(string course, int seconds = 16)
    {
        var explained = ExplainOnce(course, seconds);
        for (var tries = 1; tries < 3 && explained.Place is null; tries++)
            explained = ExplainOnce(course, seconds);
        return explained;
    }

    private static (JsonElement Document, GrowthPlace? Place) ExplainOnce(string course, int seconds)
    {
        using var target = Start(course);
        using var folder = new TempFolder();
        var file = Path.Combine(folder.Path, "x.lowtide");
        Assert.Equal(0, Ran.Lowtide("record", Id(target), "-d", $"{seconds}s", "--interval", "100ms", "-o", file).ExitCode);
        var document = JsonDocument.Parse(Ran.Lowtide("explain", file, "--load-period", "1s", "--json").Output).RootElement;
        return (document, GrowthOrigin.Of(RecordingReader.Read(file))?.Place);
    }

    /// <summary>A minute of it, which nobody waits for.</summary>
    private static Target Start(string course) => Target.Start(CompiledTarget.Build("growing", flags: "-lm"), [course, "5", "1", "24", "3"]);

    private static string Id(Target target) => Id(target.Pid);

    private static string Id(int pid) => pid.ToString(CultureInfo.InvariantCulture);

    private static string? Shape(JsonElement explained) => explained.GetProperty("growth").GetProperty("shape").GetString();

    private static JsonElement? Finding(JsonElement explained) =>
        explained.GetProperty("findings").EnumerateArray()
            .Where(one => one.GetProperty("id").GetString() == "memory.growth").Cast<JsonElement?>().FirstOrDefault();
}
