using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Launch;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Launch;

public sealed class ChosenRemediesTests
{
    [Fact]
    public void AnUnknownIdIsAWrongCall() =>
        Assert.Equal(Failure.WrongCall, Assert.Throws<Failure>(() => ChosenRemedies.Find(["nope"])).ExitCode);

    [Fact]
    public void OneNamedTwiceIsOnOnce() =>
        Assert.Single(ChosenRemedies.Find(["malloc.arena-max-2", "malloc.arena-max-2"]));

    [Fact]
    public void OfTheCatalogueEveryPairGoesTogether() => Assert.Null(ChosenRemedies.Conflict(RemedyCatalogue.All));

    [Theory]
    [InlineData("1", "1", null)]
    [InlineData("1", "2", "test.a and test.b set V to different values: name one")]
    public void TwoValuesForOneVariableConflict(string first, string second, string? expected) =>
        Assert.Equal(expected, ChosenRemedies.Conflict([new Sets("test.a", first), new Sets("test.b", second)]));

    [Theory]
    [InlineData("LD_PRELOAD=/usr/lib/libjemalloc.so.2", "LD_PRELOAD puts jemalloc in its place")]
    [InlineData("LD_PRELOAD=libfoo.so:libtcmalloc_minimal.so.4", "tcmalloc")]
    [InlineData("LD_PRELOAD=libfoo.so", null)]
    [InlineData("GLIBC_TUNABLES=glibc.malloc.arena_max=8", "GLIBC_TUNABLES")]
    [InlineData("GLIBC_TUNABLES=glibc.malloc.check=1", null)]
    public void ArenasAreGlibcs(string entry, string? reason) => AssertRefusal("malloc.arena-max-2", entry, ["server"], reason);

    [Theory]
    [InlineData("python3 -I server.py", "python3 -I")]
    [InlineData("/opt/bin/python3.11 -uE -m app", "-E")]
    [InlineData("python -W error -S x", "-S")]
    [InlineData("python -Werror -bbS x", "-S")]
    [InlineData("python --check-hash-based-pycs always -I x", "-I")]
    [InlineData("python -W -I x", null)] // -I is the value of -W
    [InlineData("python -c -I", null)]
    [InlineData("python -mI", null)]
    [InlineData("python -XImporttime x", null)]
    [InlineData("python server.py -I", null)]
    [InlineData("gunicorn -I app", null)]
    [InlineData("python", null)]
    public void APythonThatIgnoresTheKitIsRefused(string command, string? reason) =>
        AssertRefusal("cpython.gc-threshold-0", "A=1", command.Split(' '), reason);

    private static void AssertRefusal(string id, string entry, string[] command, string? reason)
    {
        void Check() => ChosenRemedies.MustApply(ChosenRemedies.Find([id]), EnvironmentBlock.Of(entry), TargetCommand.Of(command));
        if (reason is null)
            Check();
        else
            Assert.Contains(reason, Assert.Throws<Failure>(Check).Message);
    }

    private sealed class Sets(string id, string value) : IRemedy
    {
        public string Id => id;
        public string Summary => "";
        public IReadOnlyList<string> Answers => [];
        public IReadOnlyList<string> Risks => [];
        public LaunchChange Launch => new(new Dictionary<string, string> { ["V"] = value }, Kit.None);
        public PermanentChange Permanent => new([], Launch.Environment);
        public string? Refusal(FamilySnapshot family) => null;
        public Saving? Predict(Finding finding, Recording recording) => null;
        public bool? TookEffect(Member member) => null;
    }
}
