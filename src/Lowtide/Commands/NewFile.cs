using System.Security.Cryptography;

namespace Lowtide.Commands;

/// <summary>
/// A file that a verb writes: made before anything is done, so that a refusal comes at once and nobody can put a link in its place meanwhile (O_EXCL follows
/// none). Whole or not at all: of one that was not written nothing is left.
/// </summary>
internal sealed class NewFile : IDisposable
{
    private readonly FileStream _file;
    private bool _isWhole;

    private NewFile(string path) => _file = new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.Read);

    /// <param name="option">That named it.</param>
    /// <returns>Null where none was named.</returns>
    /// <exception cref="Failure">A wrong call: it is there, or cannot be made.</exception>
    public static NewFile? Create(string? path, string option)
    {
        if (path is null)
            return null;
        if (Path.Exists(path))
            throw Failure.Wrong($"{path} exists already; name another file with {option}");
        OutputFolder.MustBeThere(path);
        try
        {
            return new NewFile(path);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw Failure.Wrong($"{path} cannot be written ({failure.Message.TrimEnd('.')}); name another file with {option}");
        }
    }

    /// <summary>For one that another part of the program will make: whether it could be now.</summary>
    /// <inheritdoc cref="Create"/>
    public static string? Checked(string? path, string option)
    {
        Create(path, option)?.Dispose();
        return path;
    }

    /// <summary>Under a name that nobody knows before, to be put in the place of <paramref name="path"/>.</summary>
    public static NewFile Beside(string path) => new(Path.Combine(
        Path.GetDirectoryName(Path.GetFullPath(path))!, $".{Path.GetFileName(path)}.{RandomNumberGenerator.GetHexString(16, lowercase: true)}"));

    public string FileName => _file.Name;

    /// <returns>Its size in bytes.</returns>
    /// <exception cref="Failure">The disk is full.</exception>
    public long Write(Action<TextWriter> write)
    {
        try
        {
            using (var text = new StreamWriter(_file, leaveOpen: true))
                write(text);
            _file.Flush();
            _isWhole = true;
            return _file.Length;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new Failure($"{FileName} cannot be written ({failure.Message.TrimEnd('.')}); nothing of it was kept");
        }
    }

    public void MakeExecutable() =>
        File.SetUnixFileMode(_file.SafeFileHandle, File.GetUnixFileMode(_file.SafeFileHandle) | UnixFileMode.UserExecute);

    /// <summary>It has been given its own name.</summary>
    /// <param name="overwrite">What is there goes.</param>
    public void MoveTo(string path, bool overwrite)
    {
        try
        {
            File.Move(FileName, path, overwrite);
        }
        catch
        {
            _isWhole = false;
            throw;
        }
    }

    public void Dispose()
    {
        _file.Dispose();
        if (!_isWhole)
            File.Delete(FileName);
    }
}
