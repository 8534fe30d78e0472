using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Record;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>The runtimes that Lowtide listens to beside the one that it is built with, and one that is inside its program's file.</summary>
[Trait("Scope", "Full")]
public sealed class OtherRuntimesTests : IDisposable
{
    private static readonly string[] Versions = ["net8.0", "net9.0"];

    private readonly TempFolder _folder = new();

    public static TheoryData<string> Frameworks => new(Versions);

    public static MatrixTheoryData<string, string> Collecting => new(Versions, ["induced", "loh", "midlife"]);

    public void Dispose() => _folder.Dispose();

    [Theory, MemberData(nameof(Collecting))]
    public void Collections_are_those_of_GCStats_on_the_same_events(string framework, string condition)
    {
        var trace = _folder.File("x.nettrace");
        var recording = Recorded(framework, condition, "-d", "4s", "--keep-trace", trace);
        Assert.StartsWith(framework["net".Length..], recording.Latest.Runtime!.Version, StringComparison.Ordinal);
        GcStats.MustAgree(recording.DotNet!, trace);
    }

    [Theory, MemberData(nameof(Frameworks))]
    public void Collections_of_server_collection_are_too(string framework)
    {
        Assert.SkipWhen(Environment.ProcessorCount < 2, "server collection needs two processors");
        var trace = _folder.File("x.nettrace");
        using var target = Target.Start(
            PublishedTarget.Program(framework), ["midlife-full"], ("DOTNET_gcServer", "1"), ("DOTNET_GCHeapCount", "2"));
        var told = Recorded(target, "-d", "4s", "--keep-trace", trace).DotNet!;
        Assert.True(told.Settings!.Server);
        GcStats.MustAgree(told, trace);
    }

    [Theory, MemberData(nameof(Frameworks))]
    public void Collections_are_those_of_GCStats_where_deaths_are_counted(string framework)
    {
        var trace = _folder.File("x.nettrace");
        GcStats.MustAgree(Recorded(framework, "midlife", "-d", "4s", "--deaths", "--keep-trace", trace).DotNet!, trace, othersStop: true);
    }

    [Theory, MemberData(nameof(Frameworks))]
    public void Who_makes_large_objects_is_named(string framework)
    {
        Recorded(framework, "loh", "-d", "4s", "--allocations");
        var ran = Ran.Lowtide("explain", File, "--details");
        Assert.Contains("Midlife.Documents.Read: System.Int64[]", ran.Output, StringComparison.Ordinal);
    }

    [Theory, MemberData(nameof(Frameworks))]
    public void What_dies_in_generation_2_is_as_much_as_was_let_go_there(string framework)
    {
        using var target = Target.Start(PublishedTarget.Program(framework), ["midlife"]);
        Gen2Truth.MustAgree(Recorded(target, "-d", "8s", "--deaths").DotNet!, target);
        var ran = Ran.Lowtide("explain", File, "--details");
        // Built for release, the constructor may be part of its caller.
        Assert.Contains("died there; most of it System.Byte[] by Midlife.MidlifeQueue", ran.Output, StringComparison.Ordinal);
    }

    [Theory, MemberData(nameof(Frameworks))]
    public void Requests_that_met_a_collection_are_told(string framework)
    {
        using var target = Target.Start(PublishedTarget.Serving(framework), ["collecting"]);
        var trace = Recorded(target, "-d", "12s", "--requests").DotNet!;
        var truth = RequestTruth.Of(target, trace);
        truth.MustAgree(trace, RequestSource.Served);
        truth.MustAgree(trace, RequestSource.Made);
        Assert.True(truth.Met > 5, $"{truth}");
        var ran = Ran.Lowtide("explain", File, "--slow", "100ms", "--details");
        Assert.Contains("overlap a blocking collection of generation 2 or the queue behind it", ran.Output, StringComparison.Ordinal);
    }

    [Theory, MemberData(nameof(Frameworks))]
    public void Waits_of_large_allocations_are_told_by_thread(string framework)
    {
        using var target = Target.Start(PublishedTarget.Program(framework), ["large-heap"]);
        var trace = Recorded(target, "-d", "6s").DotNet!;
        var threads = Directory.EnumerateDirectories($"/proc/{target.Pid}/task").Select(Path.GetFileName).ToHashSet();
        var background = trace.Collections.Where(collection => collection.Kind == CollectionKind.Background).ToList();
        // One that comes as the collection is just over waits for microseconds.
        var waits = trace.Waits!.Where(wait => wait.Seconds > 0.001).ToList();
        Assert.NotEmpty(waits);
        Assert.All(waits, wait =>
        {
            Assert.Contains($"{wait.Thread}", threads);
            Assert.Contains(background, collection => wait.At >= collection.At && wait.At < collection.At + collection.Seconds);
        });
        var ran = Ran.Lowtide("explain", File, "--details");
        Assert.Contains("for a background collection before they were given a large object", ran.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void A_single_file_is_listened_to()
    {
        using var target = Target.Start(PublishedTarget.Program(DotNetTarget.Framework, singleFile: true), ["induced"]);
        var ran = Ran.Lowtide("explain", $"{target.Pid}", "--listen", "2s", "--details");
        Assert.Contains($".NET {Environment.Version}", ran.Output, StringComparison.Ordinal);
        Assert.Contains("Midlife.LimitWatcher.Check asked for", ran.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void NativeAot_is_recognised_and_listened_to()
    {
        using var target = Target.Start(PublishedTarget.NativeAot(diagnostics: true), ["induced"]);
        var trace = _folder.File("x.nettrace");
        var recording = Recorded(target, "-d", "4s", "--keep-trace", trace);
        Assert.Equal($"{Environment.Version.Major}", recording.Latest.Runtime!.Version!.Split('.')[0]);
        GcStats.MustAgree(recording.DotNet!, trace);
        var ran = Ran.Lowtide("explain", File, "--details");
        Assert.Contains("asked for", ran.Output, StringComparison.Ordinal);
        Assert.Contains("collector's heap", ran.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void NativeAot_without_diagnostics_is_said_to_be_built_without()
    {
        using var target = Target.Start(PublishedTarget.NativeAot(diagnostics: false), ["induced"]);
        var ran = Ran.Lowtide("explain", $"{target.Pid}", "--listen", "1s", "--details");
        Assert.Contains("build NativeAOT with EventSourceSupport=true", ran.Output, StringComparison.Ordinal);
        Assert.Contains("collector's heap", ran.Output, StringComparison.Ordinal);
    }

    private string File => _folder.File("x.lowtide");

    private Recording Recorded(string framework, string condition, params string[] options)
    {
        using var target = Target.Start(PublishedTarget.Program(framework), [condition]);
        return Recorded(target, options);
    }

    private Recording Recorded(Target target, params string[] options)
    {
        using var recorder = new Recorder(target.Pid, File, options);
        var ran = recorder.End();
        Assert.True(ran.ExitCode == 0, ran.Error);
        return RecordingReader.Read(recorder.File);
    }
}
