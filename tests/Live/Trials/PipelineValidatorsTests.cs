using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Trials;

/// <summary>What others demand of the files for pipelines, by their own programs.</summary>
public sealed class PipelineValidatorsTests
{
    private static readonly string Kept = Path.Combine(Built.Root, "tests", "Pure", "fixtures", "trials", "three-arms.jsonl");

    private static readonly string Packaging = Path.Combine(Built.Root, "packaging");

    /// <summary>A reader that CI scripts use, as no package has a schema of JUnit's XML.</summary>
    [Fact]
    public void Junitparser_reads_each_requirement()
    {
        const string Read = """
            import sys, junitparser
            for suite in junitparser.JUnitXml.fromstring(sys.argv[1].encode()):
                for case in suite:
                    print(suite.tests, suite.failures, case.classname, case.name, [type(result).__name__ for result in case.result])
            """;
        Assert.SkipUnless(Ran.Command(["/usr/bin/python3", "-c", "import junitparser"]).ExitCode == 0, "python3-junitparser is not installed");
        var read = Ran.Command(["/usr/bin/python3", "-c", Read, Told("junit")]);
        Assert.True(read.ExitCode == 0, read.Error);
        Assert.Matches(@"^(3 \d \S+ better:pss_bytes@\S+ \[('Failure')?\]\n){3}$", read.Output);
        Assert.Contains("Failure", read.Output);
    }

    [Fact]
    public void Shellcheck_finds_nothing_in_the_script()
    {
        Assert.SkipUnless(Ran.Command(["sh", "-c", "command -v shellcheck"]).ExitCode == 0, "shellcheck is not installed");
        var said = Ran.Command(["shellcheck", Path.Combine(Packaging, "ci", "trial")]);
        Assert.True(said.ExitCode == 0, said.Output);
    }

    /// <summary>Microsoft's validator, by the standard's schema and by what GitHub's code scanning asks for beyond it.</summary>
    [Fact, Trait("Scope", "Full")]
    public void Sarif_is_what_the_standard_and_github_ask_for()
    {
        using var folder = new TempFolder();
        var tool = Path.Combine(Fetched(folder), "@microsoft", "sarif-multitool-linux", "Sarif.Multitool");
        MustBeSound(tool, folder, Told("sarif"));
        MustBeSound(tool, folder, Told("sarif", "not-worse:pss_bytes,not-worse:latency_p99_seconds"));
        using var target = Target.Start(CompiledTarget.Build("arenas"), ["5", "still"], ("MALLOC_ARENA_MAX", "32"));
        MustBeSound(tool, folder, Ran.Lowtide("explain", $"{target.Pid}", "--format", "sarif").Output);
    }

    /// <summary>By the schema of an action's file, which the validator brings with it.</summary>
    [Fact, Trait("Scope", "Full")]
    public void The_action_is_one_by_its_schema()
    {
        using var folder = new TempFolder();
        const string Validate = """
            const [validator, file] = process.argv.slice(1);
            console.log(JSON.stringify(require(validator).validateAction(require("fs").readFileSync(file, "utf8"))));
            """;
        var core = Path.Combine(Fetched(folder), "@action-validator", "core");
        var said = Ran.Command(["node", "-e", Validate, core, Path.Combine(Packaging, "github", "trial", "action.yml")]);
        Assert.Equal("""{"actionType":"action","errors":[]}""", said.Output.Trim());
    }

    private static void MustBeSound(string tool, TempFolder folder, string log)
    {
        Assert.Contains("\"ruleIndex\"", log, StringComparison.Ordinal);
        Assert.DoesNotContain(": error ", Validated(log), StringComparison.Ordinal);
        // It ends with 0 whatever it finds, and so is tried once with what it must find.
        Assert.Contains(": error ", Validated(log.Replace("\"startLine\": 1", "\"startLine\": 0", StringComparison.Ordinal)), StringComparison.Ordinal);

        string Validated(string text)
        {
            var ran = Ran.Command(
                ["sh", "-c", "chmod u+x \"$0\" && \"$0\" validate \"$1\" --rule-kind 'Sarif;Gh' 2>&1", tool, folder.File("log.sarif", text)]);
            Assert.Contains("1 files scanned", ran.Output);
            return ran.Output;
        }
    }

    private static string Told(string format, string require = "better:pss_bytes")
    {
        var told = Ran.Lowtide("trials", Kept, "--require", require, "--format", format);
        Assert.True(told.Output.Length > 0, told.Error);
        return told.Output;
    }

    /// <summary>From the lock file in validators, below the folder.</summary>
    private static string Fetched(TempFolder folder)
    {
        var validators = Path.Combine(Built.Root, "tests", "Live", "Trials", "validators");
        foreach (var file in new[] { "package.json", "package-lock.json", ".npmrc" })
            File.Copy(Path.Combine(validators, file), folder.File(file));
        var ran = Ran.Command(["npm", "ci", "--ignore-scripts", "--loglevel=error", "--prefix", folder.Path]);
        Assert.SkipUnless(ran.ExitCode == 0, $"npm could not fetch the validators: {ran.Error}");
        return folder.File("node_modules");
    }
}
