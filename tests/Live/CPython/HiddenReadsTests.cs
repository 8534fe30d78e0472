using Lowtide.Analysis.Causes;
using Lowtide.Tests.Live.Capture;

namespace Lowtide.Tests.Live.CPython;

/// <summary>
/// Reads that leave no trace on any page that a collection leaves alone. A program like this one was promised 184 to 232 MiB by a collector that
/// never starts, and saved 30.
/// </summary>
public sealed class HiddenReadsTests
{
    [Theory]
    [MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void What_reads_copied_too_is_not_promised(string python)
    {
        using var target = Said.Start(python, "short_rows.py");
        var (read, copied) = (target.Told("read_bytes").Sum(), target.Told("copied_bytes").Sum());
        Assert.True(read > 0.8 * copied, $"reads copied {read} of {copied} bytes: it tests nothing");
        var collector = CollectorShare.OfWorkers(Look.At(target.Pid).Family);
        // What only the collection copied: the interpreter's own modules, which nobody reads.
        Assert.InRange(copied - read, collector.LowBytes - (2 * Look.Slack), collector.HighBytes);
    }
}
