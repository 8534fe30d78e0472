using Lowtide.Capture.Elf;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.Malloc;

/// <summary>Whether what LD_PRELOAD names is really loaded: the loader only warns, on a standard error that nobody may read.</summary>
internal static class PreloadReader
{
    /// <summary>Whoever starts a program may write 20,000 names there, and each is looked for among all that is mapped.</summary>
    private const int Most = 16;

    /// <param name="settings">The environment at the process's start.</param>
    /// <returns>Of the first <see cref="Most"/>.</returns>
    public static IReadOnlyList<PreloadFacts> Read(AddressSpace space, IReadOnlyDictionary<string, string> settings) =>
        [.. StartSetting.Preload.In(settings).Take(Most).Select(library =>
        {
            var loaded = space.Mappings.Any(mapping => IsOf(mapping, library));
            return new PreloadFacts(library, loaded, loaded ? null : Why(space.Pid, library));
        })];

    /// <summary>A mapping shows the file's own name, the variable may name a link to it: libx.so for libx.so.2 or libx-1.0.so.</summary>
    private static bool IsOf(Mapping mapping, string library)
    {
        var name = Path.GetFileName(library.AsSpan());
        var end = name.IndexOf(".so");
        var stem = end < 0 ? name : name[..end];
        return !mapping.IsAnonymous && stem.Length > 0 && mapping.FileName.StartsWith(stem)
            && mapping.FileName[stem.Length..] is var rest && (rest.IsEmpty || rest[0] is '.' or '-');
    }

    private static string? Why(int pid, string library)
    {
        if (!library.StartsWith('/'))
            return null;
        using var file = MappedFile.TryOpenNamed(pid, library, out var missing);
        return missing ? "there is no such file" : file is null ? null : ElfHead.Read(file) switch
        {
            ElfTarget.NoElf => "it is no library",
            ElfTarget.OtherArchitecture => "it is for another architecture",
            _ => null,
        };
    }
}
