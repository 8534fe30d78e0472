using Lowtide.Analysis;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Words;

namespace Lowtide.Reports.Report;

/// <summary>The heaps of a recording's processes, as pictures with their words.</summary>
internal sealed class FamilyHeaps
{
    private const int MostProcesses = 4;

    /// <summary>Of one process's malloc heaps; of more, a cell of the picture is several.</summary>
    private const int MostMallocCells = 30_000;

    private readonly RecordedFamily _recorded;
    private readonly List<Member> _members;
    private readonly long _widest;

    private FamilyHeaps(RecordedFamily recorded, List<Member> members, long widest) => (_recorded, _members, _widest) = (recorded, members, widest);

    /// <summary>Of the recordings that have some; their strips have one scale.</summary>
    public static IReadOnlyList<FamilyHeaps> All(IReadOnlyList<RecordedFamily> recordings)
    {
        var drawn = recordings
            .Select(recorded => (Recorded: recorded, Members: recorded.Recording.Latest.Members
                .Where(member => member.Heaps is { Count: > 0 }).OrderByDescending(Bytes).ThenBy(member => member.Process.Pid).ToList()))
            .Where(one => one.Members.Count > 0).ToList();
        return [.. drawn.Select(one => new FamilyHeaps(one.Recorded, one.Members, drawn.Max(each => each.Members.Sum(Bytes))))];
    }

    public string Title
    {
        get
        {
            var family = _recorded.Recording.Latest;
            return $"{_recorded.Prefix}{string.Join(", ", [family.Name, FamilyWords.Workers(family), .. FamilyWords.Known(family)])}"
                + (family.PssBytes is { } pss ? $", {Amount.Bytes(pss)} in all (PSS)" : "")
                + (_members.Count > MostProcesses ? $"; the {MostProcesses} largest of {_members.Count} processes" : "");
        }
    }

    public IEnumerable<string> Lines => new[]
    {
        _recorded.Diagnosis.Recorded is { } time ? FamilyWords.Recorded(time) : null,
        FamilyWords.Arenas(_recorded.Recording.Latest),
        RubyWords.Heap(_recorded.Recording.Latest),
        "These are counted chunk by chunk and slot by slot; malloc's colours are of whole pages, in which both may be.",
    }.OfType<string>();

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

    /// <summary>Cells of malloc and of Ruby are of different sizes, so a strip has all to scale.</summary>
    public IEnumerable<DrawnHeap> Pictures => _members.Take(MostProcesses).SelectMany(Draw).Prepend(new DrawnHeap(
        $"all heaps to one scale: {Amount.Bytes(_members.Sum(Bytes))}",
        string.Join("; ", Legend.Select(letter => $"{letter.Letter.Meaning} {Amount.Bytes(letter.Bytes)}")),
        HeapPixels.ToScale(Legend, _widest)));

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
