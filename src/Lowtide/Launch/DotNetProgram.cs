using System.Text.Json;
using Lowtide.Analysis.Remedies.DotNet;
using Lowtide.Capture.Elf;

namespace Lowtide.Launch;

/// <summary>
/// Which collection a .NET program is going to start with, told from its command, its environment and its files. A script, the SDK ("dotnet run") or a
/// single file may decide it where nobody sees it from here: then it is not known.
/// </summary>
internal static class DotNetProgram
{
    private static readonly JsonDocumentOptions Lenient = new() { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true };

    /// <summary>Null where it is not known, or the command is no .NET program.</summary>
    public static bool? IsServer(IReadOnlyDictionary<string, string> environment, IReadOnlyList<string> command)
    {
        try
        {
            return Assembly(command, environment.GetValueOrDefault("PATH")) is { } assembly
                ? CollectorKind.AtStart(environment, AsksForServer(Path.ChangeExtension(assembly, ".runtimeconfig.json")))
                : null;
        }
        catch (Exception unread) when (unread is IOException or UnauthorizedAccessException or JsonException
            or InvalidOperationException or KeyNotFoundException)
        {
            return null;
        }
    }

    /// <summary>
    /// The one whose neighbour the host reads (dotnet/runtime: command_line.cpp). In whose folder it looks where there is a link is not the same in all
    /// versions, and --runtimeconfig names another file.
    /// </summary>
    private static string? Assembly(IReadOnlyList<string> command, string? path)
    {
        if (command.Contains("--runtimeconfig", StringComparer.OrdinalIgnoreCase) || Find(command[0], path) is not { } host)
            return null;
        var ofAll = Path.GetFileName(host) == "dotnet";
        var assembly = ofAll ? command.ElementAtOrDefault(command.ElementAtOrDefault(1) == "exec" ? 2 : 1) : host + ".dll";
        return assembly is not null && assembly.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)
            && IsThereItself(assembly) && (ofAll || IsThereItself(host)) && IsElf(host)
            ? assembly
            : null;
    }

    /// <summary>The first of that name on PATH; execvp(3) also passes over what is no program.</summary>
    private static string? Find(string word, string? path) =>
        word.Contains('/') ? word : path?.Split(':').Select(folder => Path.Combine(folder, word)).FirstOrDefault(File.Exists);

    private static bool IsThereItself(string path) => new FileInfo(path) is { Exists: true, LinkTarget: null };

    /// <summary>A script that has the host's name may set the variable before it starts the host.</summary>
    private static bool IsElf(string path)
    {
        using var file = File.OpenHandle(path);
        return ElfHead.Read(file) is ElfTarget.X86 or ElfTarget.OtherArchitecture;
    }

    /// <summary>What a program's file leaves out, the one for development beside it may say (dotnet/runtime: runtime_config.cpp).</summary>
    private static bool AsksForServer(string file)
    {
        var forDevelopment = Path.ChangeExtension(file, ".dev.json");
        return (Said(file) ?? (File.Exists(forDevelopment) ? Said(forDevelopment) : null)) == "true";
    }

    /// <summary>As the host hands it to the runtime, which takes nothing but "true" for yes (dotnet/runtime: configuration.cpp).</summary>
    private static string? Said(string file)
    {
        using var document = JsonDocument.Parse(File.ReadAllText(file), Lenient);
        return document.RootElement.GetProperty("runtimeOptions").TryGetProperty("configProperties", out var properties)
            && properties.TryGetProperty(CollectorKind.Option, out var value)
            ? value.ValueKind == JsonValueKind.String ? value.GetString() : value.GetRawText()
            : null;
    }
}
