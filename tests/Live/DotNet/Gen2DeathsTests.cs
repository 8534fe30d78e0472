using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Record;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>What died in generation 2, against a program that looks at each object as it lets go of it.</summary>
public sealed class Gen2DeathsTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("midlife", "0")] // collected in the background
    [InlineData("midlife-full", "0")] // blocking, compacting
    [InlineData("midlife-full", "1")]
    public void It_is_as_much_as_was_let_go_there(string condition, string server)
    {
        using var target = DotNetTarget.Start(condition, ("DOTNET_gcServer", server));
        Gen2Truth.MustAgree(Recorded(target, "8s"), target);
    }

    [Fact]
    public void The_finding_names_type_and_method()
    {
        using var target = DotNetTarget.Start("midlife");
        Recorded(target, "5s");
        var ran = Ran.Lowtide("explain", File, "--details");
        Assert.Contains("died there; most of it System.Byte[] by Midlife.MidlifeQueue+Order..ctor.", ran.Output, StringComparison.Ordinal);
        Assert.Contains("dotnet.gen2-deaths", ran.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Large_objects_are_born_and_die_there()
    {
        using var target = DotNetTarget.Start("loh");
        var died = Recorded(target, "5s").Deaths!.Died[0];
        Assert.Equal(("System.Int64[]", DotNetHeap.Large), (died.Type, died.Heap));
    }

    private string File => _folder.File("x.lowtide");

    private DotNetTrace Recorded(Target target, string time)
    {
        using var recorder = new Recorder(target.Pid, File, "-d", time, "--deaths");
        var ran = recorder.End();
        Assert.True(ran.ExitCode == 0, ran.Error);
        return RecordingReader.Read(File).DotNet!;
    }
}
