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
    public void AnExperimentHasToBeAskedFor()
    {
        Assert.Contains("--experimental", Assert.Throws<Failure>(() => ChosenRemedies.Find(["cpython.immortal-heap"])).Message);
        Assert.Single(ChosenRemedies.Find(["cpython.immortal-heap"], experimental: true));
    }

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
    [InlineData("LD_PRELOAD=/usr/lib/libjemalloc.so.2", "malloc.arena-max-2 .*LD_PRELOAD puts jemalloc in its place")]
    [InlineData("LD_PRELOAD=libfoo.so", null)]
    public void OneThatSurelyHasNoEffectIsRefused(string entry, string? reason)
    {
        void Check() => ChosenRemedies.MustApply(
            ChosenRemedies.Find(["malloc.arena-max-2"]), EnvironmentBlock.Of(entry), TargetCommand.Of("server"));
        if (reason is null)
            Check();
        else
            Assert.Matches(reason, Assert.Throws<Failure>(Check).Message);
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
