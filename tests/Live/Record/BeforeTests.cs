using Lowtide.Capture.Families;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Record;

/// <summary>The picture at fork time: <c>explain TARGET --before x.lowtide</c>.</summary>
public sealed class BeforeTests : IDisposable
{
    private const int Pages = 1024;

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Decides_what_nobody_can_tell_without_it()
    {
        using var family = new ToldFamily();
        var file = _folder.File("before.lowtide");
        Assert.Equal(0, Ran.Lowtide("record", $"{family.Pid}", "-d", "200ms", "-o", file).ExitCode);
        family.Tell("fork 2");
        family.Tell("allocate");
        family.Tell("change");
        var picture = RecordingReader.Read(file).Picture;
        Assert.NotNull(picture);

        foreach (var worker in Census(family, picture))
        {
            // Both sides changed these: only the picture knows that they were inherited.
            Assert.All(States(worker, family.Preloaded, 0, Pages / 2), state => Assert.Equal(PageState.CopiedChanged, state));
            Assert.All(States(worker, family.Preloaded, Pages / 2, Pages * 3 / 4), state => Assert.Equal(PageState.CopiedIdentical, state));
            Assert.All(States(worker, family.Preloaded, Pages * 3 / 4, Pages), state => Assert.Equal(PageState.InheritedShared, state));
            // Both sides allocated here after the fork: the same addresses, and not inherited.
            Assert.All(States(worker, family.Allocated, 0, Pages), state => Assert.Equal(PageState.New, state));
        }
        foreach (var worker in Census(family, null))
        {
            Assert.All(States(worker, family.Preloaded, 0, Pages / 2), state => Assert.Equal(PageState.Undecided, state));
            Assert.All(States(worker, family.Allocated, 0, Pages), state => Assert.Equal(PageState.Undecided, state));
        }
        var explained = Ran.Lowtide("explain", $"{family.Pid}", "--before", file, "--details");
        Assert.Equal((0, ""), (explained.ExitCode, explained.Error));
        Assert.Contains("really-changed", explained.Output);
    }

    [Fact]
    public void Serves_no_worker_that_was_forked_before_it()
    {
        using var family = new ToldFamily(workers: 1);
        var file = _folder.File("late.lowtide");
        Assert.Equal(0, Ran.Lowtide("record", $"{family.Pid}", "-d", "200ms", "-o", file).ExitCode);
        var explained = Ran.Lowtide("explain", $"{family.Pid}", "--before", file, "--details");
        Assert.Contains("all workers were forked before it was taken", explained.Output);
    }

    [Fact]
    public void Goes_with_a_live_target_only()
    {
        using var lone = new ToldFamily();
        var file = _folder.File("x.lowtide");
        Assert.Equal(0, Ran.Lowtide("record", $"{lone.Pid}", "-d", "200ms", "-o", file).ExitCode);
        var ran = Ran.Lowtide("explain", file, "--before", file, "--details");
        Assert.Equal(2, ran.ExitCode);
        Assert.Contains("--before goes with a live TARGET", ran.ErrorLine);
    }

    private static IEnumerable<PageCensus> Census(ToldFamily family, ForkPicture? picture)
    {
        var capture = FamilyCapture.Take(
            FamilyLookup.Find($"{family.Pid}"), new CaptureOptions(Census: true, Before: picture), TimeProvider.System, CancellationToken.None);
        Assert.Equal(family.Workers, capture!.Snapshot.Workers.Select(worker => worker.Process.Pid));
        return capture.Snapshot.Workers.Select(worker => worker.Census!);
    }

    private static IEnumerable<PageState> States(PageCensus census, ulong start, int first, int last)
    {
        for (var page = first; page < last; page++)
        {
            var address = start + ((ulong)page * Page.Size);
            var region = census.Regions.Single(region => region.Region.Start <= address && address < region.Region.End);
            yield return region.Pages[(int)((address - region.Region.Start) / Page.Size)];
        }
    }
}
