namespace Lowtide.Tests.Live.DotNet;

/// <summary>Programs in C# with a project of their own under tests/Live/targets.</summary>
internal static class DotNetTarget
{
    /// <summary>What they are built for, as the tests are.</summary>
    public static readonly string Framework = $"net{Environment.Version.ToString(2)}";

    /// <summary>The folder that the one of <see cref="Program"/> is built of.</summary>
    public static readonly string Source = Folder("dotnet");

    /// <summary>Likewise that of <see cref="Serving"/>.</summary>
    public static readonly string ServingSource = Folder("dotnet-requests");

    public static readonly string Program = Built("dotnet", "dotnet-target");

    /// <summary><see cref="Program"/>, at work on one condition.</summary>
    public static Target Start(string condition, params (string Name, string Value)[] variables) => Target.Start("dotnet", [Program, condition], variables);

    /// <summary>A server with requests of its own.</summary>
    public static Target Serving(string condition) => Target.Start("dotnet", [Built("dotnet-requests", "dotnet-requests"), condition]);

    /// <summary>The command of a server that collects when asked to, and writes to a file how long that took.</summary>
    public static string[] Collecting(int port, string file) => ["dotnet", Built("dotnet-requests", "dotnet-requests"), "serve", $"{port}", file];

    /// <summary>That of a server that is handed its socket.</summary>
    public static string[] Recycled => ["dotnet", Built("dotnet-requests", "dotnet-requests"), "recycled"];

    private static string Folder(string name) => Path.Combine(SourceTree.Root(), "tests", "Live", "targets", name);

    private static string Built(string folder, string program) => Path.Combine(
        Folder(folder), "bin", AppContext.BaseDirectory.Contains("/Release/", StringComparison.Ordinal) ? "Release" : "Debug", Framework, program + ".dll");
}
