using System.Globalization;
using System.IO.Compression;

namespace Lowtide.Capture.Sources;

/// <summary>What the running kernel was built with: /proc/config.gz (CONFIG_IKCONFIG_PROC) or the file that a distribution puts beside it.</summary>
internal static class KernelOptions
{
    private const int LongestLine = 4096;

    /// <summary>
    /// With CONFIG_NO_PAGE_MAPCOUNT (Linux 6.15, mm/Kconfig) no count is kept of each page of a large folio: bit 56 of pagemap, kpagecount and PSS are then
    /// made of the folio's average (Documentation/admin-guide/mm/pagemap.rst).
    /// </summary>
    /// <returns>Null where no file tells.</returns>
    public static bool? CountsAreAverages { get; } =
        IsBefore(KernelRelease(), 6, 15) ? false : Read(KernelRelease()) is { } lines ? CountsAreAveragesBy(lines) : null;

    /// <param name="release">"6.1.0-28-amd64"; one that is not understood is before none.</param>
    internal static bool IsBefore(string release, int major, int minor) =>
        release.Split('.', '-') is [var first, var second, ..]
        && int.TryParse(first, CultureInfo.InvariantCulture, out var itsMajor) && int.TryParse(second, CultureInfo.InvariantCulture, out var itsMinor)
        && (itsMajor, itsMinor).CompareTo((major, minor)) < 0;

    internal static bool CountsAreAveragesBy(IEnumerable<string> lines) => lines.Contains("CONFIG_NO_PAGE_MAPCOUNT=y");

    public static string KernelRelease() => ProcFile.TryReadText("/proc/sys/kernel/osrelease")?.Trim() ?? "unknown";

    private static List<string>? Read(string release)
    {
        try
        {
            if (File.Exists("/proc/config.gz"))
            {
                using var packed = File.OpenRead("/proc/config.gz");
                using var whole = new GZipStream(packed, CompressionMode.Decompress);
                return Lines(whole);
            }
            if (!release.Contains('/') && File.Exists($"/boot/config-{release}"))
            {
                using var plain = File.OpenRead($"/boot/config-{release}");
                return Lines(plain);
            }
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            // Not told, then.
        }
        return null;
    }

    private static List<string> Lines(Stream from)
    {
        using var reader = new StreamReader(from);
        var lines = new List<string>();
        while (reader.ReadLine() is { } line)
            if (line.Length < LongestLine)
                lines.Add(line);
        return lines;
    }
}
