using System.Globalization;
using System.Text;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Kits;

/// <summary>
/// Reads the sheets that the kits' notes fill (kits/python/lowtide_kit/notes.py, kits/ruby/lib/lowtide_kit/notes.rb,
/// kits/dotnet/NoteSheet.cs). They are the target's memory and may hold anything: what is no line of that form is left out.
/// </summary>
public static class KitNotesReader
{
    private const int Size = 17 * 4096;

    // A sheet for each generation of forks that noted anything.
    private const int MostSheets = 16;

    /// <returns>Null where there is none: the process was not started with the kit, or may not be read.</returns>
    public static KitNotes? Read(IMemory memory, IReadOnlyList<Mapping> mappings) =>
        Sheets(memory, mappings) is { Count: > 0 } sheets ? Parse(sheets) : null;

    /// <summary>
    /// Pids of the copies that a process has made of itself (keeper.py, cycles.py). What it inherited are its parent's notes, with its parent's pid.
    /// </summary>
    /// <param name="pid">As the process itself sees it, as all pids there are.</param>
    public static IEnumerable<int> Copies(IMemory memory, IReadOnlyList<Mapping> mappings, int pid) =>
        from line in Lines(Sheets(memory, mappings))
        where line is ["copy", _, _, _] && line[1] == pid.ToString(CultureInfo.InvariantCulture)
        let copy = int.TryParse(line[3], NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0
        where copy > 0
        select copy;

    private static List<string> Sheets(IMemory memory, IReadOnlyList<Mapping> mappings) =>
        [.. mappings.Where(IsSheet).Take(MostSheets).Select(mapping => Text(memory, mapping.Start)).OfType<string>()];

    private static List<string[]> Lines(IEnumerable<string> sheets) =>
        [.. sheets.SelectMany(sheet => sheet.Split('\n')).Select(line => line.Split('\t'))];

    /// <summary>How many of a process's memory maps are the kit's own: a sheet each, and two that the cycles watch shares (cycles.py).</summary>
    public static int Maps(IReadOnlyList<Mapping> mappings, IReadOnlyDictionary<string, string>? settings) =>
        mappings.Count(IsSheet) + (settings?.ContainsKey(WatchedSettings.CyclesTime) == true ? 2 : 0);

    private static bool IsSheet(Mapping mapping) => mapping is { Length: Size, Private: false, Path: "/dev/zero (deleted)" };

    internal static KitNotes Parse(IEnumerable<string> sheets)
    {
        var (lines, numbers) = (Lines(sheets), new SheetNumbers());
        return new(
            [.. lines.Where(line => line is ["remedy", _, _, _, "on"]).Select(line => line[3]).Distinct()],
            [.. lines.Select(Call).OfType<CollectorCall>().OrderBy(call => call.At)])
        {
            Refused = [.. lines.Where(line => line is ["remedy", _, _, _, "not on", ..]).Select(line => line[3]).Distinct()],
            Pauses = [.. lines.Select(Pause).OfType<RemedyPause>().Distinct().OrderBy(pause => pause.At)],
            Cycles = [.. lines.Select(line => Cycles(line, numbers)).OfType<CycleCount>().Distinct().OrderBy(count => count.At)],
            Trims = [.. lines.Select(line => Trim(line, numbers)).OfType<MallocTrim>().OrderBy(trim => trim.At)],
            Settings = lines.Where(line => line is ["setting", _, _]).GroupBy(line => line[1]).ToDictionary(line => line.Key, line => line.First()[2]),
        };
    }

    private static CycleCount? Cycles(string[] line, SheetNumbers numbers) =>
        line is ["cycles", var pid, var time, var bytes, var objects, var seconds, .. var types]
        && SheetNumbers.ProcessId(pid) is { } process
        && SheetNumbers.Time(time) is { } at
        && numbers.Count(bytes) is { } size
        && numbers.Count(objects) is { } count
        && SheetNumbers.Duration(seconds) is { } took
            ? new(at, process, size, count, took, [.. types.Take(SheetNumbers.MostFields).Select(field => Type(field, numbers)).OfType<TypeBytes>()])
            : null;

    private static MallocTrim? Trim(string[] line, SheetNumbers numbers) =>
        line is ["trim", var pid, var time, var seconds, var bytes]
        && SheetNumbers.ProcessId(pid) is { } process
        && SheetNumbers.Time(time) is { } at
        && SheetNumbers.Duration(seconds) is { } took
        && numbers.Difference(bytes) is { } size
            ? new(at, process, took, size)
            : null;

    private static RemedyPause? Pause(string[] line) =>
        line is ["once", var pid, var time, { Length: > 0 } what, var took]
        && SheetNumbers.ProcessId(pid) is { } process
        && SheetNumbers.Time(time) is { } at
        && SheetNumbers.Duration(took) is { } seconds
            ? new(at, process, what, seconds)
            : null;

    private static TypeBytes? Type(string field, SheetNumbers numbers) =>
        field.LastIndexOf('=') is > 0 and var equals
        && numbers.Count(field.AsSpan(equals + 1)) is { } bytes ? new(field[..equals], bytes) : null;

    private static CollectorCall? Call(string[] line) =>
        line is ["call", var pid, var time, var function, var arguments, .. var chain]
        && SheetNumbers.ProcessId(pid) is { } process
        && SheetNumbers.Time(time) is { } at
            ? new(at, process, function, arguments, chain)
            : null;

    private static string? Text(IMemory memory, ulong start)
    {
        var bytes = new byte[Size];
        if (!memory.TryRead(start, bytes) || !bytes.AsSpan().StartsWith("lowtide-notes 1\n"u8))
            return null;
        var end = bytes.AsSpan().IndexOf((byte)0);
        return Encoding.UTF8.GetString(bytes.AsSpan("lowtide-notes 1\n"u8.Length..(end < 0 ? Size : end)));
    }
}
