using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Packages;

namespace Lowtide.Tests.Live.Trials;

/// <summary>The action for GitHub and the template for GitLab, as their runners would run them, with real trials of a small server.</summary>
public sealed class PipelineTests : IDisposable
{
    private readonly PipelineJob _job = new();

    public void Dispose() => _job.Dispose();

    [Fact]
    public void On_github_what_is_shown_passes_and_is_told_in_every_way()
    {
        var ran = _job.OnGitHub();
        Assert.True(ran.ExitCode == 0, ran.Error);
        Assert.Equal(["junit.xml", "summary.md", "trial.jsonl", "trial.sarif"], _job.Written);
        Assert.Matches(@"\*\*cpython\.gc-threshold-0 saves .* of memory", _job.Summary);
        Assert.NotNull(_job.Test.Element("system-out"));
        Assert.Empty(_job.Findings);
        Assert.Equal("met", _job.Outputs["outcome"]);
        Assert.Equal(PipelineJob.DeclaredOutputs().Order(), _job.Outputs.Keys.Order());
        Assert.All(_job.Outputs.Where(output => output.Key != "outcome"), output => Assert.True(File.Exists(_job.Place(output.Value)), output.Value));
        Assert.Empty(_job.Left);
    }

    /// <summary>Two pairs decide nothing: that is no pass.</summary>
    [Fact]
    public void On_gitlab_what_is_unclear_fails_and_is_told_as_a_failure()
    {
        var ran = _job.OnGitLab(("LOWTIDE_TRIAL_PAIRS", "2"));
        Assert.Equal((1, "lowtide: required better:pss_bytes, but pss_bytes came out undecided"), (ran.ExitCode, ran.Error.TrimEnd().Split('\n')[^1]));
        Assert.Equal(["junit.xml", "summary.md", "trial.jsonl", "trial.sarif"], _job.Written);
        Assert.Equal("undecided", _job.Test.Element("failure")!.Attribute("type")!.Value);
        Assert.Equal("warning", Assert.Single(_job.Findings).GetProperty("level").GetString());
        Assert.Empty(_job.Left);
    }

    [Fact, Trait("Scope", "Full")]
    public void On_github_what_is_refuted_fails_and_is_an_error_at_the_servers_own_file()
    {
        var ran = _job.OnGitHub(("require", "equivalent:pss_bytes"));
        Assert.Equal((1, "unmet"), (ran.ExitCode, _job.Outputs["outcome"]));
        Assert.Equal("better", _job.Test.Element("failure")!.Attribute("type")!.Value);
        var finding = Assert.Single(_job.Findings);
        Assert.Equal("error", finding.GetProperty("level").GetString());
        Assert.Equal(
            "server.py", finding.GetProperty("locations")[0].GetProperty("physicalLocation").GetProperty("artifactLocation").GetProperty("uri").GetString());
    }

    /// <summary>As a job has it that downloads the package: nothing is installed.</summary>
    [Fact, Trait("Scope", "Full")]
    public void A_debian_package_is_enough()
    {
        using var folder = new TempFolder();
        BuildScript.Done("installed-tree", Built.Out, folder.File("tree"), "0");
        folder.File("tree/DEBIAN/control", "Package: lowtide\nVersion: 0\nArchitecture: amd64\nMaintainer: nobody <nobody@localhost>\nDescription: x\n");
        var made = Ran.Command(["dpkg-deb", "-Zgzip", "-z1", "-b", folder.File("tree"), _job.Place("lowtide_0_amd64.deb")]);
        Assert.True(made.ExitCode == 0, made.Error);
        var ran = _job.OnGitLab(("LOWTIDE_TRIAL_PROGRAM", "lowtide_0_amd64.deb"));
        Assert.True(ran.ExitCode == 0, ran.Error);
        Assert.NotNull(_job.Test.Element("system-out"));
    }

    /// <summary>Of a server that does not start there is no result, and nothing that could be taken for one.</summary>
    [Fact]
    public void A_trial_without_a_result_fails_and_says_so()
    {
        var ran = _job.OnGitHub(("command", "/usr/bin/python3 server.py 1 ends"));
        Assert.Equal((1, "failed"), (ran.ExitCode, Assert.Single(_job.Outputs).Value));
        Assert.Contains("no catalogue at /srv/catalogue", ran.Error);
        Assert.Empty(_job.Written);
        Assert.Empty(_job.Summary);
    }

    /// <summary>Each input with what would be run if it were read as a shell's text: as it stands, or from inside of quotes.</summary>
    public static MatrixTheoryData<string, string> Inputs { get; } = new(
        ["require", "ready", "remedy", "pairs", "options", "program", "folder"],
        ["$(touch run)", "'; touch run; '", "\"; touch run; \"", "\ntouch run\n"]);

    /// <summary>An input is data: none of them is run but the command and the load.</summary>
    [Theory, MemberData(nameof(Inputs))]
    public void No_input_is_run(string input, string text)
    {
        var ran = _job.OnGitHub(("pairs", "1"), (input, text)); // shows nothing, in whatever folder
        Assert.NotEqual(0, ran.ExitCode);
        Assert.False(File.Exists(_job.Place("run")), ran.Error);
        Assert.Empty(_job.Left);
    }

    [Theory]
    [InlineData("LOWTIDE_TRIAL_REQUIRE", "", "lowtide trial: LOWTIDE_TRIAL_REQUIRE is not set: packaging/ci/trial says what it is")]
    [InlineData("LOWTIDE_TRIAL_FOLDER", "packaging", "lowtide trial: packaging is there already: name another in LOWTIDE_TRIAL_FOLDER")]
    public void A_wrong_call_says_how_to_mend_it(string variable, string value, string why)
    {
        var ran = _job.OnGitLab((variable, value));
        Assert.Equal((2, why), (ran.ExitCode, ran.ErrorLine));
    }
}
