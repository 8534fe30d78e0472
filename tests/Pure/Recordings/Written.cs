using Lowtide.Recordings;
using Lowtide.Recordings.Storage;

namespace Lowtide.Tests.Pure.Recordings;

/// <summary>A recording in a file of its own.</summary>
internal sealed class Written : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("lowtide-test-").FullName;

    public Written(Recording recording, bool close = true)
    {
        var writer = RecordingWriter.Create(FileName, recording.Host);
        foreach (var snapshot in recording.Snapshots)
            writer.Add(snapshot);
        writer.Add(recording.Samples);
        if (recording.Picture is { } picture)
            writer.Add(picture);
        foreach (var unreadable in recording.CouldNotRead)
            writer.Add(unreadable);
        if (!close)
            writer.Abandon();
        writer.Dispose();
    }

    public string FileName => Path.Combine(_folder, "x.lowtide");

    public string Beside(string name) => Path.Combine(_folder, name);

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
