using System.Text.Json;
using Lowtide.Analysis.Breakdown;
using Lowtide.Tests.Live.Capture;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>The parts of a .NET process's memory against the kernel's sum, and the collector's heap against what the runtime says of it.</summary>
public sealed class BreakdownTests
{
    /// <summary>Of a process of 20 MiB 2% is less than its loader takes beside.</summary>
    private const long Small = 5 << 19;

    [Theory]
    [InlineData("midlife", "DOTNET_gcServer", "0")]
    [InlineData("midlife", "DOTNET_gcServer", "1")]
    [InlineData("loh", "DOTNET_GCHeapHardLimit", "10000000")] // 256 MiB: then the collector reserves little.
    [InlineData("crowd", "DOTNET_EnableWriteXorExecute", "0")] // Code is mapped once.
    public void Parts_sum_to_the_kernels_and_leave_little_untold(string condition, string setting, string value)
    {
        using var target = DotNetTarget.Start(condition, (setting, value));
        MustAddUp(target);
    }

    [Theory, Trait("Scope", "Full")]
    [InlineData("net8.0")]
    [InlineData("net9.0")]
    public void Of_older_runtimes_too(string framework)
    {
        using var target = Target.Start(PublishedTarget.Program(framework), ["midlife"]);
        MustAddUp(target);
    }

    private static void MustAddUp(Target target)
    {
        // The first collections have come, and the heap is as large as it gets.
        Patience.Until(() => target.Ask("count").GetProperty("collections")[0].GetInt32() < 3 ? null : target, "three collections");
        // While it allocates, the sum and the parts are of moments that lie apart.
        target.Ask("still");
        var look = Told(target);
        Assert.True(Math.Abs(look.Untold) < Math.Max(Small, look.Pss / 50) && look.Heap > look.Pss / 20, $"{look}");
    }

    private static (long Pss, long Untold, long Heap) Told(Target target)
    {
        var member = Assert.Single(Look.At(target.Pid).Family.Members);
        var (pss, shares) = (member.Memory.PssBytes!.Value, MemoryBreakdown.Of(member)!);
        Assert.Equal(pss, shares.Sum(share => share.Bytes));
        return (pss, Of(MemoryShareKind.Other), Of(MemoryShareKind.ManagedRest));

        long Of(MemoryShareKind kind) => shares.SingleOrDefault(share => share.Kind == kind)?.Bytes ?? 0;
    }

    /// <summary>Which the runtime tells with each collection.</summary>
    [Fact]
    public void The_heap_is_what_the_collector_has_from_the_system()
    {
        using var target = DotNetTarget.Start("midlife");
        // The heap is as large as it gets. From one collection to the next it has a fifth more or less.
        var most = 0L;
        Patience.Until(() => Committed() is (< 50, _) ? null : target, "fifty full collections");
        var ran = Ran.Lowtide("explain", $"{target.Pid}", "--listen", "4s", "--json");
        Assert.True(ran.ExitCode == 0, ran.Error);
        var root = JsonDocument.Parse(ran.Output).RootElement;
        var parts = root.GetProperty("family").GetProperty("breakdown")[0].GetProperty("parts").EnumerateArray()
            .ToDictionary(part => part.GetProperty("kind").GetString()!, part => part.GetProperty("bytes").GetInt64());
        var heap = parts.Where(part => part.Key.StartsWith("managed_", StringComparison.Ordinal)).Sum(part => part.Value);
        Assert.Contains("managed_generation2", parts.Keys);
        var (_, committed) = Committed();
        Assert.InRange(heap, committed * 0.4, most * 1.1);

        (int Full, long Bytes) Committed()
        {
            var counted = target.Ask("count");
            var bytes = counted.GetProperty("committed_bytes").GetInt64();
            most = Math.Max(most, bytes);
            return (counted.GetProperty("collections")[2].GetInt32(), bytes);
        }
    }
}
