using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Remedies;

public sealed class TrimIdleTests
{
    private const long MiB = MadeFamilies.MiB;

    private static readonly TrimIdle Remedy = new();

    [Fact]
    public void Saves_at_most_what_a_trim_would_give_back_in_the_workers()
    {
        var recording = MadeFamilies.Recording(With(1, 100), With(2, 30), With(3, 20));
        var finding = FindingRules.Examine(recording).Findings.Single(one => one.Id == "malloc.free-kept");
        var saving = Remedy.Predict(finding, recording)!;
        Assert.Equal((-50 * MiB, 50 * MiB), (saving.LowBytes, saving.HighBytes));
        Assert.Contains("now", saving.RestsOn);
        Assert.False(saving.IsSafe(3600)); // so that it stands first nowhere
    }

    /// <summary>Its kit acts in every process, the master and a lone one too.</summary>
    [Theory]
    [InlineData(1, 100)]
    [InlineData(3, 150)]
    public void Saves_in_all_processes_of_a_Ruby(int processes, long most)
    {
        Member[] members = [.. new[] { With(1, 100), With(2, 30), With(3, 20) }.Select(member => member with { Runtime = Ruby })];
        var recording = MadeFamilies.Recording(members[0], members[1..processes]);
        var finding = FindingRules.Examine(recording).Findings.Single(one => one.Id == "malloc.free-kept");
        var saving = Remedy.Predict(finding, recording)!;
        Assert.Equal((-most * MiB, most * MiB), (saving.LowBytes, saving.HighBytes));
    }

    [Fact]
    public void Is_refused_where_it_cannot_act()
    {
        Assert.Null(Remedy.Refusal(MadeFamilies.Family(With(1, 0), With(2, 30))));
        Assert.Contains("forked workers", Remedy.Refusal(MadeFamilies.Family(With(1, 30))));
        Assert.Contains("calls jemalloc", Remedy.Refusal(MadeFamilies.Family(With(1, 0, "jemalloc"), With(2, 0, "jemalloc"))));
        Assert.Null(Remedy.Refusal(MadeFamilies.Family(With(1, 0) with { Runtime = Ruby })));
        Assert.Contains("CPython and Ruby", Remedy.Refusal(MadeFamilies.Family(With(1, 0) with { Runtime = new RuntimeFacts("dotnet", "10.0", null) })));
        Assert.Contains("puts mimalloc", Remedy.RefusalAtLaunch(new Dictionary<string, string> { ["LD_PRELOAD"] = "libmimalloc.so.2" }, ["server"]));
        Assert.Contains("RubyGems", Remedy.RefusalAtLaunch(new Dictionary<string, string>(), ["ruby", "--disable-gems", "x.rb"]));
        Assert.Contains("-S", Remedy.RefusalAtLaunch(new Dictionary<string, string>(), ["python3", "-S", "x.py"]));
        Assert.Null(Remedy.RefusalAtLaunch(new Dictionary<string, string>(), ["server"]));
    }

    /// <summary>A malloc that was not read leaves open whether it can do anything; not where it is refused in any case.</summary>
    [Fact]
    public void Whether_it_applies_hangs_on_malloc()
    {
        var (master, worker) = (With(1, 0) with { Allocator = null }, With(2, 30) with { Allocator = null });
        Assert.Contains("malloc", Remedy.CannotTell(MadeFamilies.Family(master, worker)));
        Assert.Null(Remedy.CannotTell(MadeFamilies.Family(master, With(2, 30))));
        Assert.Null(Remedy.CannotTell(MadeFamilies.Family(master)));
    }

    /// <summary>A server is in one language; the other's file would not even be looked at.</summary>
    [Theory]
    [InlineData("python", "/etc/trim-idle/sitecustomize.py", "PYTHONPATH", "UWSGI_PY_CALL_OSAFTERFORK")]
    [InlineData("ruby", "/etc/trim-idle/trim-idle.rb", "RUBYOPT")]
    public void Its_file_to_keep_is_that_of_the_servers_language(string language, string file, params string[] variables)
    {
        var kept = ((IRemedy)Remedy).PermanentIn(language);
        Assert.Equal(file, Assert.Single(kept.Files).Path);
        Assert.Equal(variables, kept.Environment.Keys.Order());
        Assert.Contains(language, Remedy.KeptIn);
    }

    [Theory]
    [InlineData("glibc", true, 0, true)]
    [InlineData("glibc", false, 0, false)]
    [InlineData("glibc", false, 1, true)]
    [InlineData("glibc", null, 0, null)]
    [InlineData("tcmalloc", true, 0, false)]
    public void Is_on_where_the_kit_notes_it_or_a_trim(string allocator, bool? noted, int trims, bool? on) =>
        Assert.Equal(on, Remedy.TookEffect(With(2, 0, allocator) with { Notes = noted is { } known ? Notes(known, trims) : null }));

    [Fact]
    public void The_longest_trim_is_shown()
    {
        Assert.Empty(Remedy.RisksIn(MadeFamilies.Family(With(1, 0))));
        Assert.Contains(
            "the longest took 3.0 ms and gave back 7.0 MiB",
            Assert.Single(Remedy.RisksIn(MadeFamilies.Family(With(1, 0), With(2, 0) with { Notes = Notes(true, 3) }))));
    }

    /// <summary>A lone Ruby has neither workers nor uWSGI; nobody has both Ruby's risk and Python's.</summary>
    [Fact]
    public void Only_risks_that_a_family_can_meet_are_its()
    {
        var ruby = Remedy.RisksFor(MadeFamilies.Family(With(1, 0) with { Runtime = Ruby }));
        Assert.Contains(ruby, risk => risk.StartsWith("in Ruby", StringComparison.Ordinal));
        Assert.DoesNotContain(ruby, risk => risk.Contains("uWSGI") || risk.Contains("worker"));
        var master = With(1, 0);
        var uwsgi = Remedy.RisksFor(MadeFamilies.Family(master with { Process = master.Process with { Executable = "/usr/bin/uwsgi" } }, With(2, 0)));
        Assert.Equal(Remedy.Risks.Where(risk => !risk.StartsWith("in Ruby", StringComparison.Ordinal)), uwsgi);
    }

    [Fact]
    public void What_the_first_trim_of_a_worker_copies_is_said() =>
        Assert.Contains(Remedy.Risks, risk => risk.Contains("first trim") && risk.Contains("copied"));

    private static RuntimeFacts Ruby => new("cruby", "3.3.8", null);

    private static KitNotes Notes(bool on, int trims) => new(on ? ["malloc.trim-idle"] : [], [])
    {
        Trims = [.. Enumerable.Range(1, trims).Select(each => new MallocTrim(DateTimeOffset.UnixEpoch, 2, each / 1000.0, (4 + each) * MiB))],
    };

    private static Member With(int pid, long trimmable, string allocator = "glibc")
    {
        var member = MadeFamilies.Master();
        return member with
        {
            Process = member.Process with { Pid = pid },
            Allocator = new AllocatorFacts(allocator, "2.36", 0, 0)
            {
                Arenas = [new ArenaFacts(true, 1, 1, 200 * MiB, 200 * MiB) { Use = new ArenaUse(0, 0, 0, 0, 0, trimmable * MiB, 0, 0, 0) }],
            },
        };
    }
}
