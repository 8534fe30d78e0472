using Lowtide.Analysis.Breakdown;
using Lowtide.Recordings;
using Lowtide.Tests.Live.Capture;

namespace Lowtide.Tests.Live.CPython;

/// <summary>The parts of a Python's memory against the kernel's sum, and what its heap has handed out against pymalloc's own count.</summary>
public sealed class PartsTests
{
    private const string Jemalloc = "/usr/lib/x86_64-linux-gnu/libjemalloc.so.2";

    /// <summary>What it allocates to say so.</summary>
    private const long Slack = 128 << 10;

    [Theory]
    [MemberData(nameof(Pythons.Every), MemberType = typeof(Pythons))]
    public void Parts_sum_to_the_kernels_and_leave_little_untold(string python)
    {
        using var target = Said.Start(python, "python_parts.py");
        var (pss, shares) = Told(target, out var member);
        Assert.InRange(member.PythonHeap!.InUseBytes, target.Said.GetProperty("handed_out").GetInt64() - Slack,
            target.Said.GetProperty("handed_out").GetInt64() + Slack);
        Assert.InRange(shares.GetValueOrDefault(MemoryShareKind.Other), 0, pss / 50);
        Assert.InRange(shares[MemoryShareKind.MallocOfOthers], 8 << 20, 16 << 20);
        Assert.InRange(shares[MemoryShareKind.PythonBlocks], pss / 3, pss);
    }

    /// <summary>Its heap is told by its name, and Python's own heap is not taken for it.</summary>
    [Fact]
    public void Under_jemalloc_nothing_is_untold()
    {
        Assert.SkipUnless(File.Exists(Jemalloc), "libjemalloc.so.2 is not installed");
        using var target = Target.Start(Said.AnyPython, [Target.Path("python_parts.py")], ("LD_PRELOAD", Jemalloc));
        var (pss, shares) = Told(target, out var member);
        Assert.Equal("jemalloc", member.Allocator?.Name);
        Assert.InRange(shares[MemoryShareKind.OtherMalloc] + shares[MemoryShareKind.OtherMallocFree], 8 << 20, 24 << 20);
        Assert.InRange(shares.GetValueOrDefault(MemoryShareKind.Other), 0, pss / 50);
    }

    private static (long Pss, Dictionary<MemoryShareKind, long> Shares) Told(Target target, out Member member)
    {
        member = Assert.Single(Look.At(target.Pid).Family.Members);
        var shares = MemoryBreakdown.Of(member)!.ToDictionary(share => share.Kind, share => share.Bytes);
        Assert.Equal(member.Memory.PssBytes!.Value, shares.Values.Sum());
        return (member.Memory.PssBytes.Value, shares);
    }
}
