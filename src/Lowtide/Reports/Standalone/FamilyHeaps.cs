using Lowtide.Analysis;
using Lowtide.Recordings;

namespace Lowtide.Reports.Standalone;

/// <summary>The heaps of a recording's processes, as pictures with their words.</summary>
internal sealed class FamilyHeaps
{
    private const int MostProcesses = 4;

    /// <summary>Of one process's malloc heaps; of more, a cell of the picture is several.</summary>
    private const int MostMallocCells = 30_000;

    private readonly List<Member> _members;

    private FamilyHeaps(RecordedFamily recorded, List<Member> members) => (Recorded, _members) = (recorded, members);

    public RecordedFamily Recorded { get; }

    /// <returns>Null where nothing of it is to be drawn.</returns>
    public static FamilyHeaps? Of(RecordedFamily recorded)
    {
        var members = recorded.Recording.Latest.Members
            .Where(member => member.Heaps is { Count: > 0 }).OrderByDescending(Bytes).ThenBy(member => member.Process.Pid).ToList();
        return members.Count == 0 ? null : new FamilyHeaps(recorded, members);
    }

    public string Title
    {
        get
        {
            var family = Recorded.Recording.Latest;
            return $"{Recorded.Prefix}{family.Name}, {FamilyWords.Workers(family)}, {FamilyWords.Allocator(family)}"
                + (_members.Count > MostProcesses ? $"; the {MostProcesses} largest of {_members.Count} processes" : "");
        }
    }

    public IEnumerable<string> Lines => new[] { FamilyWords.Arenas(Recorded.Recording.Latest), RubyWords.Heap(Recorded.Recording.Latest) }.OfType<string>();

    /// <summary>What there is in all processes, with how much of it.</summary>
    public IEnumerable<(HeapLetters Letter, long Bytes)> Legend
    {
        get
        {
            var bytes = _members.SelectMany(member => member.Heaps!)
                .SelectMany(heap => heap.Runs().Select(run => (Letter: HeapLetters.Of(heap.Kind, run.Letter), Bytes: run.Cells * heap.CellBytes)))
                .GroupBy(run => run.Letter)
                .ToDictionary(letter => letter.Key, letter => letter.Sum(run => run.Bytes));
            return HeapLetters.All.Where(bytes.ContainsKey).Select(letter => (letter, bytes[letter]));
        }
    }

    public IEnumerable<DrawnHeap> Pictures => _members.Take(MostProcesses).SelectMany(Draw);

    private static long Bytes(Member member) => member.Heaps!.Sum(heap => heap.CellBytes * Cells(heap));

    private static long Cells(HeapPicture heap) => heap.Runs().Sum(run => (long)run.Cells);

    private static string CellSize(long bytes) => bytes < 1024 ? $"{bytes} bytes" : Amount.Bytes(bytes);

    private static IEnumerable<DrawnHeap> Draw(Member member)
    {
        var (together, cells) = (1, member.Heaps!.Where(heap => heap.Kind == "malloc").Sum(Cells));
        while (cells / together > MostMallocCells)
            together *= 2;
        return member.Heaps!.Select(heap => Draw(member, heap, heap.Kind == "malloc" ? together : 1));
    }

    private static DrawnHeap Draw(Member member, HeapPicture heap, int together)
    {
        var (cells, pages) = (Cells(heap), heap.Pages().Count());
        var shares = heap.Runs().GroupBy(run => HeapLetters.Of(heap.Kind, run.Letter), run => (long)run.Cells)
            .OrderByDescending(letter => letter.Sum())
            .Select(letter => $"{letter.Key.Meaning} {Amount.Percent(letter.Sum() / (double)cells)}");
        return new DrawnHeap(
            $"process {member.Process.Pid}, {heap.Name}: {Amount.Bytes(cells * heap.CellBytes)}{(pages > 1 ? $" on {pages:N0} pages" : "")}, "
                + $"a cell is {CellSize(heap.CellBytes * together)}",
            string.Join("; ", shares), HeapPixels.Of(heap, together));
    }
}

/// <param name="Shares">What it shows, in words.</param>
internal sealed record DrawnHeap(string Name, string Shares, IndexedPng Picture);
