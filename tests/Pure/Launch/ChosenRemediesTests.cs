using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Launch;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Launch;

public sealed class ChosenRemediesTests
{
    [Fact]
    public void An_unknown_id_is_a_wrong_call() =>
        Assert.Equal(Failure.WrongCall, Assert.Throws<Failure>(() => ChosenRemedies.Find(["nope"])).ExitCode);

    [Fact]
    public void An_experiment_has_to_be_asked_for()
    {
        Assert.Contains("--experimental", Assert.Throws<Failure>(() => ChosenRemedies.Find(["cpython.immortal-heap"])).Message);
        Assert.Single(ChosenRemedies.Find(["cpython.immortal-heap"], experimental: true));
    }

    [Fact]
    public void One_named_twice_is_on_once() =>
        Assert.Single(ChosenRemedies.Find(["malloc.arena-max-2", "malloc.arena-max-2"]));

    /// <summary>Of those that stand for one choice there can be one.</summary>
    [Fact]
    public void Of_the_catalogue_every_pair_goes_together_but_those_of_one_choice()
    {
        var clashes = from first in RemedyCatalogue.All
                      from second in RemedyCatalogue.All
                      where first != second && ChosenRemedies.Conflict([first, second]) is not null
                      select (first.Id, second.Id);
        Assert.All(clashes, pair => Assert.True(
            pair.Item1.StartsWith("malloc.arena-max-") && pair.Item2.StartsWith("malloc.arena-max-")
            || RemedyCatalogue.Find(pair.Item1) is PreloadedMalloc && RemedyCatalogue.Find(pair.Item2) is PreloadedMalloc
            || Opposites.Contains(pair) || Opposites.Contains((pair.Item2, pair.Item1)), $"{pair}"));
        Assert.All(Opposites, pair => Assert.Contains(pair, clashes));
    }

    private static readonly (string, string)[] Opposites =
    [
        ("dotnet.server-gc", "dotnet.workstation-gc"), ("dotnet.concurrent-on", "dotnet.concurrent-off"), ("dotnet.datas-off", "dotnet.datas-on"),
    ];

    [Fact]
    public void Heaps_beside_workstation_collection_have_no_effect() =>
        Assert.Contains("dotnet.heap-count would have no effect: it is for server garbage collection, and DOTNET_gcServer=0", Assert.Throws<Failure>(
            () => ChosenRemedies.MustApply(
                ChosenRemedies.Find(["dotnet.workstation-gc", "dotnet.heap-count"]), EnvironmentBlock.Of(), TargetCommand.Of("server"))).Message);

    /// <summary>Settings that the workstation's collection obeys too are none of its file's business.</summary>
    [Theory]
    [InlineData("dotnet.heap-count", true)]
    [InlineData("dotnet.datas-on", true)]
    [InlineData("dotnet.datas-off", true)]
    [InlineData("dotnet.conserve-memory", false)]
    public void What_is_for_server_collection_has_no_effect_where_the_programs_file_asks_for_none(string id, bool refused)
    {
        using var folder = new TempFolder();
        var host = folder.File("app", "\u007fELF".PadRight(64));
        folder.File("app.dll", "");
        folder.File("app.runtimeconfig.json", """{ "runtimeOptions": {} }""");
        void Check(params string[] ids) => ChosenRemedies.MustApply(ChosenRemedies.Find(ids), EnvironmentBlock.Of(), TargetCommand.Of(host));
        Check(id, "dotnet.server-gc");
        if (refused)
            Assert.Contains("by its runtimeconfig.json", Assert.Throws<Failure>(() => Check(id)).Message);
        else
            Check(id);
    }

    [Fact]
    public void An_arena_limit_beside_another_malloc_has_no_effect()
    {
        Assert.SkipUnless(File.Exists("/usr/lib/x86_64-linux-gnu/libjemalloc.so.2"), "libjemalloc.so.2 is not installed");
        Assert.Contains("malloc.arena-max-2 would have no effect: it is for glibc's malloc, and LD_PRELOAD puts jemalloc", Assert.Throws<Failure>(
            () => ChosenRemedies.MustApply(
                ChosenRemedies.Find(["malloc.jemalloc", "malloc.arena-max-2"]), EnvironmentBlock.Of(), TargetCommand.Of("server"))).Message);
    }

    [Theory]
    [InlineData("1", "1", null)]
    [InlineData("1", "2", "test.a and test.b set V to different values: name one")]
    public void Two_values_for_one_variable_conflict(string first, string second, string? expected) =>
        Assert.Equal(expected, ChosenRemedies.Conflict([new Sets("test.a", first), new Sets("test.b", second)]));

    [Theory]
    [InlineData("LD_PRELOAD=/usr/lib/libjemalloc.so.2", "malloc.arena-max-2 .*LD_PRELOAD puts jemalloc in its place")]
    [InlineData("LD_PRELOAD=libfoo.so", null)]
    public void One_that_surely_has_no_effect_is_refused(string entry, string? reason)
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
        public string Title => "";

        public string Summary => "";
        public IReadOnlyList<string> Answers => [];
        public IReadOnlyList<string> Risks => [];
        public LaunchChange Launch => new(new Dictionary<string, string> { ["V"] = value }, Kits: []);
        public PermanentChange Permanent => new([], Launch.Environment);
        public string? Refusal(FamilySnapshot family) => null;
        public Saving? Predict(Finding finding, Recording recording) => null;
        public bool? TookEffect(Member member) => null;
    }

    /// <summary>Tried on a service with a limit, server collection ended it with OutOfMemoryException, twice of two.</summary>
    [Theory]
    [InlineData("dotnet.server-gc", "DOTNET_GCHeapHardLimit", null, 8, null, "DOTNET_GCHeapHardLimit=C800000 limits its heap")]
    [InlineData("dotnet.gen0-size", null, 512L << 20, 8, null, "its cgroup is limited to 512 MiB")]
    [InlineData("dotnet.server-gc", null, null, 8, "System.GC.HeapHardLimit", "System.GC.HeapHardLimit of its runtimeconfig.json limits its heap")]
    [InlineData("dotnet.server-gc", null, null, 0, null, "only 512 MiB of the machine's 16 GiB are available")]
    [InlineData("dotnet.server-gc", null, null, 8, null, null)]
    [InlineData("dotnet.conserve-memory", "DOTNET_GCHeapHardLimit", 512L << 20, 0, "System.GC.HeapHardLimit", null)]
    public void What_takes_memory_is_not_tried_where_that_is_scarce(string id, string? variable, long? limit, int leftGiB, string? option, string? why)
    {
        using var folder = new TempFolder();
        var assembly = folder.File("App.dll", "");
        folder.File("dotnet", "\u007fELF".PadRight(64));
        folder.File("App.runtimeconfig.json", option is null ? """{ "runtimeOptions": {} }"""
            : $$"""{ "runtimeOptions": { "configProperties": { "{{option}}": 80 } } }""");
        var environment = new Dictionary<string, string> { ["PATH"] = folder.Path };
        if (variable is not null)
            environment[variable] = "C800000";
        var host = new Host("6.1.0", null, 2, [], 16L << 30, leftGiB == 0 ? 512L << 20 : (long)leftGiB << 30, "0.1.0");
        void Check() => ChosenRemedies.MustHaveMemory(
            ChosenRemedies.Find([id]), environment, ["dotnet", assembly], new CgroupMemory(2, "/a", limit, 0, 0), host);
        if (why is null)
            Check();
        else
            Assert.Equal($"{id} takes more memory, and {why}: it may end the server. Say --anyway to try it", Assert.Throws<Failure>(Check).Message);
    }
}
