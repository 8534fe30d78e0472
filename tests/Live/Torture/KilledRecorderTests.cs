using System.Diagnostics;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Launch;
using Lowtide.Tests.Live.Record;

namespace Lowtide.Tests.Live.Torture;

/// <summary>SIGKILL of a recorder at any moment: its file can be read, and whatever a reader has seen in it before is still there.</summary>
public sealed class KilledRecorderTests : IDisposable
{
    private const int Sample = 6, Whole = 500;

    /// <summary>How long it takes at most until there is something to read, and how long it then lives.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60), Life = TimeSpan.FromMilliseconds(500);

    private readonly Leavings _leavings = new();

    public void Dispose() => _leavings.Dispose();

    [Fact]
    public void Nothing_that_was_committed_is_lost()
    {
        using var family = new ToldFamily(workers: 2);
        var rack = new Rack("kill -9 of a recorder", Sample, Whole);
        var (unbegun, samples) = (0, 0L);
        for (var number = 0; number < rack.Times; number++)
        {
            var random = Rack.Numbers(number);
            var file = _leavings.File($"recording/{number}.lowtide");
            using var recorder = _leavings.Start("record", $"{family.Pid}", "-d", "60s", "--interval", "100ms", "-o", file);
            // One in four may not have come to its first snapshot yet.
            if (random.Next(4) > 0 && !Comes(file, recorder))
                rack.Wrong("the recorder never began", number);
            Thread.Sleep(random.NextDouble() * Life);
            var before = TryRead(file, out _);
            if (recorder.HasExited)
                rack.Wrong($"the recorder ended by itself: {recorder.StandardError.ReadToEnd()}", number);
            recorder.Kill();
            recorder.WaitForExit();
            var began = Stopwatch.StartNew();
            var after = TryRead(file, out var why);
            rack.Tried(began.Elapsed);
            foreach (var left in _leavings.Found())
                rack.Wrong($"left {left}", number);
            if (after is null)
            {
                unbegun++;
                if (before is not null)
                    rack.Wrong($"what could be read can be read no more: {why}", number);
            }
            else
            {
                samples += after.Samples.Count;
                if (after.ClosedCleanly)
                    rack.Wrong("says that it was closed", number);
                if (before is not null && !Keys(before).SequenceEqual(Keys(after).Take(before.Samples.Count)))
                    rack.Wrong("a sample that was read before is not there", number);
                if (number % 20 == 0)
                    Explained(file, rack, number);
            }
            foreach (var one in Directory.GetFiles(Path.GetDirectoryName(file)!))
                File.Delete(one);
        }
        rack.End($"{samples} samples kept, {unbegun} had none yet");
    }

    private static IEnumerable<(double Seconds, int Pid, long? Rss)> Keys(Recordings.Recording recording) =>
        recording.Samples.Select(sample => (sample.Seconds, sample.Pid, sample.Memory.RssBytes));

    private static void Explained(string file, Rack rack, int number)
    {
        var explained = Ran.Lowtide("explain", file, "--details");
        if ((explained.ExitCode, explained.Error) != (0, "") || !explained.Output.Contains("its recorder was killed, or is still at work"))
            rack.Wrong($"explain: {explained.ExitCode} {explained.Error}", number);
    }

    private static bool Comes(string file, Process recorder)
    {
        for (var waited = Stopwatch.StartNew(); waited.Elapsed < Patience && !recorder.HasExited; Thread.Sleep(10))
            if (TryRead(file, out _) is not null)
                return true;
        return false;
    }

    /// <returns>Null where it is refused in one line.</returns>
    private static Recordings.Recording? TryRead(string file, out string? why)
    {
        why = null;
        try
        {
            return RecordingReader.Read(file);
        }
        catch (RecordingException refused) when (!refused.Message.Contains('\n'))
        {
            why = refused.Message;
            return null;
        }
    }
}
