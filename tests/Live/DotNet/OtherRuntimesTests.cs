using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Record;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>The runtimes that Lowtide listens to beside the one that it is built with, and one that is inside its program's file.</summary>
[Trait("Scope", "Full")]
public sealed class OtherRuntimesTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("net8.0", "induced")]
    [InlineData("net8.0", "loh")]
    [InlineData("net8.0", "midlife")]
    [InlineData("net9.0", "induced")]
    [InlineData("net9.0", "loh")]
    [InlineData("net9.0", "midlife")]
    public void Collections_are_those_of_GCStats_on_the_same_events(string framework, string condition)
    {
        var trace = _folder.File("x.nettrace");
        var recording = Recorded(framework, condition, "-d", "4s", "--keep-trace", trace);
        Assert.StartsWith(framework["net".Length..], recording.Latest.Runtime!.Version, StringComparison.Ordinal);
        GcStats.MustAgree(recording.DotNet!, trace);
    }

    [Theory]
    [InlineData("net8.0", "loh", "Midlife.Documents.Read", "System.Int64[]")]
    [InlineData("net9.0", "loh", "Midlife.Documents.Read", "System.Int64[]")]
    public void Who_makes_large_objects_is_named(string framework, string condition, string method, string type)
    {
        Recorded(framework, condition, "-d", "4s", "--allocations");
        var ran = Ran.Lowtide("explain", _folder.File("x.lowtide"));
        Assert.Contains($"{method}: {type}", ran.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void A_single_file_is_listened_to()
    {
        using var target = Target.Start(PublishedTarget.Program("net10.0", singleFile: true), ["induced"]);
        var ran = Ran.Lowtide("explain", $"{target.Pid}", "--listen", "2s");
        Assert.Contains($".NET {Environment.Version}", ran.Output, StringComparison.Ordinal);
        Assert.Contains("Midlife.LimitWatcher.Check asked for", ran.Output, StringComparison.Ordinal);
    }

    private Recording Recorded(string framework, string condition, params string[] options)
    {
        using var target = Target.Start(PublishedTarget.Program(framework), [condition]);
        using var recorder = new Recorder(target.Pid, _folder.File("x.lowtide"), options);
        var ran = recorder.End();
        Assert.True(ran.ExitCode == 0, ran.Error);
        return RecordingReader.Read(recorder.File);
    }
}
