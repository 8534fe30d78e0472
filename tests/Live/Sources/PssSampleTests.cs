using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;
using Lowtide.Tests.Live.Capture;

namespace Lowtide.Tests.Live.Sources;

/// <summary>PSS of a part of the pages against the kernel's own of all of them (smaps_rollup).</summary>
public sealed class PssSampleTests : IDisposable
{
    private const long MiB = 1 << 20;

    private readonly Target _target = Said.StartAny("shares_parts.py");

    [Fact]
    public void All_pieces_give_what_the_kernel_says()
    {
        foreach (var pid in Processes())
        {
            var (whole, sample) = Both(pid, seed: 1, PssSample.MostPieces * 8);
            Assert.Equal(0, sample.PssMarginBytes);
            // The kernel rounds each page down, and counts RSS of its own a few pages behind.
            Near(whole.PssBytes, sample.PssBytes);
            Near(whole.PrivateBytes, sample.PrivateBytes);
            Near(whole.SharedBytes, sample.SharedBytes);
            Near(whole.PssAnonymousBytes, sample.PssAnonymousBytes);
            Near(whole.PssFileBytes, sample.PssFileBytes);
            Near(whole.PssSharedMemoryBytes, sample.PssSharedMemoryBytes);
        }
    }

    /// <summary>With seeds. Of sixty intervals at 95% three are expected to miss; nine would be one run in two hundred and fifty.</summary>
    [Fact]
    public void The_interval_holds_as_often_as_it_says()
    {
        var (missed, tried, widest) = (0, 0, 0.0);
        foreach (var pid in Processes().Take(2))
            for (var seed = 0; seed < 30; seed++)
            {
                var (whole, sample) = Both(pid, seed, 300);
                tried++;
                missed += Math.Abs(whole.PssBytes!.Value - sample.PssBytes!.Value) > sample.PssMarginBytes + MiB ? 1 : 0;
                widest = Math.Max(widest, (double)sample.PssMarginBytes!.Value / whole.PssBytes.Value);
            }
        Assert.Equal(60, tried);
        Assert.InRange(missed, 0, 8);
        Assert.InRange(widest, 0.001, 0.2);
    }

    /// <summary>
    /// Few pieces of many workers that share nearly all of it: what each has of its own is in its small mappings, and on pages here and there. Of some 60
    /// intervals at 95% three are expected to miss.
    /// </summary>
    [Fact]
    public void The_interval_holds_of_workers_that_share_nearly_all()
    {
        using var family = Said.StartAny("shares_most.py");
        var readings = Enumerable.Range(0, 3).SelectMany(seed => family.WorkerPids().Select(pid => Both(pid, seed, MemoryLook.FewestPieces))).ToList();
        Assert.Equal(60, readings.Count);
        var missed = readings.FindAll(one => Math.Abs(one.Whole.PssBytes!.Value - one.Sample.PssBytes!.Value) > one.Sample.PssMarginBytes);
        var told = missed.Select(one => $"{one.Sample.PssBytes} +- {one.Sample.PssMarginBytes}, not {one.Whole.PssBytes}");
        Assert.True(missed.Count <= 8, string.Join("; ", told));
    }

    public void Dispose() => _target.Dispose();

    private IEnumerable<int> Processes() => _target.WorkerPids().Append(_target.Pid);

    private static void Near(long? expected, long? actual) => Assert.InRange(actual!.Value, expected!.Value - MiB, expected.Value + MiB);

    private static (MemoryUse Whole, MemoryUse Sample) Both(int pid, int seed, int pieces)
    {
        Assert.SkipUnless(Pagemap.ShowsFrames(), "page frame numbers need CAP_SYS_ADMIN");
        Assert.SkipUnless(TouchedPages.KernelScans() == true, "this kernel has no PAGEMAP_SCAN (Linux 6.7)");
        var whole = Procfs.Memory(pid, 0);
        var sample = PssSample.Of(pid, whole.RssBytes!.Value, Procfs.Mappings(pid)!, new Random(seed), pieces);
        return (whole, Assert.IsType<MemoryUse>(sample));
    }
}
