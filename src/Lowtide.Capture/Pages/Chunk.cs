using System.Runtime.InteropServices;
using Lowtide.Recordings;

namespace Lowtide.Capture.Pages;

/// <summary>
/// A stretch of addresses in which no member's region begins or ends, small enough for its pages to stay in cache
/// while several members are compared.
/// </summary>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct Chunk(ulong Start, ulong End)
{
    public const int MostPages = 256;

    public int Pages => (int)((End - Start) / Page.Size);

    /// <summary>Covers every address that at least one of the workers has mapped.</summary>
    public static List<Chunk> Cover(IReadOnlyList<MemberPages> workers, IReadOnlyList<MemberPages> all)
    {
        var edges = new SortedSet<ulong>();
        foreach (var region in all.SelectMany(member => member.Regions))
        {
            edges.Add(region.Region.Start);
            edges.Add(region.Region.End);
        }
        var chunks = new List<Chunk>();
        ulong previous = 0;
        foreach (var edge in edges)
        {
            if (workers.Any(worker => worker.Find(previous) is not null))
                // Up to the next multiple of its size, so that a runtime's pool never lies in two of them.
                for (ulong start = previous, end; start < edge; start = end)
                {
                    end = Math.Min(edge, (start | ((MostPages * Page.Size) - 1)) + 1);
                    chunks.Add(new Chunk(start, end));
                }
            previous = edge;
        }
        return chunks;
    }
}
