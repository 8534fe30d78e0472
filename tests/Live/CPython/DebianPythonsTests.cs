using Lowtide.Analysis.Causes;

namespace Lowtide.Tests.Live.CPython;

/// <summary>
/// What is told of the Pythons of this machine is told of those of Debian's other releases, each with its own glibc: trixie's 3.13.5 and sid's 3.14.
/// </summary>
[Trait("Scope", "Full")]
public sealed class DebianPythonsTests(ITestOutputHelper output)
{
    private static readonly string[] Releases = ["trixie", "sid"];

    public static TheoryData<string> Each => new(Releases);

    public static TheoryData<string, string, CopyCause> Kinds => new(
        from release in Releases
        from one in CopyCausesTests.EachKind
        select (release, one.Kind, one.Cause));

    [Theory]
    [MemberData(nameof(Kinds))]
    public void One_cause_is_told(string release, string kind, CopyCause cause) => CopyCausesTests.Check(DebianPython.Of(release), kind, cause);

    public static TheoryData<string, string> Mixtures => new(
        from release in Releases
        from mixture in MixturesTests.Mixtures
        select (release, mixture));

    [Theory]
    [MemberData(nameof(Mixtures))]
    public void Mixtures_are_told(string release, string mixture) => MixturesTests.Check(DebianPython.Of(release), mixture, output);

    [Theory]
    [MemberData(nameof(Each))]
    public void The_collectors_state_is_read(string release) => CollectorStateTests.Check(
        DebianPython.Of(release), """{"threshold": [12345, 17, 1000000], "collect": [3, 2, 5]}""");

    [Theory]
    [MemberData(nameof(Each))]
    public void Copied_code_is_told_by_name(string release) => CopiedCodeTests.Check(DebianPython.Of(release));

    [Theory]
    [MemberData(nameof(Each))]
    public void What_is_open_is_counted_by_type(string release) => DestructorWalkTests.Check(DebianPython.Of(release));
}
