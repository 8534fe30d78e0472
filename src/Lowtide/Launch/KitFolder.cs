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
        if (!IsWhole(files, folder))
            Unpack(files, kits, folder);
        return CacheFolder.Own(folder);
    }

    /// <summary>A disk that was full, a power cut or a hand may have left an empty file, or another: a kit is small, and read whole each time.</summary>
    private static bool IsWhole(IReadOnlyList<KitFile> files, string folder)
    {
        try
        {
            return Directory.Exists(folder) && files.All(file => File.ReadAllBytes(Path.Combine(folder, file.Path)).AsSpan().SequenceEqual(file.Content));
        }
        catch (Exception damaged) when (damaged is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>Whole or not at all: written beside, brought to the disk, then renamed.</summary>
    private static void Unpack(IReadOnlyList<KitFile> files, string kits, string folder)
    {
        var fresh = CacheFolder.Own(Path.Combine(kits, $"unpacking-{Guid.NewGuid():N}"));
        foreach (var file in files)
            Write(file, fresh);
        foreach (var made in Directory.EnumerateDirectories(fresh, "*", SearchOption.AllDirectories).Append(fresh))
            Sync(made);
        try
        {
            Directory.Move(fresh, folder);
        }
        catch (IOException) when (Directory.Exists(folder))
        {
            if (IsWhole(files, folder)) // another start was quicker
                Directory.Delete(fresh, recursive: true);
            else
                Replace(folder, fresh);
        }
        Sync(kits);
    }

    private static void Write(KitFile file, string fresh)
    {
        var path = Path.Combine(fresh, file.Path);
        var parent = CacheFolder.Own(Path.GetDirectoryName(path)!);
        // Python would make a folder with the target's umask, which may let others plant byte code there.
        if (path.EndsWith(".py", StringComparison.Ordinal))
            CacheFolder.Own(Path.Combine(parent, "__pycache__"));
        using var written = new FileStream(path, FileMode.CreateNew, FileAccess.Write);
        written.Write(file.Content);
        File.SetUnixFileMode(written.SafeFileHandle, CacheFolder.Readable & ~Executable);
        written.Flush(flushToDisk: true);
    }

    private static void Replace(string damaged, string fresh)
    {
        var aside = $"{fresh}-damaged";
        Directory.Move(damaged, aside);
        Directory.Move(fresh, damaged);
        Directory.Delete(aside, recursive: true);
    }

    private static void Sync(string folder)
    {
        using var owned = OwnedFolder.Open(folder);
        owned.Sync();
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
