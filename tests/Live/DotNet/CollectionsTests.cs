using Lowtide.Capture.Runtimes;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Record;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>Collections of a running .NET program, against what TraceEvent's GCStats makes of the same events, and against its own counts.</summary>
public sealed class CollectionsTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void The_runtime_is_named_with_its_version()
    {
        using var target = DotNetTarget.Start("idle");
        Assert.Equal(
            new RuntimeFacts("dotnet", target.Said.GetProperty("version").GetString(), null),
            RuntimeDecoders.Read(target.Space())?.Facts);
    }

    [Theory]
    [InlineData("induced")]
    [InlineData("blocking")]
    [InlineData("loh")]
    [InlineData("midlife")]
    public void They_are_those_of_GCStats_on_the_same_events(string condition)
    {
        var (recording, trace) = Recorded(condition, "4s");
        GcStats.MustAgree(recording.DotNet!, trace);
    }

    /// <summary>The walk that tells what died stops the threads once more: GCStats adds that to the background collection's pause, 162 ms for 31.</summary>
    [Fact]
    public void Where_deaths_are_counted_they_are_too()
    {
        var (recording, trace) = Recorded("midlife", "4s", "--deaths");
        GcStats.MustAgree(recording.DotNet!, trace, othersStop: true);
    }

    [Theory]
    [InlineData("induced")]
    [InlineData("loh")]
    [InlineData("midlife-full")]
    public void Those_of_server_collection_are_too(string condition)
    {
        Assert.SkipWhen(Environment.ProcessorCount < 2, "server collection needs two processors");
        var (recording, trace) = Recorded(condition, [("DOTNET_gcServer", "1"), ("DOTNET_GCHeapCount", "2")], "4s");
        Assert.True(recording.DotNet!.Settings!.Server);
        Assert.All(recording.DotNet.Collections, collection => Assert.Equal(2, collection.Heaps));
        GcStats.MustAgree(recording.DotNet, trace);
    }

    [Fact]
    public void The_caller_of_GC_Collect_is_named_with_its_period()
    {
        var finding = Finding("induced", "dotnet.induced-collections");
        Assert.Contains("Midlife.LimitWatcher.Check", finding, StringComparison.Ordinal);
        Assert.Contains("one every 0.2 s", finding, StringComparison.Ordinal);
    }

    [Fact]
    public void Blocking_collections_of_generation_2_are_told()
    {
        var finding = Finding("blocking", "dotnet.induced-collections");
        Assert.Contains("Midlife.LimitWatcher.Compact", finding, StringComparison.Ordinal);
        Assert.Contains("of generation 2, blocking", finding, StringComparison.Ordinal);
    }

    /// <summary>On .NET 10 there are few or none; that nobody waited is another thing than that nobody told.</summary>
    [Fact]
    public void Waits_for_a_background_collection_are_delivered()
    {
        var trace = Recorded("large-heap", "4s").Recording.DotNet!;
        Assert.Contains(trace.Collections, collection => collection.Kind == CollectionKind.Background);
        Assert.NotNull(trace.Waits);
    }

    /// <summary>The program allocates next to nothing: no collection is the runtime's own.</summary>
    [Fact]
    public void In_whatever_mode_it_asks_the_program_is_named()
    {
        var collections = Recorded("modes", "4s").Recording.DotNet!.Collections;
        Assert.All(collections, collection => Assert.True(collection.IsInduced, $"{collection.Reason}"));
        Assert.Equal(
            [CollectionReason.Induced, CollectionReason.InducedNotForced, CollectionReason.InducedCompacting, CollectionReason.InducedAggressive],
            collections.Select(collection => collection.Reason).Distinct().Order());
    }

    [Theory]
    [InlineData("loh", "Midlife.Documents.Read", "System.Int64[]", "a List<T> grows")]
    [InlineData("sets", "Midlife.AccessRights.Load", "Entry[System.Int32][]", "a HashSet grows")]
    [InlineData("base64", "Midlife.Documents.Wrap", "System.String", "base64")]
    public void Who_makes_large_objects_is_named(string condition, string method, string type, string what)
    {
        var finding = Finding(condition, "dotnet.large-objects", "--allocations");
        Assert.Contains(method, finding, StringComparison.Ordinal);
        Assert.Contains(type, finding, StringComparison.Ordinal);
        Assert.Contains(what, finding, StringComparison.Ordinal);
    }

    [Fact]
    public void What_it_saw_is_no_more_than_the_program_counted()
    {
        using var target = DotNetTarget.Start("loh");
        var before = target.Ask("count").GetProperty("collections");
        using var recorder = new Recorder(target.Pid, _folder.File("x.lowtide"), "-d", "3s");
        Assert.Equal(0, recorder.End().ExitCode);
        var after = target.Ask("count").GetProperty("collections");
        var told = RecordingReader.Read(recorder.File).DotNet!;
        Assert.InRange(told.Collections.Count(collection => collection.Generation == 2), 1, after[2].GetInt32() - before[2].GetInt32());
        // CollectionCount of a generation counts those of the older ones too.
        Assert.InRange(told.Collections.Count, 1, after[0].GetInt32() - before[0].GetInt32());
    }

    [Fact]
    public void A_target_that_is_killed_leaves_what_came()
    {
        using var target = DotNetTarget.Start("induced");
        using var recorder = new Recorder(target.Pid, _folder.File("x.lowtide"), "-d", "60s");
        recorder.WaitFor(recording => recording.DotNet?.Collections.Count > 2);
        Ran.Command(["kill", "-KILL", $"{target.Pid}"]);
        Assert.Equal(0, recorder.End().ExitCode);
        var recording = RecordingReader.Read(recorder.File);
        Assert.True(recording.DotNet!.Collections.Count > 2);
        Assert.False(recording.DotNet.MethodsNamed);
        Assert.Contains(recording.CouldNotRead, missing => missing.What == "the names of methods in call stacks");
    }

    [Theory]
    [InlineData(0.5)]
    [InlineData(0.9)]
    public void A_trace_that_was_cut_is_explained_as_far_as_it_goes(double part)
    {
        var (_, trace) = Recorded("induced", "3s");
        var cut = _folder.File("cut.nettrace");
        var bytes = File.ReadAllBytes(trace);
        File.WriteAllBytes(cut, bytes[..(int)(bytes.Length * part)]);
        var ran = Ran.Lowtide("explain", cut, "--details");
        Assert.Contains("cut short or damaged", ran.Output, StringComparison.Ordinal);
        Assert.Equal(0, ran.ExitCode);
    }

    [Fact]
    public void A_file_of_something_else_is_refused_in_one_line()
    {
        var path = _folder.File("x.nettrace");
        File.WriteAllText(path, "Nettrace, but no more than that");
        var ran = Ran.Lowtide("explain", path, "--details");
        Assert.Equal(1, ran.ExitCode);
        Assert.Contains("x.nettrace is damaged", ran.ErrorLine, StringComparison.Ordinal);
    }

    private (Recording Recording, string Trace) Recorded(string condition, string time, params string[] more) => Recorded(condition, [], time, more);

    private (Recording Recording, string Trace) Recorded(string condition, (string Name, string Value)[] variables, string time, params string[] more)
    {
        using var target = DotNetTarget.Start(condition, variables);
        var trace = _folder.File($"{condition}.nettrace");
        using var recorder = new Recorder(target.Pid, _folder.File($"{condition}.lowtide"), ["-d", time, "--keep-trace", trace, .. more]);
        var ran = recorder.End();
        Assert.True(ran.ExitCode == 0, ran.Error);
        return (RecordingReader.Read(recorder.File), trace);
    }

    /// <summary>What the screen says of it, from its number to the next.</summary>
    private string Finding(string condition, string id, params string[] more)
    {
        Recorded(condition, "5s", more);
        var ran = Ran.Lowtide("explain", _folder.File($"{condition}.lowtide"), "--details");
        var part = Array.FindLast(ran.Output.Split("\n\n"), text => text.Contains(id, StringComparison.Ordinal));
        Assert.True(part is not null, ran.Output);
        return part;
    }
}
