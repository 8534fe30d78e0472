namespace Lowtide.Tests.Live.Launch;

/// <summary>With cpython.fast-exit a Python ends as without it, but for the teardown.</summary>
public sealed class FastExitTests
{
    private const string Remedy = "cpython.fast-exit";

    public static MatrixTheoryData<string, string> Endings => new(
        Pythons.Paths.DefaultIfEmpty(""),
        [
            "plain", "status", "raised", "text", "unhandled", "interrupted", "thread", "daemon", "file", "binary_file", "full_disk",
            "temporary_folder", "executor", "processes", "handlers",
        ]);

    [Theory, MemberData(nameof(Endings))]
    public void It_ends_as_without_it(string python, string way)
    {
        SkipWithout(python);
        using var folder = new TempFolder();
        var place = Path.Combine(folder.Path, "place");
        var (without, left) = End(python, way, place, null);
        var (with, leftWith) = End(python, way, place, Remedy);
        Assert.Equal((without.ExitCode, without.Output, without.Error), (with.ExitCode, with.Output, with.Error));
        if (way == "temporary_folder")
            Assert.False(Directory.Exists(leftWith), "the temporary folder stayed behind");
        else
            Assert.Equal(left, leftWith);
    }

    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void Nothing_is_taken_apart(string python)
    {
        SkipWithout(python);
        Assert.Equal("taken apart\n", End(python, "destructor", "", null).Ran.Output);
        Assert.Equal("", End(python, "destructor", "", Remedy).Ran.Output);
    }

    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void A_child_copies_hardly_anything_at_its_end(string python)
    {
        SkipWithout(python);
        var (without, with) = (Faults(null), Faults(Remedy));
        Assert.True(with * 5 < without, $"{with} page faults with it, {without} without");

        int Faults(string? remedy) => int.Parse(End(python, "copies", "", remedy).Ran.Output.Split(' ')[0]);
    }

    /// <summary>The handlers of a .pth file come before sitecustomize, so that they run after the kit's own.</summary>
    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void A_handler_from_before_it_still_imports(string python)
    {
        SkipWithout(python);
        var ran = Ran.Command(
            [python, "-S", "-c", $"""
                import atexit, sys
                def late():
                    import csv
                    print(csv.__name__, 'json' in sys.modules)
                atexit.register(late)
                import json
                sys.path.insert(0, '{Built.PythonKit}')
                try:
                    import sitecustomize
                except ImportError:
                    pass
                """],
            ("LOWTIDE_REMEDIES", Remedy));
        Assert.Equal(("csv True\n", "", 0), (ran.Output, ran.Error, ran.ExitCode));
    }

    /// <summary>A second interpreter ends while the process lives on: its memory must come back.</summary>
    [Theory, MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void A_second_interpreter_is_taken_apart_as_ever(string python)
    {
        SkipWithout(python);
        const string program = """
            try:
                import _interpreters as interpreters
            except ImportError:
                import _xxsubinterpreters as interpreters
            def run(text):
                run = getattr(interpreters, 'run_string', None) or interpreters.exec
                run(second, text)
            loud = 'import os\nclass Loud:\n  def __del__(self, write=os.write): write(1, b"%s\\n")\nkept = Loud()'
            second = interpreters.create()
            run(loud % 'second')
            interpreters.destroy(second)
            exec(loud % 'first')
            """;
        var ran = Ran.Command([python, "-c", program], ("PYTHONPATH", Built.PythonKit), ("LOWTIDE_REMEDIES", Remedy));
        Assert.Equal(("second\n", "", 0), (ran.Output, ran.Error, ran.ExitCode));
    }

    private static (Ran Ran, string? Left) End(string python, string way, string place, string? remedies)
    {
        var ran = Ran.Command(
            [python, "-W", "ignore::ResourceWarning", Target.Path("ends.py"), way, place], // a debug build warns where a file is freed open
            ("PYTHONPATH", remedies is null ? null : Built.PythonKit), ("LOWTIDE_REMEDIES", remedies), ("PYTHONDONTWRITEBYTECODE", "1"));
        var left = File.Exists(place) ? File.ReadAllText(place) : null;
        if (left is not null)
            File.Delete(place);
        return (ran, left);
    }

    private static void SkipWithout(string python) =>
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
}
