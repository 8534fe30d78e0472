using System.Diagnostics;
using System.Net.Sockets;
using System.Reflection;
using System.Runtime.InteropServices;
using Lowtide.Commands;
using Lowtide.Recordings.Storage;
using Lowtide.Trials.Storage;
using Microsoft.Data.Sqlite;

namespace Lowtide.Tests.Pure.Recordings;

/// <summary>What somebody names as a file and is none: a pipe and /dev/zero were waited for, or read, for ever.</summary>
public sealed partial class NamedFileTests : IDisposable
{
    private readonly TempFolder _folder = new();

    private Socket? _socket;

    public void Dispose()
    {
        _socket?.Dispose();
        _folder.Dispose();
    }

    [Theory]
    [InlineData("pipe", "it is a pipe")]
    [InlineData("/dev/zero", "it is a device")]
    [InlineData("/dev/ptmx", "it is a device")]
    [InlineData("socket", "it is a socket")]
    [InlineData("folder", "it is a folder")]
    [InlineData("link", "it is a pipe")]
    public void Is_refused_at_once_by_every_reader(string kind, string why)
    {
        var path = Made(kind);
        var began = Stopwatch.GetTimestamp();
        Assert.Contains(why, Assert.Throws<Failure>(() => Targets.File(path)).Message);
        Assert.Contains(why, Assert.ThrowsAny<Exception>(() => KeptTrial.Read(path)).Message);
        Assert.Contains(kind == "folder" ? "is a folder" : why, Assert.Throws<Failure>(() => ReportFiles.Read([path])).Message);
        Assert.Throws<Failure>(() => ReportFile.MustBeOurs(path));
        Assert.False(RecordingReader.IsOne(path));
        Assert.InRange(Stopwatch.GetElapsedTime(began), TimeSpan.Zero, TimeSpan.FromSeconds(2));
    }

    /// <summary>Root asks for nothing beside a file that it reads, and leaves nothing there.</summary>
    [Fact]
    public void Nothing_is_written_beside_a_recording_that_is_read()
    {
        using var written = new Written(Recorded.Full, close: false);
        var before = Directory.GetFiles(Path.GetDirectoryName(written.FileName)!).Order();
        RecordingReader.Read(written.FileName);
        Assert.Equal(before, Directory.GetFiles(Path.GetDirectoryName(written.FileName)!).Order());
        Assert.Equal(["x.lowtide", "x.lowtide-wal"], before.Select(Path.GetFileName));
    }

    [Theory]
    [InlineData("pipe")]
    [InlineData("/dev/zero")]
    public void A_wal_that_is_no_file_is_refused(string kind)
    {
        using var written = new Written(Recorded.Full);
        File.CreateSymbolicLink($"{written.FileName}-wal", Made(kind));
        Assert.Contains("of its -wal: it is", Assert.Throws<RecordingException>(() => RecordingReader.Read(written.FileName)).Message);
    }

    [Fact]
    public void A_recording_that_holds_nothing_yet_says_so()
    {
        var path = _folder.File("x.lowtide");
        using var writer = RecordingWriter.Create(path, Recorded.Host);
        Assert.Contains("holds nothing yet: its recorder was killed before its first look was kept", Assert.Throws<RecordingException>(() =>
            RecordingReader.Read(path)).Message);
    }

    /// <summary>It said that what the file held could be read, and left one that held nothing.</summary>
    [Fact]
    public void A_disk_that_is_full_before_the_first_look_leaves_no_file()
    {
        var path = _folder.File("x.lowtide");
        using (var writer = RecordingWriter.Create(path, Recorded.Host))
        {
            // SQLite ends so too where a file system has no room.
            var field = typeof(RecordingWriter).GetField("_connection", BindingFlags.Instance | BindingFlags.NonPublic)!;
            ((SqliteConnection)field.GetValue(writer)!).Execute("PRAGMA max_page_count=1");
            Assert.Equal(
                $"{path} cannot be written (database or disk is full); nothing was recorded yet, and no file is left: make room, or name one elsewhere with -o",
                Assert.Throws<RecordingException>(() => writer.Add(Recorded.Full.Snapshots[0])).Message);
        }
        Assert.Empty(Directory.GetFiles(_folder.Path));
    }

    [Fact]
    public void What_is_kept_in_memory_is_what_a_file_gives()
    {
        using var writer = RecordingWriter.InMemory(Recorded.Host);
        foreach (var snapshot in Recorded.Full.Snapshots)
            writer.Add(snapshot);
        writer.Add(Recorded.Full.Samples);
        writer.Close();
        var read = writer.Recorded();
        Assert.True(read.ClosedCleanly);
        Assert.Equivalent(Recorded.Full.Snapshots, read.Snapshots, strict: true);
        Assert.Equivalent(Recorded.Full.Samples, read.Samples, strict: true);
    }

    private string Made(string kind)
    {
        var path = kind.StartsWith('/') ? kind : _folder.File($"{kind}.lowtide");
        switch (kind)
        {
            case "pipe":
                Assert.Equal(0, MakePipe(path, 0x180));
                break;
            case "socket":
                _socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
                _socket.Bind(new UnixDomainSocketEndPoint(path));
                break;
            case "folder":
                Directory.CreateDirectory(path);
                break;
            case "link":
                File.CreateSymbolicLink(path, Made("pipe"));
                break;
        }
        return path;
    }

    [LibraryImport("libc", EntryPoint = "mkfifo", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int MakePipe(string path, uint mode);
}
