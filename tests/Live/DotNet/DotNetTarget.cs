namespace Lowtide.Tests.Live.DotNet;

/// <summary>The program of tests/Live/targets/dotnet, at work on one condition.</summary>
internal static class DotNetTarget
{
    /// <summary>The folder that it is built of.</summary>
    public static readonly string Source = Path.Combine(SourceTree.Root(), "tests", "Live", "targets", "dotnet");

    public static readonly string Program = Path.Combine(
        Source, "bin",
        AppContext.BaseDirectory.Contains("/Release/", StringComparison.Ordinal) ? "Release" : "Debug", "net10.0", "dotnet-target.dll");

    public static Target Start(string condition, params (string Name, string Value)[] variables) => Target.Start("dotnet", [Program, condition], variables);
}
