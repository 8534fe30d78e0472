namespace Lowtide;

/// <summary>Where a file is to be written that the caller named.</summary>
internal static class OutputFolder
{
    /// <exception cref="Failure">A wrong call: there is no such folder.</exception>
    public static void MustBeThere(string path)
    {
        if (Path.GetDirectoryName(Path.GetFullPath(path)) is { } folder && !Directory.Exists(folder))
            throw Failure.Wrong($"cannot write {path}: there is no folder {folder}");
    }
}
