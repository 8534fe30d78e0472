using Lowtide.Recordings;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace Lowtide.Capture.DotNet;

/// <summary>Adds up sampled allocations by type and call stack.</summary>
internal sealed class AllocationTally
{
    /// <summary>Each byte is sampled with this probability (dotnet/runtime: gcheaputilities.h, SamplingDistributionMean; .NET 10).</summary>
    private const double EachByte = 1 / 102_400.0;

    private const int MostRows = 50_000;

    private readonly SampleSums _sums = new(MostRows);
    private double _all;
    private bool _wrongAmount;
    private bool _random;

    public bool Any => _sums.Any;

    /// <summary>.NET 10 and later: at random, so that sums are unbiased.</summary>
    /// <returns>Bytes of allocations that it stands for.</returns>
    public double Add(AllocationSampledTraceData data, string type, int? stack)
    {
        // A trace made for everything has both; they would be counted twice.
        if (!_random)
        {
            _sums.Clear();
            _all = 0;
        }
        _random = true;
        return Add(type, HeapOf((int)data.AllocationKind), stack, data.ObjectSize / (1 - Math.Exp(data.ObjectSize * Math.Log(1 - EachByte))));
    }

    /// <summary>Before: the object that was allocated when a further 100 KB had been, in its heap.</summary>
    /// <returns>As above; 0 of one that is not to be counted.</returns>
    public double Add(GCAllocationTickTraceData data, string type, int? stack) =>
        _random ? 0 : Add(type, HeapOf((int)data.AllocationKind), stack, data.GetAllocAmount(ref _wrongAmount));

    /// <summary>Of a kind that there is not, as a damaged trace may tell it, the usual one.</summary>
    public static DotNetHeap HeapOf(int kind) => Enum.IsDefined((DotNetHeap)kind) ? (DotNetHeap)kind : DotNetHeap.Small;

    private double Add(string type, DotNetHeap heap, int? stack, double bytes)
    {
        // No object is so large, and no process has made so many: a recording holds no larger sum.
        if (!(bytes is >= 0 and <= DotNetCollection.MostBytes && _all + bytes <= Recording.Largest))
            return 0;
        _all += bytes;
        _sums.Add(type, heap, stack, bytes);
        return bytes;
    }

    public IReadOnlyList<DotNetAllocations> Result() =>
        [.. _sums.Rows.Select(sum => new DotNetAllocations(sum.Type, sum.Heap, sum.Samples, (long)sum.Bytes, sum.Stack))
            .OrderByDescending(sum => sum.Bytes)];
}
