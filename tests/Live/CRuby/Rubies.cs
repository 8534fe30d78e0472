using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.CRuby;

/// <summary>The Rubies that tests run on: Debian 12's 3.1 on this machine, and trixie's 3.3 in a root of its own with its own glibc.</summary>
internal static class Rubies
{
    private const int CannotBeHad = 3;

    private static readonly Lazy<Ran> Trixie = new(() => Ran.Command([Path.Combine(SourceTree.Root(), "eng", "debian-program"), "ruby", "trixie"]));

    public static TheoryData<string> All => new("3.1", "3.3");

    /// <summary>The program's path; skips the test where it cannot be had.</summary>
    public static string Program(string version) => version switch
    {
        "3.1" => Debian12(),
        "3.3" => Released(Trixie.Value),
        _ => throw new ArgumentOutOfRangeException(nameof(version), version, "no such Ruby is known here: name where it comes from"),
    };

    private static string Debian12()
    {
        const string Program = "/usr/bin/ruby3.1";
        Assert.SkipUnless(File.Exists(Program), "Debian's ruby3.1 is not installed");
        return Program;
    }

    private static string Released(Ran made)
    {
        Assert.SkipWhen(made.ExitCode == CannotBeHad, made.Error.Trim());
        Assert.Equal((0, ""), (made.ExitCode, made.Error));
        return made.Output.Trim();
    }
}
