using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Commands;

public sealed class CommandLineTests
{
    [Theory]
    [InlineData("no verb 'nope': 'lowtide --help' lists the verbs", "nope")]
    [InlineData("no verb '4711': 'lowtide explain 4711'?", "4711")]
    [InlineData("TARGET is empty: is a variable of the shell unset? (see 'lowtide explain --help')", "explain", "")]
    [InlineData("TARGET is empty: is a variable of the shell unset?", "ps", " ")]
    [InlineData("no remedy 'gc-freeze': 'lowtide remedies cpython.gc-freeze'?", "remedies", "gc-freeze")]
    [InlineData("no remedy 'cpython.gc-freze': 'lowtide remedies cpython.gc-freeze'?", "remedies", "cpython.gc-freze")]
    [InlineData("--completions takes bash, zsh, fish, not 'csh': 'lowtide --completions bash' prints bash's", "--completions", "csh")]
    [InlineData("--man is a call of its own: leave the rest out", "--man", "ps")]
    [InlineData("no option '--jsno' (see 'lowtide ps --help')", "ps", "--jsno")]
    [InlineData("--all goes without a TARGET: 'lowtide ps --all', or 'lowtide ps 1'", "ps", "1", "--all")]
    [InlineData("--pairs takes a whole number, not 'x' (see 'lowtide trial --help')", "trial", "--pairs", "x", "--", "sleep")]
    [InlineData("--seed takes a whole number that is not negative, not '-1'", "trial", "--seed", "-1", "--", "sleep")]
    [InlineData("--slow takes a duration such as 500ms", "trial", "--slow", "x", "--", "sleep")]
    [InlineData("'TARGET' missing for command: 'record' (see 'lowtide record --help')", "record")]
    [InlineData("--duration takes a duration such as 500ms, 30s, 5m or 2h (a bare number is seconds; at most 8784h", "record", "1", "-d", "x")]
    [InlineData("30s, 5m or 2h (with its unit; at most 8784h, which is 366 days), not '24'", "run", "--watch-cycles", "24", "--", "true")]
    [InlineData("no remedy 'dotnet.nope' ('lowtide remedies' lists them)", "remedies", "dotnet.nope")]
    [InlineData("cpython.immortal-heap is an experiment (see its risks:", "remedies", "cpython.immortal-heap", "--as", "env")]
    [InlineData("--json a document: take one of them", "remedies", "malloc.arena-max-2", "--as", "env", "--json")]
    [InlineData("malloc.trim-idle is kept by another file in each language: say --language python|ruby", "remedies", "malloc.trim-idle", "--as", "env")]
    [InlineData("ruby.warmup does not act in 'python': --language takes ruby for it", "remedies", "ruby.warmup", "--as", "env", "--language", "python")]
    [InlineData("--language goes with --as: it says which of a remedy's files to print", "remedies", "ruby.warmup", "--language", "ruby")]
    [InlineData("malloc.arena-max-2 is no setting of .NET: --as takes env", "remedies", "malloc.arena-max-2", "--as", "csproj")]
    [InlineData("dotnet.gen0-size is read from the environment only: --as takes env", "remedies", "dotnet.gen0-size", "--as", "csproj")]
    [InlineData("it belongs where uWSGI is started: --as takes env, systemd, docker", "remedies", "malloc.jemalloc", "--as", "uwsgi")]
    [InlineData("--as takes env, systemd, docker for malloc.arena-max-2, not 'x'", "remedies", "malloc.arena-max-2", "--as", "x")]
    public void A_wrong_call_says_how_to_mend_it(string how, params string[] arguments)
    {
        var ran = Ran.Lowtide(arguments);
        Assert.Equal((Failure.WrongCall, ""), (ran.ExitCode, ran.Output));
        Assert.Contains(how, ran.ErrorLine);
    }

    /// <summary>Not what the program's own file is called, nor nothing.</summary>
    [Theory]
    [InlineData("--help", "  lowtide VERB [options]")]
    [InlineData("explain --help", "  lowtide explain [options] [TARGET]")]
    public void Help_has_the_name_that_is_typed(string arguments, string usage) =>
        Assert.Contains(usage, Ran.Lowtide(arguments.Split(' ')).Output.Split('\n').Select(line => line.TrimEnd()));

    [Fact]
    public void Lines_for_a_server_under_which_a_remedy_does_nothing_are_refused()
    {
        var ran = Ran.Lowtide("remedies", "cpython.immortal-heap", "--experimental", "--as", "uwsgi");
        Assert.Equal((Failure.Failed, ""), (ran.ExitCode, ran.Output));
        Assert.Contains("would have no effect under uWSGI", ran.ErrorLine);
        Assert.Equal(0, Ran.Lowtide("remedies", "cpython.immortal-heap", "--experimental", "--as", "systemd").ExitCode);
    }

    [Fact]
    public void Help_fits_80_columns_and_shows_usage_as_it_is_typed()
    {
        var all = Help();
        foreach (var (verb, usage) in new[]
        {
            ("ps", "[options] [TARGET]"), ("record", "[options] TARGET"), ("explain", "[options] [TARGET]"),
            ("remedies", "[options] [ID|TARGET]"), ("run", "[options] -- COMMAND"), ("trial", "[options] -- COMMAND"),
            ("compare", "[options] A B"), ("trials", "[options] [FILE|FOLDER]"), ("load", "[options] URL"),
        })
        {
            Assert.Matches($"(?m)^  {verb} .*\\.$", all);
            var help = Help(verb);
            Assert.Contains($"Usage:\n  lowtide {verb} {usage}\n", help);
            // Examples are pasted: no line of theirs may be folded.
            Assert.Matches($"(?m)^    (sudo )?lowtide {verb} ", help);
            Assert.DoesNotMatch(@"(?m)^  https?:|^  --\w+ \S+$", help[..help.IndexOf("Usage:")]);
        }
    }

    /// <summary>A line of prose that ends long before the next word would not fit was broken by hand.</summary>
    [Theory]
    [InlineData("compare")]
    [InlineData("record")]
    [InlineData("trials")]
    [InlineData("load")]
    public void Prose_is_folded_once(string verb)
    {
        var lines = Help(verb).Split("Usage:")[0].Split("\nExamples:")[0].Split("\n  Examples:")[0].Split('\n');
        foreach (var (line, next) in lines.Zip(lines.Skip(1)))
            if (line.Length > 0 && next.Length > 0 && line.StartsWith("  ", StringComparison.Ordinal) && next.StartsWith("  ", StringComparison.Ordinal))
                Assert.True(line.Length + 1 + next.TrimStart().Split(' ')[0].Length > 78, $"{line}\n{next}");
    }

    [Fact]
    public void Help_and_version_are_found_where_other_programs_have_them()
    {
        Assert.Equal(Help(), Ran.Lowtide("help").Output);
        Assert.Equal(Help("ps"), Ran.Lowtide("help", "ps").Output);
        var version = Ran.Lowtide("--version").Output;
        Assert.Matches(@"^\d+\.\d+", version);
        Assert.Equal((version, version), (Ran.Lowtide("version").Output, Ran.Lowtide("-V").Output));
        Assert.Equal(Failure.WrongCall, Ran.Lowtide("help", "nope").ExitCode);
    }

    [Fact]
    public void What_a_package_holds_is_printed_and_not_in_the_help()
    {
        Assert.StartsWith(".TH \"LOWTIDE\" \"1\" ", Ran.Lowtide("--man").Output);
        Assert.EndsWith("\ncomplete -F _lowtide lowtide\n", Ran.Lowtide("--completions", "bash").Output);
        Assert.DoesNotMatch("--man|--completions", Help());
    }

    private static string Help(params string[] verb)
    {
        var ran = Ran.Lowtide([.. verb, "--help"]);
        Assert.Equal((0, ""), (ran.ExitCode, ran.Error));
        Assert.All(ran.Output.Split('\n'), line => Assert.InRange(line.Length, 0, 80));
        Assert.DoesNotContain(" \n", ran.Output);
        return ran.Output;
    }
}
