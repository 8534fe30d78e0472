using Lowtide.Analysis.Remedies;
using Lowtide.Recordings;
using Lowtide.Reports.Words;
using Lowtide.Tests.Pure.Findings;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>How a remedy stands that a family was started with, in words that fit the family.</summary>
public sealed class FindingWordsTests
{
    [Theory]
    [InlineData("ruby.warmup", true, 0, "on")]
    [InlineData("ruby.warmup", true, 1, "on in every worker")]
    [InlineData("ruby.warmup", false, 1, "asked for, but not on")]
    [InlineData("ruby.compact-before-fork", false, 0, "asked for, but not on: it acts before the first fork, and this process has forked no worker")]
    [InlineData("ruby.warmup", null, 1, "asked for; whether it is on cannot be told")]
    public void A_remedy_that_is_on_or_not(string id, bool? tookEffect, int workers, string words) => Assert.Equal(words, InEffectWords.Of(
        new RemedyInEffect(id, tookEffect),
        MadeFamilies.Family(MadeRuby.Weighed(1), [.. Enumerable.Range(2, workers).Select(pid => MadeRuby.Weighed(pid))])));

    /// <summary>Whoever reads that a remedy is on asks who applied it.</summary>
    [Theory]
    [InlineData("", "", "on, as the program has it itself")]
    [InlineData("DOTNET_gcServer", "1", "on")]
    [InlineData("COMPlus_gcServer", "1", "on")]
    [InlineData(WatchedSettings.Remedies, "dotnet.server-gc", "on")]
    [InlineData(null, "", "on")] // its environment could not be read
    public void A_setting_that_nobody_applied_is_the_programs_own(string? variable, string value, string words) => Assert.Equal(words, InEffectWords.Of(
        new RemedyInEffect("dotnet.server-gc", true),
        MadeFamilies.Family(MadeFamilies.Master() with
        {
            Runtime = new RuntimeFacts("dotnet", null, null),
            Settings = variable is null ? null : new Dictionary<string, string> { [variable] = value },
        })));

    /// <summary>Pasted as it stands it prints lines for this server.</summary>
    [Theory]
    [InlineData("cpython.gc-freeze", "cpython", "gunicorn app:app", "--as gunicorn")]
    [InlineData("cpython.gc-freeze", "cpython", "uwsgi --ini app.ini", "--as uwsgi")]
    [InlineData("malloc.arena-max-2", "cpython", "uwsgi --ini app.ini", "--as env")] // uWSGI would set it too late
    [InlineData("malloc.trim-idle", "cpython", "uwsgi --ini app.ini", "--as uwsgi --language python")]
    [InlineData("malloc.trim-idle", "cruby", "puma", "--as env --language ruby")]
    [InlineData("dotnet.server-gc", "dotnet", "dotnet app.dll", "--as env")]
    public void The_lines_to_keep_come_by_a_command_that_runs(string id, string runtime, string command, string options) =>
        Assert.Equal($"lowtide remedies {id} {options}", FindingWords.LinesToKeep(RemedyCatalogue.Find(id)!, Server(runtime, command)));

    [Theory]
    [InlineData("cpython.gc-freeze", "cpython", "gunicorn app:app", "gunicorn env systemd docker")]
    [InlineData("cpython.gc-freeze", "cpython", "uwsgi --ini app.ini", "uwsgi env systemd docker")]
    [InlineData("dotnet.server-gc", "dotnet", "dotnet app.dll", "env systemd docker runtimeconfig csproj")]
    public void Only_forms_that_a_server_can_use_are_named(string id, string runtime, string command, string forms) =>
        Assert.Equal(forms.Split(' '), PermanentForms.NamesFor(RemedyCatalogue.Find(id)!.Permanent, Server(runtime, command)));

    private static FamilySnapshot Server(string runtime, string command)
    {
        var master = MadeFamilies.Master();
        return MadeFamilies.Family(master with { Runtime = new RuntimeFacts(runtime, null, null), Process = master.Process with { CommandLine = command } });
    }
}
