using System.Collections.Concurrent;
using Lowtide.Analysis.Causes;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.CPython;

/// <summary>
/// What is told of the Pythons of this machine is told of those of Debian's other releases, each in a root of its own with its own
/// glibc: trixie's 3.13.5 and sid's 3.14. Making the folders takes minutes, once (eng/debian-program).
/// </summary>
[Trait("Scope", "Full")]
public sealed class DebianPythonsTests(ITestOutputHelper output)
{
    private const int CannotBeHad = 3;

    private static readonly string[] Releases = ["trixie", "sid"];
    private static readonly ConcurrentDictionary<string, Lazy<Ran>> Made = [];

    public static TheoryData<string> Each => new(Releases);

    public static TheoryData<string, string, CopyCause> Kinds => new(
        from release in Releases
        from one in CopyCausesTests.EachKind
        select (release, one.Kind, one.Cause));

    [Theory]
    [MemberData(nameof(Kinds))]
    public void One_cause_is_told(string release, string kind, CopyCause cause) => CopyCausesTests.Check(PythonOf(release), kind, cause);

    public static TheoryData<string, string> Mixtures => new(
        from release in Releases
        from mixture in MixturesTests.Mixtures
        select (release, mixture));

    [Theory]
    [MemberData(nameof(Mixtures))]
    public void Mixtures_are_told(string release, string mixture) => MixturesTests.Check(PythonOf(release), mixture, output);

    [Theory]
    [MemberData(nameof(Each))]
    public void The_collectors_state_is_read(string release) => CollectorStateTests.Check(
        PythonOf(release), """{"threshold": [12345, 17, 1000000], "collect": [3, 2, 5]}""");

    [Theory]
    [MemberData(nameof(Each))]
    public void Copied_code_is_told_by_name(string release) => CopiedCodeTests.Check(PythonOf(release));

    [Theory]
    [MemberData(nameof(Each))]
    public void What_is_open_is_counted_by_type(string release) => DestructorWalkTests.Check(PythonOf(release));

    private static string PythonOf(string release)
    {
        var script = Path.Combine(SourceTree.Root(), "eng", "debian-program");
        var made = Made.GetOrAdd(release, name => new Lazy<Ran>(() => Ran.Command([script, "python3", name]))).Value;
        Assert.SkipWhen(made.ExitCode == CannotBeHad, made.Error.Trim());
        Assert.Equal((0, ""), (made.ExitCode, made.Error));
        return made.Output.Trim();
    }
}
