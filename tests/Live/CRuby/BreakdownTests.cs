using Lowtide.Analysis.Breakdown;
using Lowtide.Capture.Sources;
using Lowtide.Tests.Live.Capture;

namespace Lowtide.Tests.Live.CRuby;

/// <summary>The parts of a family's memory against what the kernel says of each process.</summary>
public sealed class BreakdownTests
{
    /// <summary>Libraries' pages are shared with whatever else runs on the machine: their part of PSS moves as processes start and end.</summary>
    private const long MostDrift = 1 << 20;

    [Theory]
    [MemberData(nameof(Rubies.All), MemberType = typeof(Rubies))]
    public void Parts_of_master_and_workers_sum_to_the_kernels_and_leave_little_untold(string version)
    {
        using var target = Target.Start(Rubies.Program(version), [Target.Path("ruby_forks.rb")]);
        var worker = target.Said.GetProperty("workers")[0].GetProperty("pid").GetInt32();
        var family = Look.At(worker).Family;
        Assert.Equal(2, family.Workers.Count);
        foreach (var member in family.Members)
        {
            var pss = Procfs.Memory(member.Process.Pid, 0).PssBytes!.Value;
            var shares = MemoryBreakdown.Of(member)!;
            Assert.InRange(shares.Sum(share => share.Bytes), pss - MostDrift, pss + MostDrift);
            var untold = shares.SingleOrDefault(share => share.Kind == MemoryShareKind.Other)?.Bytes ?? 0;
            Assert.InRange(untold, 0, pss / 50);
            Assert.All(shares, share => Assert.True(share.Bytes > 0));
        }
    }
}
