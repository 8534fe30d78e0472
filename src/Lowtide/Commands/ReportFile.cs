using System.Text;
using Lowtide.Recordings.Storage;
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
    public static string DefaultName(string file) => Path.ChangeExtension(Path.GetFileName(file), ReportFormat.All[0].Extensions[0]);

    /// <exception cref="Failure">Something else is there, or no folder for it.</exception>
    public static void MustBeOurs(string path)
    {
        if (Directory.Exists(path))
            throw Failure.Wrong($"{path} is a folder: name a file in it");
        OutputFolder.MustBeThere(path);
        try
        {
            if (!IsReport(path))
                throw Failure.Wrong($"{path} is there already and is no report: name another file");
        }
        catch (FileNotFoundException)
        {
            // A new one.
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            throw CannotWrite(path, refused);
        }
    }

    /// <summary>Whole or not at all: it is written beside and then put in its place.</summary>
    /// <returns>Its size in bytes.</returns>
    /// <exception cref="Failure">It cannot be written, or something else is there now.</exception>
    public static long Write(string path, string text)
    {
        MustBeOurs(path);
        try
        {
            using var beside = NewFile.Beside(path);
            var bytes = beside.Write(file => file.Write(text));
            beside.MoveTo(path, overwrite: Path.Exists(path));
            return bytes;
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            throw CannotWrite(path, refused);
        }
    }

    private static bool IsReport(string path)
    {
        using var file = RegularFile.Open(path);
        var head = RegularFile.Head(file, Head);
        return head.Length == 0 || head.AsSpan().IndexOf(Encoding.ASCII.GetBytes(ReportDocument.Name)) >= 0;
    }

    private static Failure CannotWrite(string path, Exception refused) => new($"cannot write {path}: {Refusal.Why(refused)}");
}
