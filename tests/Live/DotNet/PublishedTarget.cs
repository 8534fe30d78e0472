using System.Collections.Concurrent;
using System.Diagnostics;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>The program of tests/Live/targets/dotnet with a runtime of its own: another version, or all in one file.</summary>
internal static class PublishedTarget
{
    private static readonly ConcurrentDictionary<(string, bool), Lazy<(string Program, string Said, bool Done)>> Built = new();

    /// <summary>Skips the test where that runtime cannot be had here.</summary>
    /// <param name="framework">"net8.0".</param>
    /// <returns>The path of its executable.</returns>
    public static string Program(string framework, bool singleFile = false)
    {
        var (program, said, done) = Built.GetOrAdd((framework, singleFile), _ => new(() => Publish(framework, singleFile))).Value;
        Assert.SkipUnless(done, $"a program for {framework} cannot be published here: {said}");
        return program;
    }

    private static (string Program, string Said, bool Done) Publish(string framework, bool singleFile)
    {
        var folder = Path.Combine(AppContext.BaseDirectory, "published", singleFile ? $"{framework}-single" : framework);
        Directory.CreateDirectory(folder);
        // Outside of the project's own settings, which are for the SDK's own version.
        foreach (var name in new[] { "Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props" })
            File.WriteAllText(Path.Combine(folder, name), "<Project />");
        File.WriteAllText(Path.Combine(folder, "target.csproj"), $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>{framework}</TargetFramework>
                <RuntimeIdentifier>linux-x64</RuntimeIdentifier>
                <SelfContained>true</SelfContained>
                <PublishSingleFile>{(singleFile ? "true" : "false")}</PublishSingleFile>
                <AssemblyName>dotnet-target</AssemblyName>
                <Nullable>enable</Nullable>
                <ImplicitUsings>enable</ImplicitUsings>
                <LangVersion>latest</LangVersion>
                <AllowUnsafeBlocks>true</AllowUnsafeBlocks>
                <InvariantGlobalization>true</InvariantGlobalization>
                <TieredPGO>false</TieredPGO>
                <EnableDefaultCompileItems>false</EnableDefaultCompileItems>
              </PropertyGroup>
              <ItemGroup>
                <Compile Include="{DotNetTarget.Source}/*.cs" />
              </ItemGroup>
            </Project>
            """);
        var published = Path.Combine(folder, "published");
        using var publish = Process.Start(new ProcessStartInfo(
            "dotnet", ["publish", Path.Combine(folder, "target.csproj"), "-c", "Release", "-o", published, "--nologo", "-v", "quiet"])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            WorkingDirectory = folder,
        })!;
        var said = publish.StandardOutput.ReadToEnd();
        publish.WaitForExit();
        return (Path.Combine(published, "dotnet-target"), said.Trim().Split('\n')[0], publish.ExitCode == 0);
    }
}
