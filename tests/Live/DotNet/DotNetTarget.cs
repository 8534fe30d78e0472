namespace Lowtide.Tests.Live.DotNet;

/// <summary>The program of tests/Live/targets/dotnet, at work on one condition.</summary>
internal static class DotNetTarget
{
    private static readonly string Program = Path.Combine(
        SourceTree.Root(), "tests", "Live", "targets", "dotnet", "bin",
        AppContext.BaseDirectory.Contains("/Release/", StringComparison.Ordinal) ? "Release" : "Debug", "net10.0", "dotnet-target.dll");

    public static Target Start(string condition, params (string Name, string Value)[] variables) => Target.Start("dotnet", [Program, condition], variables);
}
