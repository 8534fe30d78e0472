namespace Lowtide.Commands;

/// <summary>A file that a verb is going to write beside what it shows: never over another, and refused before anything is done.</summary>
internal static class NewFile
{
    /// <param name="option">That named it.</param>
    /// <returns>The path; null where none was named.</returns>
    /// <exception cref="Failure">A wrong call.</exception>
    public static string? Checked(string? path, string option)
    {
        if (path is null)
            return null;
        if (Path.Exists(path))
            throw Failure.Wrong($"{path} exists already; name another file with {option}");
        OutputFolder.MustBeThere(path);
        try
        {
            using var probe = new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 0, FileOptions.DeleteOnClose);
            return path;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw Failure.Wrong($"{path} cannot be written ({failure.Message.TrimEnd('.')}); name another file with {option}");
        }
    }

    /// <param name="path">As <see cref="Checked"/> returned it.</param>
    /// <exception cref="Failure">The disk is full, or the file has come meanwhile: nothing of it is left.</exception>
    public static void Write(string path, Action<TextWriter> write)
    {
        var isOurs = false;
        try
        {
            using var file = new StreamWriter(new FileStream(path, FileMode.CreateNew, FileAccess.Write));
            isOurs = true;
            write(file);
            file.Flush();
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            if (isOurs)
                File.Delete(path);
            throw new Failure($"{path} cannot be written ({failure.Message.TrimEnd('.')}); nothing of it was kept");
        }
    }
}
