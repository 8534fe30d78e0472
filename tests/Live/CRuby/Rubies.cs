using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.CRuby;

/// <summary>The Rubies that tests run on: Debian 12's on this machine, later releases' each in a root of its own with its own glibc.</summary>
internal static class Rubies
{
    /// <summary>This machine's own, where any will do: a plain user can start it.</summary>
    public const string Here = "3.1";

    private const int CannotBeHad = 3;

    private static readonly Dictionary<string, Func<string>> Programs = new()
    {
        [Here] = Debian12,
        ["3.3"] = OfRelease("trixie"),
    };

    public static TheoryData<string> All => new(Versions);

    /// <summary>For tests of all Rubies that vary something else, too.</summary>
    public static IEnumerable<string> Versions => Programs.Keys;

    /// <summary>The program's path; skips the test where it cannot be had.</summary>
    public static string Program(string version) => Programs[version]();

    private static string Debian12()
    {
        const string Program = "/usr/bin/ruby3.1";
        Assert.SkipUnless(File.Exists(Program), "Debian's ruby3.1 is not installed");
        return Program;
    }

    private static Func<string> OfRelease(string release)
    {
        var made = new Lazy<Ran>(() => Ran.Command([Path.Combine(SourceTree.Root(), "eng", "debian-program"), "ruby", release]));
        return () =>
        {
            Assert.SkipWhen(made.Value.ExitCode == CannotBeHad, made.Value.Error.Trim());
            Assert.Equal((0, ""), (made.Value.ExitCode, made.Value.Error));
            return made.Value.Output.Trim();
        };
    }
}
