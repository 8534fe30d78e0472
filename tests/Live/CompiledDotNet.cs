using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text.Json;

namespace Lowtide.Tests.Live;

/// <summary>Programs in C# under tests/Live/targets, each built once by the SDK's compiler for the runtime that the tests run on.</summary>
internal static class CompiledDotNet
{
    private static readonly string[] References =
        ["System.Private.CoreLib", "System.Runtime", "System.Collections", "System.Console", "System.Linq", "System.Text.Json"];

    private static readonly string Framework = Path.GetDirectoryName(typeof(object).Assembly.Location)!;

    private static readonly string Folder = Directory.CreateDirectory(Path.Combine(AppContext.BaseDirectory, "compiled")).FullName;

    private static readonly ConcurrentDictionary<string, Lazy<string>> Built = new();

    /// <param name="name">Without ".cs".</param>
    /// <returns>The path of an assembly that "dotnet" starts.</returns>
    public static string Build(string name) => Built.GetOrAdd(name, _ => new Lazy<string>(() =>
    {
        var assembly = Path.Combine(Folder, name + ".dll");
        Compile(Target.Path(name + ".cs"), assembly, "exe");
        File.WriteAllText(Path.ChangeExtension(assembly, ".runtimeconfig.json"), JsonSerializer.Serialize(new
        {
            runtimeOptions = new { framework = new { name = "Microsoft.NETCore.App", version = Environment.Version.ToString() } },
        }));
        return assembly;
    })).Value;

    /// <param name="kind">Of csc's -target: "exe", "library".</param>
    public static void Compile(string source, string assembly, string kind)
    {
        var compiler = Directory.GetFiles(
            Path.Combine(Framework, "..", "..", "..", "sdk"), "csc.dll", SearchOption.AllDirectories).OrderDescending().First();
        using var csc = Process.Start(new ProcessStartInfo(
            "dotnet",
            [compiler, "-nologo", "-noconfig", "-nostdlib+", $"-target:{kind}", "-features:FileBasedProgram", $"-out:{assembly}", source,
                .. References.Select(name => $"-r:{Path.Combine(Framework, name)}.dll")])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
        })!;
        var said = csc.StandardOutput.ReadToEnd();
        csc.WaitForExit();
        Assert.True(csc.ExitCode == 0, said);
    }
}
