using System.Runtime.InteropServices;
using Lowtide.Recordings;

namespace Lowtide.Capture.DotNet;

/// <param name="Bytes">What the samples stand for.</param>
/// <param name="AgeSeconds">Of all samples together.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct SampleSum(string Type, DotNetHeap Heap, int? Stack, long Samples, double Bytes, double AgeSeconds);

/// <summary>Adds up sampled objects by type, heap and call stack.</summary>
/// <param name="mostRows">What would make more is added up by its heap alone.</param>
internal sealed class SampleSums(int mostRows)
{
    private readonly Dictionary<(string Type, DotNetHeap Heap, int? Stack), SampleSum> _rows = [];

    public bool Any => _rows.Count > 0;

    public IEnumerable<SampleSum> Rows => _rows.Values;

    public void Add(string type, DotNetHeap heap, int? stack, double bytes, double ageSeconds = 0)
    {
        if (!_rows.ContainsKey((type, heap, stack)) && _rows.Count >= mostRows)
            (type, stack) = ("", null);
        var sum = _rows.GetValueOrDefault((type, heap, stack), new SampleSum(type, heap, stack, 0, 0, 0));
        _rows[(type, heap, stack)] = sum with
        {
            Samples = sum.Samples + 1,
            Bytes = sum.Bytes + bytes,
            AgeSeconds = sum.AgeSeconds + ageSeconds,
        };
    }

    public void Clear() => _rows.Clear();
}
