using System.Collections.Concurrent;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live;

/// <summary>
/// The Python of another release of Debian, in a root of its own with its own glibc. Making the folder takes minutes, once (eng/debian-program).
/// </summary>
internal static class DebianPython
{
    private const int CannotBeHad = 3;

    private static readonly ConcurrentDictionary<string, Lazy<Ran>> Made = [];

    /// <param name="release">"trixie".</param>
    /// <returns>The path of a program that starts it; its root is the folder that this lies in.</returns>
    public static string Of(string release)
    {
        var script = Path.Combine(SourceTree.Root(), "eng", "debian-program");
        var made = Made.GetOrAdd(release, name => new Lazy<Ran>(() => Ran.Command([script, "python3", name]))).Value;
        Assert.SkipWhen(made.ExitCode == CannotBeHad, made.Error.Trim());
        Assert.Equal((0, ""), (made.ExitCode, made.Error));
        return made.Output.Trim();
    }
}
