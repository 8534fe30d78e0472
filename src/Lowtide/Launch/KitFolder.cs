using System.Security.Cryptography;
using System.Text;
using Lowtide.Analysis.Remedies.Kits;

namespace Lowtide.Launch;

/// <summary>
/// The kits (kits/ of the source) are embedded in the program; a target reads them from a folder, unpacked when
/// first used and named by its content, so that a later Lowtide never changes what a running server may still import.
/// </summary>
internal static class KitFolder
{
    private const UnixFileMode Executable =
        UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;

    /// <summary>The path of the kit's folder, readable for every user.</summary>
    /// <exception cref="Failure">No place for it that can be trusted.</exception>
    public static string Unpacked(Kit kit)
    {
        var files = KitFile.Of(kit);
        var kits = CacheFolder.Open("kits");
        var folder = Path.Combine(kits, $"{kit.Name}-{ContentHash(files)}");
        if (!Directory.Exists(folder))
            Unpack(files, kits, folder);
        return CacheFolder.Own(folder);
    }

    /// <summary>Whole or not at all: written beside, then renamed.</summary>
    private static void Unpack(IReadOnlyList<KitFile> files, string kits, string folder)
    {
        var fresh = CacheFolder.Own(Path.Combine(kits, $"unpacking-{Guid.NewGuid():N}"));
        foreach (var file in files)
        {
            var path = Path.Combine(fresh, file.Path);
            var parent = CacheFolder.Own(Path.GetDirectoryName(path)!);
            // Python would make a folder with the target's umask, which may let others plant byte code there.
            if (path.EndsWith(".py", StringComparison.Ordinal))
                CacheFolder.Own(Path.Combine(parent, "__pycache__"));
            File.WriteAllBytes(path, file.Content);
            File.SetUnixFileMode(path, CacheFolder.Readable & ~Executable);
        }
        try
        {
            Directory.Move(fresh, folder);
        }
        catch (IOException) when (Directory.Exists(folder)) // another start was quicker
        {
            Directory.Delete(fresh, recursive: true);
        }
    }

    private static string ContentHash(IReadOnlyList<KitFile> files)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (var file in files)
        {
            hash.AppendData(Encoding.UTF8.GetBytes($"{file.Path}\0{file.Content.Length}\0"));
            hash.AppendData(file.Content);
        }
        return Convert.ToHexStringLower(hash.GetHashAndReset())[..16];
    }
}
