using System.Globalization;

namespace Lowtide.Capture.Kits;

/// <summary>
/// Takes the numbers of one process's sheets. They are the target's memory and may say anything: what no process has counted is left out, and all of
/// them together are so few that a recording of hundreds of such processes can be read back (NumberSum).
/// </summary>
internal sealed class SheetNumbers
{
    /// <summary>256 TiB, twice what a process of x86-64 can address, or as many objects.</summary>
    public const long Most = 1L << 48;

    /// <summary>Of all that were taken.</summary>
    private const long MostTogether = 1L << 50;

    /// <summary>Of one line; GC.stat, which has most, has some fifty in Ruby 3.4.</summary>
    public const int MostFields = 256;

    /// <summary>As documents hold them (MemberBounds): from 1970 to 2999.</summary>
    private static readonly double LastTime = new DateTimeOffset(2999, 1, 1, 0, 0, 0, TimeSpan.Zero).ToUnixTimeSeconds();

    private long _left = MostTogether;

    /// <returns>Digits alone, and so 0 or more; null of all else.</returns>
    public long? Count(ReadOnlySpan<char> field) => Taken(field, NumberStyles.None);

    /// <summary>It may be below 0.</summary>
    public long? Difference(ReadOnlySpan<char> field) => Taken(field, NumberStyles.AllowLeadingSign);

    public static int? ProcessId(string field) =>
        int.TryParse(field, NumberStyles.None, CultureInfo.InvariantCulture, out var process) ? process : null;

    /// <summary>Seconds.</summary>
    public static double? Duration(string field) =>
        double.TryParse(field, CultureInfo.InvariantCulture, out var seconds) && seconds is >= 0 and < 1e6 ? seconds : null;

    public static DateTimeOffset? Time(string field) =>
        double.TryParse(field, CultureInfo.InvariantCulture, out var seconds) && seconds > 0 && seconds < LastTime
            ? DateTimeOffset.UnixEpoch.AddSeconds(seconds)
            : null;

    private long? Taken(ReadOnlySpan<char> field, NumberStyles style)
    {
        if (!long.TryParse(field, style, CultureInfo.InvariantCulture, out var number) || number is < -Most or > Most || Math.Abs(number) > _left)
            return null;
        _left -= Math.Abs(number);
        return number;
    }
}
