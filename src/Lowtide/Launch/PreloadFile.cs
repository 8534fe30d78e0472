using Lowtide.Analysis.Remedies;

namespace Lowtide.Launch;

/// <summary>
/// Where a library lies that LD_PRELOAD is to name. Of a bare name that it does not find the loader only says so on standard error,
/// and starts the program without it.
/// </summary>
internal static class PreloadFile
{
    /// <summary>The loader's own folders on Debian and Ubuntu, then on Fedora and Arch, then what was built by hand.</summary>
    private static readonly string[] Folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/local/lib"];

    /// <exception cref="Failure">It is in none of the system's folders.</exception>
    public static string Of(IRemedy remedy)
    {
        var library = remedy.Launch.Environment["LD_PRELOAD"];
        return Folders.Select(folder => Path.Combine(folder, library)).FirstOrDefault(File.Exists)
            ?? throw new Failure($"{remedy.Id} needs {library}, which is not installed: apt-get install {remedy.Launch.Package}");
    }
}
