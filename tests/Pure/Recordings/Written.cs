using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Microsoft.Data.Sqlite;

namespace Lowtide.Tests.Pure.Recordings;

/// <summary>A recording in a file of its own.</summary>
internal sealed class Written : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("lowtide-test-").FullName;

    /// <param name="then">What is kept of .NET after what the recording has of it.</param>
    public Written(Recording recording, bool close = true, params IEnumerable<DotNetTrace> then)
    {
        var writer = RecordingWriter.Create(FileName, recording.Host);
        foreach (var snapshot in recording.Snapshots)
            writer.Add(snapshot);
        writer.Add(recording.Samples);
        foreach (var sample in recording.SystemSamples)
            writer.Add(sample);
        if (recording.Faults is { } faults)
            writer.Keep(faults);
        if (recording.DotNet is { } trace)
            writer.Keep(trace);
        foreach (var next in then)
            writer.Keep(next);
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

    /// <summary>Changes the file behind Lowtide's back.</summary>
    public void Run(string sql)
    {
        using var connection = new SqliteConnection($"Data Source={FileName};Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
#pragma warning disable CA2100 // the test's own constants
        command.CommandText = sql;
#pragma warning restore CA2100
        command.ExecuteNonQuery();
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
