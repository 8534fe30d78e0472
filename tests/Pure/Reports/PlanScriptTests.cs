using System.Diagnostics;
using Lowtide.Analysis.Diagnoses;
using Lowtide.Recordings;
using Lowtide.Reports.Explain;
using Lowtide.Tests.Pure.Reports.Report;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>The script that <c>explain --save</c> writes says to a shell what the screen says to a person.</summary>
public sealed class PlanScriptTests
{
    private static readonly Diagnosis Copies = Diagnosis.Of(MadeReports.Recording(copies: true));

    [Fact]
    public void It_runs_the_trial_with_what_its_user_gives() => Assert.Equal(
        "trial|--remedy|cpython.gc-freeze|--ready|http://127.0.0.1:1/|--load|lowtide load --rate {rate} -d 60s {url}|--|uwsgi|--ini|app.ini",
        Ran(With("uwsgi --ini app.ini"), ("URL", "http://127.0.0.1:1/")));

    [Fact]
    public void Without_an_address_it_says_what_is_missing() => Assert.Contains("an address that answers", Ran(Copies), StringComparison.Ordinal);

    /// <summary>A server that hides its command under a title: its user gives it, whatever it holds.</summary>
    [Fact]
    public void A_hidden_command_is_asked_for() => Assert.Equal(
        "trial|--remedy|cpython.gc-freeze|--ready|u|--load|l|--|sh|-c|exec env gunicorn 'a b':app",
        Ran(With("'gunicorn: master [app]'"), ("URL", "u"), ("LOAD", "l"), ("COMMAND", "gunicorn 'a b':app")));

    /// <summary>A recording is a stranger's file: in what it calls a command line a shell must find no other command.</summary>
    [Theory]
    [InlineData("uwsgi --ini app.ini; touch /tmp/x")]
    [InlineData("uwsgi $(touch /tmp/x)")]
    [InlineData("uwsgi\ntouch /tmp/x")]
    public void A_line_that_no_process_has_is_asked_for(string line) => Assert.Equal(
        "trial|--remedy|cpython.gc-freeze|--ready|u|--load|l|--|sh|-c|exec env uwsgi", Ran(With(line), ("URL", "u"), ("LOAD", "l"), ("COMMAND", "uwsgi")));

    /// <summary>How often it starts the server is its user's to say.</summary>
    [Fact]
    public void Its_options_go_to_the_trial() => Assert.StartsWith(
        "trial|--pairs|8|--remedy|cpython.gc-freeze|", Ran(With("uwsgi --ini app.ini"), ["--pairs", "8"], ("URL", "u")));

    /// <summary>A service's file has it.</summary>
    [Fact]
    public void A_service_is_named_where_a_command_is_asked_for()
    {
        var hidden = With("'gunicorn: master [app]'");
        var plan = hidden with { Family = hidden.Family with { Cgroup = new CgroupMemory(2, "/system.slice/shop.service", null, null, null) } };
        Assert.Contains("the one command that starts the server, without cd (systemctl cat shop.service)", Ran(plan, ("URL", "u")), StringComparison.Ordinal);
    }

    /// <summary>Whoever is told to run it is told what to give it, and no more.</summary>
    [Fact]
    public void What_it_asks_for_is_known()
    {
        Assert.Equal(["URL"], PlanScript.Asked(PlanScript.Of(With("uwsgi --ini app.ini"), "uwsgi")!));
        Assert.Equal(["URL", "COMMAND"], PlanScript.Asked(PlanScript.Of(With("'gunicorn: master [app]'"), "x:?")!));
    }

    /// <summary>The lines themselves: whoever has the script needs no other call.</summary>
    [Fact]
    public void How_to_keep_it_stands_in_it_as_a_comment()
    {
        var lines = PlanScript.Of(With("uwsgi --ini app.ini"), "uwsgi")!.Split('\n');
        var kept = lines.SkipWhile(line => !line.StartsWith("# To keep it without Lowtide (", StringComparison.Ordinal)).Skip(1).ToList();
        Assert.Contains(kept, line => line.StartsWith("#   uwsgi.post_fork_hook = gc.freeze", StringComparison.Ordinal));
        Assert.All(kept.SkipLast(1), line => Assert.StartsWith("#", line));
    }

    /// <summary>No target's name or command ends the comment or the line that it stands in.</summary>
    [Fact]
    public void Names_stay_words()
    {
        var script = PlanScript.Of(Copies, MadeReports.Hostile + "\n$(touch /tmp/x)")!;
        Assert.DoesNotContain(script.Split('\n'), line => line.StartsWith("$(", StringComparison.Ordinal));
        Assert.DoesNotContain('\u001b', script);
    }

    private static Diagnosis With(string command) => Copies with
    {
        Family = Copies.Family with { Master = Copies.Family.Master! with { Process = Copies.Family.Master!.Process with { CommandLine = command } } },
    };

    /// <summary>By a shell in which lowtide prints its arguments.</summary>
    private static string Ran(Diagnosis diagnosis, params (string Name, string Value)[] environment) => Ran(diagnosis, [], environment);

    private static string Ran(Diagnosis diagnosis, string[] options, params (string Name, string Value)[] environment)
    {
        var start = new ProcessStartInfo("/bin/sh", options.Length == 0 ? [] : ["-s", "--", .. options])
        {
            RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false,
        };
        foreach (var (name, value) in environment)
            start.Environment[name] = value;
        using var shell = Process.Start(start)!;
        shell.StandardInput.Write("lowtide() { printf %s \"$1\"; shift; printf '|%s' \"$@\"; }\n" + PlanScript.Of(diagnosis, "uwsgi"));
        shell.StandardInput.Close();
        var told = shell.StandardOutput.ReadToEnd() + shell.StandardError.ReadToEnd();
        shell.WaitForExit();
        return told;
    }
}
