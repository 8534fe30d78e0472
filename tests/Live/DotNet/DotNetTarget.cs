namespace Lowtide.Tests.Live.DotNet;

/// <summary>Programs in C# with a project of their own under tests/Live/targets.</summary>
internal static class DotNetTarget
{
    /// <summary>That of targets/dotnet, at work on one condition.</summary>
    public static Target Start(string condition, params (string Name, string Value)[] variables) => Start("dotnet", "dotnet-target", condition, variables);

    /// <summary>That of targets/dotnet-requests, a server with requests of its own.</summary>
    public static Target Serving(string condition) => Start("dotnet-requests", "dotnet-requests", condition);

    private static Target Start(string folder, string program, string condition, params (string Name, string Value)[] variables) => Target.Start(
        "dotnet",
        [
            Path.Combine(SourceTree.Root(), "tests", "Live", "targets", folder, "bin",
                AppContext.BaseDirectory.Contains("/Release/", StringComparison.Ordinal) ? "Release" : "Debug", "net10.0", program + ".dll"),
            condition,
        ],
        variables);
}
