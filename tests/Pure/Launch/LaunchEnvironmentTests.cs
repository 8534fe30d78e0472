using System.Text;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Launch;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Launch;

/// <summary>A remedy sets what it says and leaves the rest of the environment alone.</summary>
public sealed class LaunchEnvironmentTests
{
    private static readonly IRemedy Python = new GcThreshold0(), Arenas = new ArenaMax(2);

    [Fact]
    public void Without_a_remedy_nothing_changes()
    {
        var caller = EnvironmentBlock.Of("LOWTIDE_REMEDIES=x", "PYTHONPATH=");
        Assert.Same(caller, LaunchEnvironment.With(caller, [], _ => throw new InvalidOperationException("no kit is needed"), Preload));
    }

    [Fact]
    public void A_variable_is_set() =>
        Assert.Equal(["MALLOC_ARENA_MAX=2", "A=1", "LOWTIDE_REMEDIES=malloc.arena-max-2"], With([Arenas], "MALLOC_ARENA_MAX=8", "A=1"));

    [Theory]
    [InlineData(null, "PYTHONPATH=/kit")]
    [InlineData("PYTHONPATH=", "PYTHONPATH=/kit")]
    [InlineData("PYTHONPATH=/a:/b", "PYTHONPATH=/kit:/a:/b")]
    [InlineData("PYTHONPATH=/kit", "PYTHONPATH=/kit")]
    [InlineData("PYTHONPATH=/kit:/a", "PYTHONPATH=/kit:/a")]
    [InlineData("PYTHONPATH=/kitten", "PYTHONPATH=/kit:/kitten")]
    public void The_kit_stands_first_on_pythons_path(string? before, string after) =>
        Assert.Equal([after, "LOWTIDE_REMEDIES=cpython.gc-threshold-0"], With([Python], before is null ? [] : [before]));

    [Fact]
    public void Watching_needs_the_kit_alone() =>
        Assert.Equal(["PYTHONPATH=/kit"], LaunchEnvironment.With(EnvironmentBlock.Of(), [], _ => "/kit", Preload, watch: true)
            .Entries.Select(Encoding.UTF8.GetString));

    [Fact]
    public void Rubys_kit_stands_first_where_ruby_looks() => Assert.Equal(
        ["RUBYLIB=/kit/start:/site", "LOWTIDE_REMEDIES=ruby.warmup"], With([new Warmup()], "RUBYLIB=/site"));

    /// <summary>Which language the command is of, only its start shows.</summary>
    [Fact]
    public void A_remedy_of_two_languages_brings_in_both_kits() => Assert.Equal(
        ["LOWTIDE_REMEDIES=malloc.trim-idle", "PYTHONPATH=/kit", "RUBYLIB=/kit/start", "UWSGI_PY_CALL_OSAFTERFORK=true"],
        With([new TrimIdle()]).Order());

    [Fact]
    public void A_keeper_needs_the_kit_and_its_variable() =>
        Assert.Equal(["LOWTIDE_KEEPER=1", "PYTHONPATH=/kit"], LaunchEnvironment.With(EnvironmentBlock.Of(), [], _ => "/kit", Preload, keeper: true)
            .Entries.Select(Encoding.UTF8.GetString).Order());

    [Fact]
    public void A_path_of_other_bytes_is_kept()
    {
        var caller = new EnvironmentBlock([[.. "PYTHONPATH=/"u8, 0xff]]);
        Assert.Equal([.. "/kit:/"u8, 0xff], LaunchEnvironment.With(caller, [Python], _ => "/kit", Preload).Get("PYTHONPATH"));
    }

    [Fact]
    public void Remedies_of_an_outer_run_stay_on() => Assert.Equal(
        ["LOWTIDE_REMEDIES=cpython.gc-threshold-0,malloc.arena-max-2", "MALLOC_ARENA_MAX=2"],
        With([Arenas], "LOWTIDE_REMEDIES=cpython.gc-threshold-0,malloc.arena-max-2"));

    [Theory]
    [InlineData(null, "LD_PRELOAD=/lib/libjemalloc.so.2")]
    [InlineData("LD_PRELOAD=", "LD_PRELOAD=/lib/libjemalloc.so.2")]
    [InlineData("LD_PRELOAD=liba.so libb.so", "LD_PRELOAD=/lib/libjemalloc.so.2:liba.so libb.so")]
    [InlineData("LD_PRELOAD=/lib/libjemalloc.so.2", "LD_PRELOAD=/lib/libjemalloc.so.2")]
    public void A_malloc_is_loaded_before_all_others(string? before, string after) =>
        Assert.Equal([after, "LOWTIDE_REMEDIES=malloc.jemalloc"], With([RemedyCatalogue.Find("malloc.jemalloc")!], before is null ? [] : [before]));

    /// <summary>As the lines that keep it do.</summary>
    [Theory]
    [InlineData("RUBYOPT", "--yjit", null, "RUBYOPT=--yjit")]
    [InlineData("RUBYOPT", "--yjit", "-W0", "RUBYOPT=--yjit -W0")]
    [InlineData("RUBYOPT", "--yjit", "-W0 --yjit", "RUBYOPT=--yjit -W0")]
    [InlineData("GLIBC_TUNABLES", "glibc.a=0", "glibc.b=1:glibc.a=2", "GLIBC_TUNABLES=glibc.b=1:glibc.a=0")]
    [InlineData("OTHER", "1", "2", "OTHER=1")]
    public void Of_a_list_what_the_caller_has_stays(string name, string value, string? before, string after) => Assert.Equal(
        after, LaunchEnvironment.WithSettings(EnvironmentBlock.Of(before is null ? [] : [$"{name}={before}"]), [new Sets(name, value)], Preload)
            .Entries.Select(Encoding.UTF8.GetString).Single());

    private sealed class Sets(string name, string value) : IRemedy
    {
        public string Id => "made.up";
        public string Title => "";

        public string Summary => "";
        public IReadOnlyList<string> Answers => [];
        public IReadOnlyList<string> Risks => [];
        public LaunchChange Launch => new(new Dictionary<string, string> { [name] = value }, Kits: []);
        public PermanentChange Permanent => new([], Launch.Environment);
        public string? Refusal(FamilySnapshot family) => null;
        public Saving? Predict(Finding finding, Recording recording) => null;
        public bool? TookEffect(Member member) => null;
    }

    private static string Preload(IRemedy remedy) => "/lib/" + remedy.Launch.Environment["LD_PRELOAD"];

    private static IEnumerable<string> With(IReadOnlyList<IRemedy> remedies, params string[] caller) =>
        LaunchEnvironment.With(EnvironmentBlock.Of(caller), remedies, _ => "/kit", Preload).Entries.Select(Encoding.UTF8.GetString);
}
