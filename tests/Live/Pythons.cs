namespace Lowtide.Tests.Live;

/// <summary>The CPython 3.8 and later interpreters of this machine, for [MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))].</summary>
public static class Pythons
{
    /// <summary>More interpreters, separated by colons; a file that starts one by execve will do.</summary>
    public const string MoreVariable = "LOWTIDE_TEST_PYTHONS";

    /// <summary>Set by eng/test --full: all of them are tried. Otherwise the oldest, the newest and this machine's own, which differ most.</summary>
    public const string EveryVariable = "LOWTIDE_TEST_EVERY";

    /// <summary>One row a file; one row with an empty path where there is none, for a theory without rows fails.</summary>
    public static TheoryData<string> All => new(Paths.DefaultIfEmpty(""));

    /// <summary>All of them always: for what each version lays out in its own way.</summary>
    public static TheoryData<string> Every => new(EveryPath.DefaultIfEmpty(""));

    private static bool IsEvery { get; } = Environment.GetEnvironmentVariable(EveryVariable) is { Length: > 0 };

    /// <summary>Each file once, however many names lead to it.</summary>
    private static IReadOnlyList<string> EveryPath { get; } = [.. Find().DistinctBy(RealPath)];

    public static IReadOnlyList<string> Paths { get; } = IsEvery ? EveryPath : [.. EveryPath.Where(IsTriedAlways)];

    private static bool IsTriedAlways(string path) =>
        path.StartsWith("/usr/bin/", StringComparison.Ordinal) || path == EveryPath.MinBy(Minor) || path == EveryPath.MaxBy(Minor);

    private static int Minor(string path) => int.Parse(Path.GetFileName(path)["python3.".Length..].TrimEnd('t', 'd'));

    private static IEnumerable<string> Find()
    {
        var more = Environment.GetEnvironmentVariable(MoreVariable)?.Split(':', StringSplitOptions.RemoveEmptyEntries) ?? [];
        var home = Path.Combine(Environment.GetEnvironmentVariable("HOME") ?? "/", ".pyenv", "versions");
        var versions = Directory.Exists(home) ? Directory.GetDirectories(home).Select(place => Path.Combine(place, "bin")) : [];
        var onPath = Environment.GetEnvironmentVariable("PATH")?.Split(':') ?? [];
        var places = versions.Concat(onPath).Append("/usr/bin").Where(Directory.Exists).Distinct();
        return more.Where(File.Exists).Concat(places.SelectMany(InDirectory));
    }

    /// <summary>Files named python3.8, python3.11, python3.13t: no scripts such as python3-config or a shim.</summary>
    private static IEnumerable<string> InDirectory(string place) =>
        Directory.EnumerateFiles(place, "python3.*").Where(path => IsSupported(Path.GetFileName(path)) && IsProgram(path)).Order();

    private static bool IsSupported(string name) =>
        name.StartsWith("python3.") && int.TryParse(name["python3.".Length..].TrimEnd('t', 'd'), out var minor) && minor >= 8;

    private static bool IsProgram(string path)
    {
        try
        {
            Span<byte> start = stackalloc byte[4];
            using var file = File.OpenRead(path);
            return file.ReadAtLeast(start, 4, throwOnEndOfStream: false) == 4 && start.SequenceEqual("\u007fELF"u8);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static string RealPath(string path)
    {
        var file = File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? path;
        var directory = Path.GetDirectoryName(file)!;
        return Path.Combine(Directory.ResolveLinkTarget(directory, returnFinalTarget: true)?.FullName ?? directory, Path.GetFileName(file));
    }
}
