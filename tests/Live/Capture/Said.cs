using System.Text.Json;

namespace Lowtide.Tests.Live.Capture;

/// <summary>What a forking target said of its workers; see targets/forking.py.</summary>
internal static class Said
{
    public static IReadOnlyList<int> WorkerPids(this Target target) =>
        [.. target.Workers().Select(worker => worker.GetProperty("pid").GetInt32())];

    /// <summary>A number that every worker told, in order of their fork.</summary>
    public static IReadOnlyList<long> Told(this Target target, string name) =>
        [.. target.Workers().Select(worker => worker.GetProperty(name).GetInt64())];

    public static IEnumerable<JsonElement> Workers(this Target target) => target.Said.GetProperty("workers").EnumerateArray();

    public static Target Start(string python, string program, params string[] arguments)
    {
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
        return Target.Start(python, [Target.Path(program), .. arguments]);
    }

    /// <summary>For conditions that do not depend on the version of Python.</summary>
    public static Target StartAny(string program, params string[] arguments) => Start(AnyPython, program, arguments);

    public static string AnyPython => Pythons.Paths.Count == 0 ? "" : Pythons.Paths[0];
}
