using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Kits;

/// <summary>
/// Reads the sheet that kits/ruby/lib/lowtide_kit/watch.rb writes anew once a second. It is the target's memory and may hold anything:
/// what is no line of that form is left out.
/// </summary>
public static class RubyKitReader
{
    private const int Size = 5 * 4096, Number = 16, Length = 24, Text = 32, Tries = 5;

    /// <returns>Null where there is none: the process was not started with the kit, has just begun, or may not be read.</returns>
    public static RubyKit? Read(int pid)
    {
        if (Procfs.Stat(pid) is not { } stat || Procfs.Facts(stat) is not { } facts)
            return null;
        using var space = AddressSpace.TryOpen(pid);
        return space is null ? null : Read(space, space.Mappings, facts.NamespacePid ?? facts.Pid);
    }

    /// <summary>For reading it again and again: the sheet is found here, once.</summary>
    /// <returns>Null where there is none (yet).</returns>
    public static Func<RubyKit?>? Follow(int pid)
    {
        if (Procfs.Stat(pid) is not { } stat || Procfs.Facts(stat) is not { } facts || AddressSpace.TryOpen(pid, follows: true) is not { } space)
            return null;
        var own = facts.NamespacePid ?? facts.Pid;
        if (space.Mappings.FirstOrDefault(mapping => Read(space, [mapping], own) is not null) is { } sheet)
            return () => Read(space, [sheet], own);
        space.Dispose();
        return null;
    }

    /// <param name="pid">As the process itself sees it: a fork inherits its parent's sheet.</param>
    public static RubyKit? Read(IMemory memory, IReadOnlyList<Mapping> mappings, int pid)
    {
        foreach (var mapping in mappings)
            if (mapping is { Length: Size, Private: false, Path: "/dev/zero (deleted)" }
                && Whole(memory, mapping.Start) is { } text && Parse(text, pid) is { } kit)
                return kit;
        return null;
    }

    /// <summary>Its number is odd while it is written, and another one afterwards.</summary>
    private static string? Whole(IMemory memory, ulong start)
    {
        var bytes = new byte[Size];
        for (var tried = 0; tried < Tries; tried++)
        {
            if (!memory.TryRead(start, bytes) || !bytes.AsSpan().StartsWith("lowtide-ruby 1\n"u8))
                return null;
            var number = BinaryPrimitives.ReadInt64LittleEndian(bytes.AsSpan(Number));
            var length = BinaryPrimitives.ReadInt64LittleEndian(bytes.AsSpan(Length));
            if (number % 2 == 0 && length is > 0 and <= Size - Text && memory.TryRead(start + Number, out long now) && now == number)
                return Encoding.UTF8.GetString(bytes.AsSpan(Text, (int)length));
        }
        return null;
    }

    internal static RubyKit? Parse(string text, int pid)
    {
        var numbers = new SheetNumbers();
        var lines = text.Split('\n').Select(line => line.Split('\t')).ToList();
        var own = pid.ToString(CultureInfo.InvariantCulture);
        if (lines.Find(line => line is ["stat", var of, ..] && of == own) is not ["stat", _, var time, .. var counts]
            || SheetNumbers.Time(time) is not { } at)
            return null;
        return new RubyKit(
            at,
            Values(counts, numbers),
            [.. lines.Where(line => line is ["pool", _, ..]).Select(line => Values(line.AsSpan(2), numbers))],
            lines.Select(line => Walk(line, numbers)).OfType<RubyWalk>().FirstOrDefault())
        {
            WalkFailure = lines.Find(line => line is ["failed", _, _]) is ["failed", var asked, var why] ? new RubyWalkFailure(asked, why) : null,
        };
    }

    private static RubyWalk? Walk(string[] line, SheetNumbers numbers) =>
        line is ["walk", var asked, var took, .. var bytes] && SheetNumbers.Duration(took) is { } seconds
            ? new RubyWalk(asked, seconds, Values(bytes, numbers))
            : null;

    private static Dictionary<string, long> Values(ReadOnlySpan<string> fields, SheetNumbers numbers)
    {
        var values = new Dictionary<string, long>();
        foreach (var field in fields[..Math.Min(fields.Length, SheetNumbers.MostFields)])
            if (field.IndexOf('=') is > 0 and var equals
                && numbers.Count(field.AsSpan(equals + 1)) is { } value)
                values[field[..equals]] = value;
        return values;
    }
}
