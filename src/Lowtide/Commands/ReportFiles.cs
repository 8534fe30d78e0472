using Lowtide.Capture.DotNet;
using Lowtide.Recordings.Storage;
using Lowtide.Reports.Report;
using Lowtide.Trials.Past;
using Lowtide.Writing;

namespace Lowtide.Commands;

/// <summary>What a report's FILEs mean: recordings, .nettrace files and trials are told apart by how they begin, whatever they are named.</summary>
internal static class ReportFiles
{
    /// <summary>Bytes that tell them apart.</summary>
    private const int Head = 16;

    /// <param name="load">Period of the recorded servers' load; null for a day.</param>
    /// <exception cref="Failure">One is missing, damaged, newer or of something else, or there are too many recordings.</exception>
    public static ReportMaterial Read(IReadOnlyList<string> files, TimeSpan? load = null)
    {
        var (recordings, trials) = (new List<string>(), new List<string>());
        foreach (var file in files)
            (IsTrial(file) ? trials : recordings).Add(file);
        if (recordings.Count > ReportMaterial.MostRecordings)
            throw Failure.Wrong($"a report takes {ReportMaterial.MostRecordings} recordings at most, .nettraces among them, the one before "
                + $"a change and the one after it, not {recordings.Count}");
        return ReportMaterial.Of([.. recordings.Select(file => (file, Targets.File(file, load)))], [.. trials.Select(path => PastTrial.Read(path))]);
    }

    /// <summary>Of servers that are watched, by their names.</summary>
    /// <exception cref="Failure">Nothing of one was kept, or there are too many.</exception>
    public static ReportMaterial Kept(IReadOnlyList<string> names, TimeSpan? load, Stretch stretch) => names.Count > ReportMaterial.MostRecordings
        ? throw Failure.Wrong($"a report takes {ReportMaterial.MostRecordings} servers at most, not {names.Count}")
        : ReportMaterial.Of([.. names.Select(name => (name, stretch.Of(name, load, TimeProvider.System)))], []);

    /// <summary>A trial's file is JSON lines; what cannot be opened is left to the reader of recordings to refuse.</summary>
    private static bool IsTrial(string file)
    {
        if (Directory.Exists(file))
            throw Failure.Wrong($"{Screen.Plain(file)} is a folder: name the recordings and trials in it");
        try
        {
            using var stream = RegularFile.Open(file);
            ReadOnlySpan<byte> read = RegularFile.Head(stream, Head);
            return read.StartsWith("{"u8)
                || (RecordingReader.MayBeRecording(read) || NetTraceFile.IsOne(file)
                    ? false
                    : throw new Failure($"{Screen.Plain(file)} is neither a recording nor a trial nor a .nettrace: a report is made of files that "
                        + "'lowtide record', 'lowtide trial' and dotnet-trace wrote"));
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
