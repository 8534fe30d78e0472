using System.Collections.Concurrent;
using System.Diagnostics;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>The programs of tests/Live/targets/dotnet and dotnet-requests with a runtime of their own: another version, or all in one file.</summary>
internal static class PublishedTarget
{
    /// <summary>
    /// The SDK is too old for the framework, or lacks a pack of it; a package is not there, or nobody has an answer. Anything else is a mistake of ours: a call
    /// that only the newest version has would switch off the tests of all others.
    /// </summary>
    private static readonly string[] NotToBeHad =
        ["error NETSDK1045:", "error NETSDK1112:", "error NETSDK1127:", "error NETSDK1145:", "error NU11", "error NU13"];

    private static readonly ConcurrentDictionary<string, Lazy<(string Program, string Said, bool Done)>> Built = new();

    /// <summary>Skips the test where that runtime cannot be had here.</summary>
    /// <param name="framework">"net8.0".</param>
    /// <returns>The path of its executable.</returns>
    public static string Program(string framework, bool singleFile = false) =>
        Published(singleFile ? $"{framework}-single" : framework, framework, "Microsoft.NET.Sdk", DotNetTarget.Source, singleFile);

    /// <inheritdoc cref="Program"/>
    public static string Serving(string framework) =>
        Published($"{framework}-requests", framework, "Microsoft.NET.Sdk.Web", DotNetTarget.ServingSource, singleFile: false);

    /// <summary>Compiled ahead of time, with diagnostics or without.</summary>
    public static string NativeAot(bool diagnostics) => Published(
        diagnostics ? "aot" : "aot-silent", DotNetTarget.Framework, "Microsoft.NET.Sdk", DotNetTarget.Source, singleFile: false,
        $"<PublishAot>true</PublishAot><EventSourceSupport>{(diagnostics ? "true" : "false")}</EventSourceSupport><WarningLevel>0</WarningLevel>");

    private static string Published(string name, string framework, string sdk, string source, bool singleFile, string more = "")
    {
        var (program, said, done) = Built.GetOrAdd(name, _ => new(() => Publish(name, framework, sdk, source, singleFile, more))).Value;
        var missing = done ? null : said.Split('\n').FirstOrDefault(line => Array.Exists(NotToBeHad, line.Contains));
        Assert.SkipWhen(missing is not null, $"a program for {framework} cannot be published here: {missing}");
        Assert.True(done, $"a program for {framework} was not published: {said}");
        return program;
    }

    private static (string Program, string Said, bool Done) Publish(string name, string framework, string sdk, string source, bool singleFile, string more)
    {
        var folder = Path.Combine(AppContext.BaseDirectory, "published", name);
        Directory.CreateDirectory(folder);
        // Outside of the project's own settings, which are for the SDK's own version.
        foreach (var file in new[] { "Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props" })
            File.WriteAllText(Path.Combine(folder, file), "<Project />");
        File.WriteAllText(Path.Combine(folder, "target.csproj"), $"""
            <Project Sdk="{sdk}">
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
                <ServerGarbageCollection>false</ServerGarbageCollection>
                <EnableDefaultCompileItems>false</EnableDefaultCompileItems>
                {more}
              </PropertyGroup>
              <ItemGroup>
                <Compile Include="{source}/*.cs" />
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
        return (Path.Combine(published, "dotnet-target"), said.Trim(), publish.ExitCode == 0);
    }
}
