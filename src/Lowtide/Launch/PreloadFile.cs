using Lowtide.Analysis.Remedies;
using Lowtide.Capture.Elf;

namespace Lowtide.Launch;

/// <summary>
/// Where a library lies that LD_PRELOAD is to name. Of a bare name that it does not find, and of a library for another architecture, the loader
/// only says so on standard error, and starts the program without it.
/// </summary>
internal static class PreloadFile
{
    /// <summary>The loader's own folders on Debian and Ubuntu, then on Fedora and Arch, then what was built by hand.</summary>
    private static readonly string[] Folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/local/lib"];

    /// <exception cref="Failure">It is in none of the system's folders, or for another architecture there.</exception>
    public static string Of(IRemedy remedy) => In(Folders, remedy);

    internal static string In(IReadOnlyList<string> folders, IRemedy remedy)
    {
        var library = remedy.Launch.Environment["LD_PRELOAD"];
        var found = folders.Select(folder => Path.Combine(folder, library)).Where(File.Exists).ToList();
        return found.Find(IsForX86)
            ?? throw new Failure(found.Count == 0
                ? $"{remedy.Id} needs {library}, which is not installed: apt-get install {remedy.Launch.Package}"
                : $"{remedy.Id} needs {library} for x86-64, and {found[0]} is none: apt-get install {remedy.Launch.Package}:amd64");
    }

    private static bool IsForX86(string path)
    {
        using var file = File.OpenHandle(path);
        return ElfHead.Read(file) == ElfTarget.X86;
    }
}
