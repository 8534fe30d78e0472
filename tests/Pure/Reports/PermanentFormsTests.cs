using System.Diagnostics;
using System.Text.Json;
using System.Xml.Linq;
using Lowtide.Analysis.Remedies;
using Lowtide.Reports.Words;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>The lines that people paste do what the remedy does.</summary>
public sealed class PermanentFormsTests
{
    public static TheoryData<string, string> All => new(
        from remedy in RemedyCatalogue.All
        from form in ((string[])["env", "systemd", "docker", "uwsgi"]).Intersect(PermanentForms.NamesFor(remedy.Permanent))
        where form != "uwsgi" || remedy.Permanent.Code.All(code => code.Server != form)
        select (remedy.Id, form));

    [Fact]
    public void Only_what_is_read_before_uWSGI_reads_its_file_lacks_its_form() => Assert.Equal(
        RemedyCatalogue.All.Where(remedy => remedy.Launch.Environment.Keys.Any(name => name is "MALLOC_ARENA_MAX" or "LD_PRELOAD" or "GLIBC_TUNABLES"))
            .Select(remedy => remedy.Id),
        RemedyCatalogue.All.Where(remedy => !PermanentForms.NamesFor(remedy.Permanent).Contains("uwsgi")).Select(remedy => remedy.Id));

    /// <summary>A section without a line would only make a reader look for one.</summary>
    [Fact]
    public void What_is_no_setting_has_no_empty_section_in_uWSGIs_form()
    {
        var lines = PermanentForms.Lines(new MergePages().Permanent, "uwsgi").ToList();
        Assert.DoesNotContain(lines, line => line.Contains("[uwsgi]"));
        Assert.Equal("# 2. The ini file stays as it is; stop the server, and start it by: /usr/local/bin/merge-pages uwsgi --ini ...", lines[^1]);
    }

    /// <summary>A line or two of the user's own are shorter than a file of 70 to keep, and stand alone.</summary>
    [Fact]
    public void The_shortest_is_the_servers_own()
    {
        string[] other = ["# With no change of the code: --as env, systemd or docker"];
        Assert.Equal(
            ["import uwsgi", "import gc", "uwsgi.post_fork_hook = gc.freeze", .. other],
            PermanentForms.Lines(new GcFreeze().Permanent, "uwsgi").Skip(1));
        Assert.Equal(
            ["import gc", "def when_ready(server):", "    gc.freeze()", .. other], PermanentForms.Lines(new GcFreezeMaster().Permanent, "gunicorn").Skip(1));
        Assert.DoesNotContain("gunicorn", PermanentForms.NamesFor(new GcThreshold0().Permanent));
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Every_form_of_every_remedy_sets_all_of_its_variables(string id, string form)
    {
        var change = RemedyCatalogue.Find(id)!.Permanent;
        var lines = PermanentForms.Lines(change, form).ToList();
        Assert.True(change.Environment.Count > 0 || change.StartedBy is not null);
        // What the server has in a list stays, so that the value may stand behind it.
        Assert.All(change.Environment, variable => Assert.Contains(lines, line => form == "uwsgi" && variable.Key == "UWSGI_PY_CALL_OSAFTERFORK"
            ? line.Contains("py-call-osafterfork = true") : line.Contains($"{variable.Key}=") && line.Contains(variable.Value)));
        if (change.StartedBy is { } wrapper)
            Assert.Contains(lines, line => line.Contains(wrapper) && !line.StartsWith("mkdir") && !line.Contains("chmod"));
        Assert.All(change.Files, file => Assert.Contains(lines, line => line.Contains(file.Path)));
    }

    [Theory]
    [InlineData(null, "/etc/x")]
    [InlineData("", "/etc/x")]
    [InlineData("/site", "/etc/x:/site")]
    public void A_shell_keeps_what_the_path_held(string? before, string after)
    {
        var change = new PermanentChange([], new Dictionary<string, string> { ["PYTHONPATH"] = "/etc/x" });
        Assert.Equal(after, Shell(PermanentForms.Lines(change, "env").Append("printf %s \"$PYTHONPATH\""), before));
    }

    private const string Content = "import gc\nprint('50 %', \"\\n\", '$HOME')\n";

    /// <summary>Ruby ends at its start where it may not read such a file (RubyKitTests): the reader is told before he keeps it.</summary>
    [Theory]
    [InlineData("ruby.warmup", "env", true)]
    [InlineData("ruby.warmup", "systemd", true)]
    [InlineData("ruby.compact-before-fork", "docker", true)]
    [InlineData("cpython.gc-freeze", "env", false)]
    public void Who_must_be_able_to_read_a_file_of_RUBYOPT_is_said(string id, string form, bool said)
    {
        var lines = PermanentForms.Lines(RemedyCatalogue.Find(id)!.Permanent, form).ToList();
        Assert.Equal(said, lines.Exists(line => line.StartsWith("# a Ruby that cannot read a file", StringComparison.Ordinal)));
        Assert.All(lines.Where(line => line[0] == '#'), line => Assert.InRange(line.Length, 1, 160));
    }

    /// <summary>The loader starts a program without a library that it does not find: the reader is told, an image gets it.</summary>
    [Theory]
    [InlineData("env", "# needs Debian's libjemalloc2 there: ")]
    [InlineData("systemd", "# needs Debian's libjemalloc2 there: ")]
    [InlineData("docker", "RUN apt-get update && apt-get install -y --no-install-recommends libjemalloc2")]
    public void The_package_of_a_library_comes_before_its_variable(string form, string package)
    {
        var lines = Lines("malloc.jemalloc");
        var at = lines.FindIndex(line => line.StartsWith(package, StringComparison.Ordinal));
        Assert.InRange(at, 1, lines.FindIndex(line => line.Contains("LD_PRELOAD=libjemalloc.so.2")) - 1);
        Assert.Single(lines, line => line.Contains("libjemalloc2"));
        Assert.DoesNotContain(Lines("malloc.arena-max-2"), line => line.Contains("Debian's") || line.Contains("apt-get"));

        List<string> Lines(string id) => [.. PermanentForms.Lines(RemedyCatalogue.Find(id)!.Permanent, form)];
    }

    [Theory]
    [InlineData("env")]
    [InlineData("systemd")]
    [InlineData("uwsgi")]
    [InlineData("docker")]
    public void Files_can_be_read_by_all_whatever_the_umask(string form)
    {
        var folder = Directory.CreateTempSubdirectory("lowtide-test-").FullName;
        var change = new PermanentChange([new FileToKeep($"{folder}/a/b.rb", Content)], new Dictionary<string, string>());
        Shell(
            PermanentForms.Lines(change, form).TakeWhile(line => !line[1..].StartsWith(" 2.")).Select(line => line.StartsWith("RUN ") ? line[4..] : line)
                .Prepend("umask 077"),
            null);
        Assert.Equal("-rw-r--r--", Mode($"{folder}/a/b.rb"));
        Assert.Equal("drwxr-xr-x", Mode($"{folder}/a"));
        Directory.Delete(folder, recursive: true);

        static string Mode(string path) => Shell([$"stat -c %A {path}"], null).TrimEnd('\n');
    }

    [Theory]
    [InlineData("env")]
    [InlineData("systemd")]
    [InlineData("uwsgi")]
    [InlineData("docker")]
    public void Files_get_their_content(string form)
    {
        var folder = Directory.CreateTempSubdirectory("lowtide-test-").FullName;
        var change = new PermanentChange([new FileToKeep($"{folder}/a/b.py", Content)], new Dictionary<string, string>());
        Shell(
            PermanentForms.Lines(change, form).TakeWhile(line => !line[1..].StartsWith(" 2.")).Select(line => line.StartsWith("RUN ") ? line[4..] : line),
            null);
        Assert.Equal(Content, File.ReadAllText($"{folder}/a/b.py"));
        Directory.Delete(folder, recursive: true);
    }

    [Fact]
    public void Docker_and_systemd_speak_their_own_language()
    {
        var change = new PermanentChange([], new Dictionary<string, string> { ["PYTHONPATH"] = "/etc/x", ["A"] = "2" });
        Assert.Equal(["ENV PYTHONPATH=/etc/x${PYTHONPATH:+:$PYTHONPATH}", "ENV A=2"], PermanentForms.Lines(change, "docker").Where(line => line[0] != '#'));
        Assert.Equal(["[Service]", "Environment=PYTHONPATH=/etc/x", "Environment=A=2"], PermanentForms.Lines(change, "systemd").Where(line => line[0] != '#'));
        Assert.Equal(["env = PYTHONPATH=/etc/x", "env = A=2"], PermanentForms.Lines(change, "uwsgi").Where(line => line[0] != ';'));
    }

    [Theory]
    [InlineData("dotnet.server-gc", "<PropertyGroup><ServerGarbageCollection>true</ServerGarbageCollection></PropertyGroup>", "System.GC.Server", "true")]
    [InlineData(
        "dotnet.conserve-memory", "<ItemGroup><RuntimeHostConfigurationOption Include=\"System.GC.ConserveMemory\" Value=\"7\" /></ItemGroup>",
        "System.GC.ConserveMemory", "7")]
    public void A_setting_of_dotnet_goes_into_the_programs_own_files(string id, string project, string option, string value)
    {
        var change = RemedyCatalogue.Find(id)!.Permanent;
        Assert.Equal(project, PermanentForms.Lines(change, "csproj").Single(line => !line.StartsWith("<!--")));
        var file = XElement.Parse($"<Project>{string.Concat(PermanentForms.Lines(change, "csproj"))}</Project>");
        Assert.Contains(project, file.ToString(SaveOptions.DisableFormatting));
        var template = JsonDocument.Parse(
            string.Join('\n', PermanentForms.Lines(change, "runtimeconfig")), new() { CommentHandling = JsonCommentHandling.Skip });
        Assert.Equal(value, template.RootElement.GetProperty("configProperties").GetProperty(option).GetRawText());
    }

    [Fact]
    public void Other_remedies_have_no_such_form()
    {
        Assert.Contains("csproj", PermanentForms.NamesFor(RemedyCatalogue.Find("dotnet.server-gc")!.Permanent));
        Assert.Equal(["env", "systemd", "docker", "uwsgi"], PermanentForms.NamesFor(RemedyCatalogue.Find("cpython.gc-threshold-0")!.Permanent));
    }

    private static string Shell(IEnumerable<string> lines, string? pythonPath)
    {
        var start = new ProcessStartInfo("sh", ["-c", string.Join('\n', lines)]) { UseShellExecute = false, RedirectStandardOutput = true };
        start.Environment.Remove("PYTHONPATH");
        if (pythonPath is not null)
            start.Environment["PYTHONPATH"] = pythonPath;
        using var shell = Process.Start(start)!;
        var output = shell.StandardOutput.ReadToEnd();
        shell.WaitForExit();
        Assert.Equal(0, shell.ExitCode);
        return output;
    }
}
