namespace Lowtide.Commands;

/// <summary>The file for a flame graph. One that is there is never overwritten: it may be anything.</summary>
internal static class FoldedFile
{
    /// <summary>Before the target is watched, not after.</summary>
    /// <exception cref="Failure">It is there, or its folder is not.</exception>
    public static void MustBeNew(string path)
    {
        if (File.Exists(path) || Directory.Exists(path))
            throw Failure.Wrong($"{path} is there already: name another file");
        OutputFolder.MustBeThere(path);
    }

    /// <exception cref="Failure">It cannot be written.</exception>
    public static void Write(string path, IEnumerable<string> lines)
    {
        try
        {
            File.WriteAllLines(path, lines);
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            throw new Failure($"cannot write {path}: {Refusal.Why(refused)}");
        }
    }
}
