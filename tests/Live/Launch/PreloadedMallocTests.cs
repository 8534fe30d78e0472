using Lowtide.Analysis.Remedies;
using Lowtide.Capture.Families;
using Lowtide.Recordings;

namespace Lowtide.Tests.Live.Launch;

/// <summary>Another malloc is loaded by the launcher, serves, and is seen to.</summary>
public sealed class PreloadedMallocTests
{
    public static TheoryData<string> Mallocs => [.. RemedyCatalogue.All.OfType<PreloadedMalloc>().Select(remedy => remedy.Id)];

    [Theory, MemberData(nameof(Mallocs))]
    public void Serves_where_it_was_asked_for(string id)
    {
        var remedy = RemedyCatalogue.Find(id)!;
        Assert.SkipUnless(File.Exists($"/usr/lib/x86_64-linux-gnu/{remedy.Launch.Environment["LD_PRELOAD"]}"), $"{remedy.Launch.Package} is not installed");
        using var without = Target.Start("/usr/bin/python3", [Target.Path("forks_once.py")]);
        Assert.False(RemediesInEffect.TookEffect(remedy, Family(without)));
        using var with = Target.Start(Built.Lowtide, ["run", "--remedy", id, "--", "/usr/bin/python3", Target.Path("forks_once.py")]);
        Assert.True(RemediesInEffect.TookEffect(remedy, Family(with)));
    }

    [Fact]
    public void Beside_a_limit_on_arenas_it_is_refused()
    {
        Assert.SkipUnless(File.Exists("/usr/lib/x86_64-linux-gnu/libjemalloc.so.2"), "libjemalloc2 is not installed");
        var ran = Ran.Command([Built.Lowtide, "run", "--remedy", "malloc.jemalloc", "--remedy", "malloc.arena-max-1", "--", "true"]);
        Assert.Equal(1, ran.ExitCode);
        Assert.Contains("malloc.arena-max-1 would have no effect: it is for glibc's malloc, and LD_PRELOAD puts jemalloc", ran.Error);
    }

    private static FamilySnapshot Family(Target target) => FamilyCapture.Take(
        FamilyLookup.Find(target.Pid.ToString()), new CaptureOptions(Census: false), TimeProvider.System, CancellationToken.None)!.Snapshot;
}
