using System.Collections.Concurrent;
using System.Diagnostics;

namespace Lowtide.Tests.Live;

/// <summary>Programs in C under tests/Live/targets, each built once by this machine's gcc.</summary>
internal static class CompiledTarget
{
    private static readonly string Folder = Directory.CreateDirectory(Path.Combine(AppContext.BaseDirectory, "compiled")).FullName;

    private static readonly ConcurrentDictionary<string, Lazy<string>> Built = new();

    /// <param name="name">Without ".c".</param>
    /// <returns>The program's path.</returns>
    public static string Build(string name, string compiler = "gcc", params string[] flags) => Built.GetOrAdd(
        string.Join("", [name, "-", compiler, .. flags]),
        program => new Lazy<string>(() => Compile(name, compiler, flags, Path.Combine(Folder, program)))).Value;

    private static string Compile(string name, string compiler, string[] flags, string program)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(program)!);
        using var gcc = Process.Start(
            new ProcessStartInfo(compiler, ["-O1", "-pthread", "-o", program, Target.Path(name + ".c"), .. flags])
            { UseShellExecute = false, RedirectStandardError = true });
        Assert.NotNull(gcc);
        var said = gcc.StandardError.ReadToEnd();
        gcc.WaitForExit();
        Assert.True(gcc.ExitCode == 0, said);
        return program;
    }
}
