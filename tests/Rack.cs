using System.Globalization;
using System.Runtime.InteropServices;

namespace Lowtide.Tests;

/// <summary>
/// One thing that is tried again and again: a sample of it in every run of the tests, all of it where LOWTIDE_TORTURE says "whole" (eng/torture). Each time is
/// made of its number alone; LOWTIDE_TORTURE_SEED begins elsewhere. Where LOWTIDE_TORTURE_TABLE names a file, that gets a line of what came of it.
/// </summary>
internal sealed partial class Rack(string what, int sample, int whole)
{
    /// <summary>The bounds of whatever is done with one input.</summary>
    public static readonly TimeSpan Longest = TimeSpan.FromSeconds(2);

    public const long MostBytes = 512L << 20;

    private const int UsualSeed = 20261126;

    private static readonly Lock Table = new();

    private readonly SortedDictionary<string, List<int>> _wrong = new(StringComparer.Ordinal);
    private readonly HashSet<int> _wrongTimes = [];
    private int _tried;
    private TimeSpan _longest;
    private long? _mostBytes;

    public static int Seed { get; } =
        int.TryParse(Environment.GetEnvironmentVariable("LOWTIDE_TORTURE_SEED"), CultureInfo.InvariantCulture, out var asked) ? asked : UsualSeed;

    public static bool IsWhole => Environment.GetEnvironmentVariable("LOWTIDE_TORTURE") == "whole";

    public int Times { get; } = IsWhole ? whole : sample;

    public static Random Numbers(int number) => new(unchecked(Seed + number));

    /// <summary>Which of <paramref name="forms"/> is due, so that a seed that begins at a number has that number's form first.</summary>
    /// <param name="every">How many numbers in a row have one form.</param>
    public static int Turn(int number, int forms, int every = 1) => (int)((uint)unchecked(Seed + number) / (uint)every % (uint)forms);

    /// <summary>Processor time of this thread: a machine that is busy with others makes all wait, and fails nothing.</summary>
    public static TimeSpan ThreadTime()
    {
        const int ThreadClock = 3; // CLOCK_THREAD_CPUTIME_ID, clock_gettime(2)
        Span<long> time = stackalloc long[2];
        Assert.Equal(0, ReadClock(ThreadClock, ref time[0]));
        return TimeSpan.FromSeconds(time[0]) + TimeSpan.FromMicroseconds(time[1] / 1000);
    }

    /// <param name="bytes">Null where it is not known.</param>
    public void Tried(TimeSpan took, long? bytes = null)
    {
        lock (_wrong)
        {
            _tried++;
            _longest = took > _longest ? took : _longest;
            _mostBytes = bytes > (_mostBytes ?? -1) ? bytes : _mostBytes;
        }
    }

    public void Wrong(string how, int number)
    {
        lock (_wrong)
        {
            (_wrong.TryGetValue(how, out var numbers) ? numbers : _wrong[how] = []).Add(number);
            _wrongTimes.Add(number);
        }
    }

    /// <summary>Writes the line, and fails where anything was wrong.</summary>
    /// <param name="more">What else was counted.</param>
    public void End(string? more = null)
    {
        if (Environment.GetEnvironmentVariable("LOWTIDE_TORTURE_TABLE") is { Length: > 0 } table)
        {
            var bytes = _mostBytes is { } most ? $"{most / 1048576.0:0.0} MiB" : "-";
            var name = more is null ? what : $"{what}: {more}";
            var line = string.Create(CultureInfo.InvariantCulture, $"{name}\t{_tried}\t{_wrongTimes.Count}\t{_longest.TotalSeconds:0.00} s\t{bytes}\n");
            lock (Table)
                File.AppendAllText(table, line);
        }
        Assert.True(_wrong.Count == 0, $"{what}, {_tried} times:\n" + string.Join('\n', _wrong.Select(each =>
            $"{each.Value.Count} x {each.Key}; number {each.Value[0]}, which LOWTIDE_TORTURE_SEED={unchecked(Seed + each.Value[0])} has first")));
        Assert.True(_tried >= Times, $"{what}: tried {_tried} times of {Times}");
    }

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int ReadClock(int clock, ref long time);
}
