using System.Text.Json;

namespace Lowtide.Tests.Live.Launch;

/// <summary>The kit switches remedies on in every Python at hand, and otherwise leaves it as if it were not there.</summary>
public sealed class PythonKitTests
{
    private const string Remedy = "cpython.gc-threshold-0";

    /// <summary>The site's own sitecustomize, in every shape that the kit must make way for.</summary>
    private static readonly Dictionary<string, (string File, string Content)> Sites = new()
    {
        ["none"] = ("unrelated.py", ""),
        ["a module"] = ("sitecustomize.py", "SAID = 'hello'\n"),
        ["a package"] = ("sitecustomize/__init__.py", "from . import part\nSAID = part.SAID\n"),
        ["one that prints and sets"] = ("sitecustomize.py", "import sys\nsys.path.append('/added')\nprint('{}')\nSAID = __name__\n"),
        ["one that fails"] = ("sitecustomize.py", "raise ValueError('broken')\n"),
        ["one whose import fails"] = ("sitecustomize.py", "import no_such_module\n"),
        ["one with a syntax error"] = ("sitecustomize.py", "this is no Python\n"),
        ["one that calls itself missing"] = ("sitecustomize.py", "raise ImportError('gone', name='sitecustomize')\n"),
        ["one that exits"] = ("sitecustomize.py", "raise SystemExit(7)\n"),
        ["one that hands on itself"] = ("sitecustomize.py", """
            import os, sys
            here = os.path.dirname(os.path.abspath(__file__))
            sys.path.remove(here)
            mine = sys.modules.pop('sitecustomize')
            try:
                import sitecustomize
            except ImportError:
                sys.modules['sitecustomize'] = mine
            SAID = 'the hand'
            """),
    };

    public static MatrixTheoryData<string, string> Matrix => new(Pythons.Paths.DefaultIfEmpty(""), Sites.Keys);

    public static MatrixTheoryData<string, string> TwoSites => new(Pythons.Paths.DefaultIfEmpty(""), ["none", "a module"]);

    [Theory, MemberData(nameof(Matrix))]
    public void The_sites_own_module_is_found_as_without_the_kit(string python, string site)
    {
        SkipWithout(python);
        using var folder = Site(site);
        var without = Start(python, folder.Path);
        var with = Start(python, $"{Built.PythonKit}:{folder.Path}", Remedy);

        Assert.Equal(without.ExitCode, with.ExitCode);
        Assert.Equal(WithoutFrames(without.Error), WithoutFrames(with.Error));
        Assert.Equal(Told(without), Told(with));
    }

    /// <summary>A wrapper that the command itself puts in front (ddtrace-run does) finds the kit behind it.</summary>
    [Theory, MemberData(nameof(TwoSites))]
    public void Behind_another_that_hands_on_it_still_acts(string python, string site)
    {
        SkipWithout(python);
        using var wrapper = Site("one that hands on itself");
        using var folder = Site(site);
        var without = Start(python, $"{wrapper.Path}:{folder.Path}");
        var with = Start(python, $"{wrapper.Path}:{Built.PythonKit}:{folder.Path}", Remedy);

        Assert.Equal(("", 0), (with.Error, Fact(with, "threshold")));
        Assert.Equal(Told(without), Told(with));
    }

    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void The_collector_never_starts_although_a_library_enables_it(string python)
    {
        SkipWithout(python);
        Assert.Equal("", Start(python, null).Error);
        Assert.NotEqual(0, Fact(Start(python, null), "collections"));

        var with = Start(python, Built.PythonKit, $"malloc.arena-max-2,{Remedy}");
        Assert.Equal(("", 0, 0), (with.Error, Fact(with, "threshold"), Fact(with, "collections")));
    }

    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void A_remedy_that_fails_is_named_and_the_python_starts(string python)
    {
        SkipWithout(python);
        var with = Start(python, Built.PythonKit, $"cpython.no-such-remedy,{Remedy}");
        Assert.Contains("lowtide: cpython.no-such-remedy is not on: ModuleNotFoundError", with.ErrorLine);
        Assert.Equal((0, 0), (with.ExitCode, Fact(with, "threshold")));
    }

    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void Where_it_is_not_read_nothing_breaks(string python)
    {
        SkipWithout(python);
        foreach (var option in (string[])["-S", "-E", "-I"])
        {
            var with = Start(python, Built.PythonKit, Remedy, option);
            Assert.Equal((0, ""), (with.ExitCode, with.Error));
            Assert.NotEqual(0, Fact(with, "threshold"));
        }
        Assert.Equal(0, Start(python, Built.PythonKit, remedies: null).ExitCode);
    }

    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void A_virtual_environment_keeps_its_own_module(string python)
    {
        SkipWithout(python);
        using var folder = new TempFolder();
        var made = Ran.Command([python, "-m", "venv", "--without-pip", folder.Path]);
        Assert.SkipWhen(made.ExitCode != 0, $"{python} makes no venv: {made.Error}");
        var library = Path.Combine(Directory.GetDirectories(Path.Combine(folder.Path, "lib"))[0], "site-packages");
        File.WriteAllText(Path.Combine(library, "sitecustomize.py"), "SAID = 'venv'\n");

        var inside = Path.Combine(folder.Path, "bin", "python");
        Assert.Equal(Told(Start(inside, null)), Told(Start(inside, Built.PythonKit, Remedy)));
        Assert.Equal(0, Fact(Start(inside, Built.PythonKit, Remedy), "threshold"));
    }

    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void Children_get_it_too(string python)
    {
        SkipWithout(python);
        var ran = Ran.Command([python, "-c", "import subprocess, sys; sys.exit(subprocess.call([sys.executable, '-c', "
            + "'import gc, sys; sys.exit(gc.get_threshold()[0])']))"], Variables(Built.PythonKit, Remedy));
        Assert.Equal(0, ran.ExitCode);
    }

    [Fact]
    public void Uwsgi_gets_it()
    {
        Assert.SkipUnless(File.Exists("/usr/bin/uwsgi"), "uWSGI is not installed");
        using var folder = new TempFolder();
        folder.File("app.py", "import gc, os, sys\nprint('threshold', gc.get_threshold()[0], flush=True)\nos._exit(0)\n");
        var ran = Ran.Lowtide("run", "--remedy", Remedy, "--",
            "/usr/bin/uwsgi", "--plugins", "python3", "--socket", folder.File("socket"), "--chdir", folder.Path, "--wsgi-file", "app.py");
        Assert.Contains("threshold 0", ran.Output + ran.Error);
    }

    private static void SkipWithout(string python) =>
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");

    private static TempFolder Site(string name)
    {
        var folder = new TempFolder();
        var (file, content) = Sites[name];
        folder.File(file, content.Replace("\n            ", "\n"));
        folder.File("sitecustomize/part.py", "SAID = 'part'\n");
        return folder;
    }

    private static Ran Start(string python, string? path, string? remedies = null, params string[] options) =>
        Ran.Command([python, .. options, Target.Path("python_start.py")], Variables(path, remedies));

    private static (string, string?)[] Variables(string? path, string? remedies) =>
        [("PYTHONPATH", path), ("LOWTIDE_REMEDIES", remedies), ("PYTHONDONTWRITEBYTECODE", "1")];

    /// <summary>Of a traceback the kit may stand in the middle; what was raised is to be the same.</summary>
    private static string WithoutFrames(string error) =>
        string.Join('\n', error.Split('\n').Where(line => !line.StartsWith(' ')));

    /// <summary>All that it told but what a remedy is to change.</summary>
    private static string Told(Ran ran) => string.Join('\n', ran.Output.Split('\n')
        .Select(line => line.StartsWith('{') && line != "{}" ? line[line.IndexOf("\"path\"", StringComparison.Ordinal)..] : line));

    private static int Fact(Ran ran, string name) => JsonDocument.Parse(ran.Output).RootElement.GetProperty(name).GetInt32();
}
