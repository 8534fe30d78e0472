using System.Globalization;
using System.Security;
using System.Text;
using Lowtide.Analysis;
using Lowtide.Recordings;

namespace Lowtide.Reports.Standalone;

/// <summary>Every heap of a recording's processes as occupancy cells, in rows from left to right: a picture for a write-up.</summary>
internal sealed class HeapSvg
{
    private const int CellSize = 4, Columns = 240, Margin = 16, LineHeight = 18, MostProcesses = 4;

    /// <summary>A process's heaps take at most so many cells: one of more has cells of several.</summary>
    private const int MostCells = 30_000;

    private readonly StringBuilder _body = new();
    private int _y = Margin;

    /// <exception cref="Failure">Nothing in it has heaps to draw.</exception>
    public static string Text(ReportMaterial material)
    {
        if (!material.Recordings.Any(recorded => recorded.Recording.Latest.Members.Any(Has)))
            throw new Failure("no recording among the files has heaps to draw: it is a picture of glibc's arenas, and of recordings since they are kept");
        var svg = new HeapSvg();
        foreach (var recorded in material.Recordings)
        {
            svg.Draw(recorded);
            svg._y += LineHeight;
        }
        var (width, height) = ((2 * Margin) + (Columns * CellSize), svg._y + Margin);
        return string.Create(CultureInfo.InvariantCulture,
            $"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" "
            + $"font-family=\"system-ui, sans-serif\" font-size=\"13\">\n<!-- {ReportDocument.Name} -->\n"
            + $"<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{svg._body}</svg>\n");
    }

    private static bool Has(Member member) => member.Heaps is { Count: > 0 };

    private static long Bytes(Member member) => member.Heaps!.Sum(heap => heap.CellBytes * heap.Runs().Sum(run => (long)run.Cells));

    private void Draw(RecordedFamily recorded)
    {
        var family = recorded.Recording.Latest;
        var members = family.Members.Where(Has).OrderByDescending(Bytes).ThenBy(member => member.Process.Pid).ToList();
        Line($"{recorded.Prefix}{family.Name}, {FamilyWords.Workers(family)}, {FamilyWords.Allocator(family)}"
            + (members.Count > MostProcesses ? $"; the {MostProcesses} largest of {members.Count} processes" : ""), bold: true);
        if (FamilyWords.Arenas(family) is { } arenas)
            Line(arenas);
        Legend(members);
        foreach (var member in members.Take(MostProcesses))
            Draw(member);
    }

    private void Draw(Member member)
    {
        var together = 1;
        while (member.Heaps!.Sum(heap => heap.Runs().Sum(run => (long)run.Cells)) / together > MostCells)
            together *= 2;
        _y += LineHeight / 2;
        foreach (var heap in member.Heaps!)
        {
            var letters = heap.Runs().SelectMany(run => Enumerable.Repeat(run.Letter, run.Cells)).ToArray();
            if (together > 1)
                letters = [.. letters.Chunk(together).Select(cell => cell.CountBy(letter => letter).MaxBy(letter => letter.Value).Key)];
            Line($"process {member.Process.Pid}, {heap.Name}: {Amount.Bytes(letters.Length * heap.CellBytes * together)}, "
                + $"a cell is {Amount.Bytes(heap.CellBytes * together)}");
            Cells(letters);
        }
    }

    /// <summary>A path a letter: a heap of one colour would else be thousands of squares.</summary>
    private void Cells(char[] letters)
    {
        var paths = new Dictionary<char, StringBuilder>();
        for (var row = 0; row * Columns < letters.Length; row++)
        {
            var cells = letters.AsSpan(row * Columns, Math.Min(Columns, letters.Length - (row * Columns)));
            for (var at = 0; at < cells.Length;)
            {
                var other = cells[at..].IndexOfAnyExcept(cells[at]);
                var length = other < 0 ? cells.Length - at : other;
                if (!paths.TryGetValue(cells[at], out var path))
                    paths[cells[at]] = path = new StringBuilder();
                path.Append(CultureInfo.InvariantCulture,
                    $"M{Margin + (at * CellSize)} {_y + (row * CellSize)}h{length * CellSize}v{CellSize}h-{length * CellSize}z");
                at += length;
            }
        }
        foreach (var (letter, path) in paths)
            _body.Append(CultureInfo.InvariantCulture, $"<path fill=\"{HeapLetters.Of(letter).Colour}\" d=\"{path}\"/>\n");
        _y += ((letters.Length + Columns - 1) / Columns * CellSize) + (LineHeight / 2);
    }

    /// <summary>What there is, with how much of it.</summary>
    private void Legend(IReadOnlyList<Member> members)
    {
        var bytes = members.SelectMany(member => member.Heaps!)
            .SelectMany(heap => heap.Runs().Select(run => (run.Letter, Bytes: run.Cells * heap.CellBytes)))
            .GroupBy(run => HeapLetters.Of(run.Letter)).ToDictionary(letter => letter.Key, letter => letter.Sum(run => run.Bytes));
        foreach (var letter in HeapLetters.All.Where(bytes.ContainsKey))
        {
            _body.Append(CultureInfo.InvariantCulture,
                $"<rect x=\"{Margin}\" y=\"{_y}\" width=\"12\" height=\"12\" fill=\"{letter.Colour}\" stroke=\"#888\" stroke-width=\".5\"/>\n");
            Line($"{letter.Meaning}: {Amount.Bytes(bytes[letter])}", indent: 18);
        }
    }

    private void Line(string text, bool bold = false, int indent = 0)
    {
        _body.Append(CultureInfo.InvariantCulture, $"<text x=\"{Margin + indent}\" y=\"{_y + 11}\"{(bold ? " font-weight=\"600\"" : "")}>");
        _body.Append(SecurityElement.Escape(Screen.Plain(text))).Append("</text>\n");
        _y += LineHeight;
    }
}
