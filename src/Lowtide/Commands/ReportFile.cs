using System.Text;
using Lowtide.Reports.Blocks;

namespace Lowtide.Commands;

/// <summary>
/// The file that a report is written to. Reports are made again and again, so one is overwritten; what is not a report never is, as a
/// recording or a trial may be all that is left of a night.
/// </summary>
internal static class ReportFile
{
    /// <summary>Every format names its document near the beginning.</summary>
    private const int Head = 256;

    /// <summary>In the current folder.</summary>
    public static string DefaultName(string file) => Path.ChangeExtension(Path.GetFileName(file), ".html");

    /// <exception cref="Failure">Something else is there, or no folder for it.</exception>
    public static void MustBeOurs(string path)
    {
        if (Directory.Exists(path))
            throw Failure.Wrong($"{path} is a folder: name a file in it");
        OutputFolder.MustBeThere(path);
        if (!File.Exists(path))
            return;
        var head = new byte[Head];
        int read;
        try
        {
            using var file = File.OpenHandle(path);
            read = RandomAccess.Read(file, head, 0);
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            throw CannotWrite(path, refused);
        }
        if (read > 0 && head.AsSpan(0, read).IndexOf(Encoding.ASCII.GetBytes(ReportDocument.Name)) < 0)
            throw Failure.Wrong($"{path} is there already and is no report: name another file");
    }

    /// <summary>Whole or not at all: it is written beside and then put in its place.</summary>
    /// <returns>Its size in bytes.</returns>
    /// <exception cref="Failure">It cannot be written.</exception>
    public static long Write(string path, string text)
    {
        var folder = Path.GetDirectoryName(Path.GetFullPath(path))!;
        var beside = Path.Combine(folder, $".{Path.GetFileName(path)}.{Environment.ProcessId}");
        try
        {
            File.WriteAllText(beside, text);
            File.Move(beside, path, overwrite: true);
            return new FileInfo(path).Length;
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            File.Delete(beside);
            throw CannotWrite(path, refused);
        }
    }

    private static Failure CannotWrite(string path, Exception refused) => new($"cannot write {path}: {Refusal.Why(refused)}");
}
