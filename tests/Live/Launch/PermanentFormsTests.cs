using Lowtide.Analysis.Remedies;
using Lowtide.Reports.Words;

namespace Lowtide.Tests.Live.Launch;

/// <summary>The lines that people paste, given to what reads them.</summary>
public sealed class PermanentFormsTests
{
    private const string Uwsgi = "/usr/bin/uwsgi";
    private const string Threshold = "import gc; print('threshold', gc.get_threshold()[0])";

    [Fact]
    public void A_shell_takes_all_of_it()
    {
        using var folder = new TempFolder();
        var script = folder.File("env.sh", Text(InFolder(folder), "env"));
        Assert.Equal("threshold 0\n", Ran.Command(["sh", "-ec", $". {script}; exec /usr/bin/python3 -c \"$0\"", Threshold]).Output);
    }

    [Fact]
    public void Systemd_takes_its_unit_lines()
    {
        Assert.SkipUnless(File.Exists("/usr/bin/systemd-analyze"), "systemd is not installed");
        using var folder = new TempFolder();
        foreach (var remedy in RemedyCatalogue.All)
        {
            var unit = folder.File($"{remedy.Id}.service", $"{LastStep(remedy.Permanent, "systemd")}\nExecStart=/bin/true\n");
            var verified = Ran.Command(["systemd-analyze", "verify", "--man=no", unit]);
            // What it says of the machine's other units is not about these lines.
            Assert.DoesNotContain(remedy.Id, verified.Error);
            Assert.Equal(0, verified.ExitCode);
        }
    }

    [Fact]
    public void Uwsgi_takes_its_ini_lines()
    {
        Assert.SkipUnless(File.Exists(Uwsgi), "uwsgi is not installed");
        using var folder = new TempFolder();
        var change = InFolder(folder);
        Ran.Command(["sh", "-ec", Text(change, "env")]);
        var program = folder.File("started.py", Threshold);
        var socket = Path.Combine(folder.Path, "socket");
        var ini = folder.File("app.ini", $"""
            [uwsgi]
            {LastStep(change, "uwsgi")}
            plugins = python3
            pyrun = {program}
            socket = {socket}
            """);
        var ran = Ran.Command(["timeout", "30", Uwsgi, "--ini", ini]);
        Assert.Contains("threshold 0\n", ran.Output + ran.Error);
    }

    private static PermanentChange InFolder(TempFolder folder)
    {
        var change = new GcThreshold0().Permanent;
        var place = Path.Combine(folder.Path, "kept");
        return new PermanentChange(
            [new FileToKeep($"{place}/sitecustomize.py", Assert.Single(change.Files).Content)],
            new Dictionary<string, string> { [Assert.Single(change.Environment.Keys)] = place });
    }

    private static string Text(PermanentChange change, string form) => string.Join('\n', PermanentForms.Lines(change, form)) + "\n";

    /// <summary>What goes into the service's own file, with its comments.</summary>
    private static string LastStep(PermanentChange change, string form) =>
        string.Join('\n', PermanentForms.Lines(change, form).SkipWhile(line => change.Files.Count > 0 && !line[1..].StartsWith(" 2.")));
}
