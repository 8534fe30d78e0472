using System.Text.Json;
using Lowtide.Analysis.DotNet;
using Lowtide.Analysis.Remedies.DotNet;
using Lowtide.Capture.Elf;

namespace Lowtide.Launch;

/// <summary>
/// What a .NET program's own files set before it starts: which collection, and a limit of the heap. A script, the SDK ("dotnet run") or a single file may
/// decide it where nobody sees it from here: then it is not known.
/// </summary>
internal static class DotNetProgram
{
    private static readonly JsonDocumentOptions Lenient = new() { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true };

    /// <summary>Null where it is not known, or the command is no .NET program.</summary>
    public static bool? IsServer(IReadOnlyDictionary<string, string> environment, IReadOnlyList<string> command) => Told(
        // The runtime takes nothing but "true" for yes (dotnet/runtime: configuration.cpp).
        command, environment, file => CollectorKind.AtStart(environment, Option(file, CollectorKind.Option) == "true"));

    /// <summary>The option that limits its heap; null where none does, it is not known, or the command is no .NET program.</summary>
    public static string? HeapLimitOption(IReadOnlyDictionary<string, string> environment, IReadOnlyList<string> command) => Told(
        command, environment, file => HeapLimit.Options.FirstOrDefault(option => Option(file, option) is not (null or "0")));

    private static T? Told<T>(IReadOnlyList<string> command, IReadOnlyDictionary<string, string> environment, Func<string, T?> read)
    {
        try
        {
            return Assembly(command, environment.GetValueOrDefault("PATH")) is { } assembly
                ? read(Path.ChangeExtension(assembly, ".runtimeconfig.json"))
                : default;
        }
        catch (Exception unread) when (unread is IOException or UnauthorizedAccessException or JsonException
            or InvalidOperationException or KeyNotFoundException)
        {
            return default;
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
    private static string? Option(string file, string name)
    {
        var forDevelopment = Path.ChangeExtension(file, ".dev.json");
        return Said(file, name) ?? (File.Exists(forDevelopment) ? Said(forDevelopment, name) : null);
    }

    /// <summary>As the host hands it to the runtime.</summary>
    private static string? Said(string file, string name)
    {
        using var document = JsonDocument.Parse(File.ReadAllText(file), Lenient);
        return document.RootElement.GetProperty("runtimeOptions").TryGetProperty("configProperties", out var properties)
            && properties.TryGetProperty(name, out var value)
            ? value.ValueKind == JsonValueKind.String ? value.GetString() : value.GetRawText()
            : null;
    }
}
