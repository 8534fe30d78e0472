using System.Text.Json;
using System.Text.RegularExpressions;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Record;

public sealed partial class RecordTests : IDisposable
{
    private readonly TempFolder _folder = new();

    /// <summary>In bytes: a page is shared out among the types on it, and the parts are whole bytes.</summary>
    private const long Rounding = 64;

    /// <summary>In bytes: a library's page is shared out among all who map it, also programs that begin and end between two looks.</summary>
    private const long OthersShare = 64 * 1024;

    private string FileName => _folder.File("x.lowtide");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Every_member_every_interval_between_two_censuses()
    {
        using var family = new ToldFamily(workers: 2);
        var ran = Ran.Lowtide("record", $"{family.Pid}", "-d", "2s", "--interval", "200ms", "-o", FileName, "--json");
        Assert.Equal((0, ""), (ran.ExitCode, ran.Error));
        var document = JsonDocument.Parse(ran.Output).RootElement;
        Schemas.MustHold(ran.Output);
        Assert.Equal("duration", document.GetProperty("ended").GetString());

        var recording = RecordingReader.Read(FileName);
        Assert.True(recording.ClosedCleanly);
        Assert.Equal(2, recording.Snapshots.Count);
        Assert.All(recording.Snapshots, snapshot => Assert.All(snapshot.Workers, worker => Assert.NotNull(worker.Census)));
        Assert.Equal(family.Pid, recording.Picture?.MasterPid);
        Assert.Equal(document.GetProperty("samples").GetInt32(), recording.Samples.Count);
        foreach (var pid in family.Workers.Append(family.Pid))
        {
            var samples = recording.Samples.Where(sample => sample.Pid == pid).ToList();
            // Of eleven: a busy machine may miss some, and must not double any.
            Assert.InRange(samples.Count, 5, 11);
            Assert.Equal(samples.Count, samples.DistinctBy(sample => sample.Seconds).Count());
            Assert.All(samples, sample => Assert.Equal(pid == family.Pid ? Role.Master : Role.Worker, sample.Role));
            Assert.All(samples, sample => Assert.Equal(3, sample.Collections?.Count));
            Assert.NotNull(samples[^1].Memory.PssBytes);
        }
        // The machine is sampled at the same times.
        Assert.Equal(recording.Samples.Select(sample => sample.Seconds).Distinct(), recording.SystemSamples.Select(sample => sample.Seconds));
        var total = 1024 * long.Parse(
            File.ReadLines("/proc/meminfo").Single(line => line.StartsWith("MemTotal:", StringComparison.Ordinal)).Split(' ')[^2]);
        Assert.All(recording.SystemSamples, sample => Assert.Equal(total, sample.Host.TotalBytes));
        Assert.All(recording.SystemSamples, sample => Assert.InRange(sample.Host.AvailableBytes ?? -1, 1, total));
        Assert.All(recording.SystemSamples, sample => Assert.Equal(recording.Latest.Cgroup?.Path, sample.Cgroup?.Path));
    }

    [Fact]
    public void Workers_that_come_and_go()
    {
        using var family = new ToldFamily(workers: 2);
        var (gone, stayed) = (family.Workers[0], family.Workers[1]);
        using var recorder = new Recorder(family.Pid, FileName, "-d", "60s", "--interval", "100ms");
        recorder.WaitFor(recording => recording.Samples.Count(sample => sample.Pid == gone) > 2);
        family.Tell($"end {gone}");
        family.Tell("fork 1");
        var came = family.Workers.Except([stayed]).Single();
        recorder.WaitFor(recording => recording.Samples.Count(sample => sample.Pid == came) > 2);
        recorder.Signal("INT");
        var ran = recorder.End();
        Assert.Equal(0, ran.ExitCode);
        Assert.Contains("ended early as asked", ran.Output);

        var recording = RecordingReader.Read(FileName);
        Assert.Equal([stayed, came], recording.Latest.Workers.Select(worker => worker.Process.Pid));
        Assert.True(recording.ClosedCleanly);
        // The picture is older than the worker that came, so that it was judged by it: nothing of it is undecided.
        Assert.Equal(0, recording.Latest.Workers[1].Census!.Tally.UndecidedBytes);
        var last = recording.Samples[^1].Seconds;
        Assert.True(recording.Samples.Last(sample => sample.Pid == gone).Seconds < last);
        Assert.True(recording.Samples.First(sample => sample.Pid == came).Seconds > 0);
    }

    [Theory]
    [InlineData("INT")]
    [InlineData("TERM")]
    public void A_signal_ends_it_early_but_whole(string signal)
    {
        using var family = new ToldFamily(workers: 1);
        using var recorder = new Recorder(family.Pid, FileName, "-d", "1h");
        recorder.WaitFor(recording => recording.Picture is not null);
        recorder.Signal(signal);
        Assert.Equal(0, recorder.End().ExitCode);
        Assert.Equal(2, RecordingReader.Read(FileName).Snapshots.Count);
        Assert.Equal([FileName], Directory.GetFiles(_folder.Path));
    }

    [Fact]
    public void A_target_that_ends_ends_the_recording()
    {
        using var family = new ToldFamily(workers: 1);
        // Younger, with the same command line, and yet no successor: it was there before the recording.
        using var stranger = new ToldFamily(like: family);
        using var recorder = new Recorder(family.Pid, FileName, "-d", "60s", "--interval", "100ms");
        recorder.WaitFor(recording => recording.Samples.Count > 4);
        family.Kill();
        var ran = recorder.End();
        Assert.Equal(0, ran.ExitCode);
        Assert.Contains($"process {family.Pid} (", ran.Output);
        Assert.Contains("ended early with its target", ran.Output);
        var recording = RecordingReader.Read(FileName);
        Assert.True(recording.ClosedCleanly);
        Assert.Single(recording.CouldNotRead, missing => missing.What == "the end of the recording");
        Assert.Equal(0, Ran.Lowtide("explain", FileName, "--details").ExitCode);
    }

    [Fact]
    public void A_lone_process_has_samples_and_no_census()
    {
        using var lone = new ToldFamily();
        Assert.Equal(0, Ran.Lowtide("record", $"{lone.Pid}", "-d", "500ms", "--interval", "100ms", "-o", FileName).ExitCode);
        var recording = RecordingReader.Read(FileName);
        Assert.All(recording.Samples, sample => Assert.Equal((lone.Pid, Role.Master), (sample.Pid, sample.Role)));
        Assert.NotNull(recording.Samples[^1].Memory.RssBytes);
        Assert.All(recording.Snapshots, snapshot => Assert.All(snapshot.Members, member => Assert.Null(member.Census)));
        Assert.Equal(0, Ran.Lowtide("explain", FileName, "--details").ExitCode);
    }

    /// <summary>Promise 4: the same finding from the live target and from its recording.</summary>
    [Fact]
    public void What_is_found_live_is_found_in_the_file()
    {
        using var family = new ToldFamily(workers: 2);
        family.Tell("change");
        Assert.Equal(0, Ran.Lowtide("record", $"{family.Pid}", "-d", "300ms", "-o", FileName).ExitCode);
        var live = Ran.Lowtide("explain", $"{family.Pid}", "--json");
        var file = Ran.Lowtide("explain", FileName, "--json");
        Assert.Equal(Of(live, "findings"), Of(file, "findings"));
        Assert.Equal(WithoutShares(live), WithoutShares(file));
        Assert.All(Shares(live).Zip(Shares(file)), bytes => Assert.InRange(bytes.First - bytes.Second, -OthersShare, OthersShare));
        Assert.All(Copied(live).Zip(Copied(file)), causes => Assert.InRange(causes.First - causes.Second, -Rounding, Rounding));

        // The pages by what copied them are the same as the sums, in which they are told apart by type as well.
        foreach (var worker in RecordingReader.Read(FileName).Latest.Workers)
            foreach (var trace in Enum.GetValues<CopyTrace>().Skip(1))
                Assert.InRange(
                    worker.Copies!.Where(copied => copied.Trace == trace).Sum(copied => copied.Bytes)
                        - (worker.Census!.Regions.Sum(region => (long)region.Traces!.Count(page => page == trace)) * Page.Size),
                    -Rounding, Rounding);

        static string Of(Ran ran, string part) => JsonDocument.Parse(ran.Output).RootElement.GetProperty(part).GetRawText();

        static string WithoutShares(Ran ran) => Sizes().Replace(Of(ran, "family"), "");

        static IEnumerable<long> Shares(Ran ran) => Sizes().Matches(Of(ran, "family")).Select(bytes => long.Parse(bytes.Value));

        static IEnumerable<long> Copied(Ran ran) => JsonDocument.Parse(ran.Output).RootElement.GetProperty("copied_bytes_by_cause").EnumerateArray()
            .SelectMany(worker => worker.EnumerateObject()).Where(cause => cause.Value.ValueKind == JsonValueKind.Number)
            .Select(cause => cause.Value.GetInt64());
    }

    [Fact]
    public void Looking_leaves_what_is_shared_shared()
    {
        using var family = new ToldFamily(workers: 2);
        int[] members = [.. family.Workers, family.Pid];
        var before = members.Select(PrivateDirty).ToList();
        Assert.Equal(0, Ran.Lowtide("record", $"{family.Pid}", "-d", "1s", "--interval", "200ms", "-o", FileName).ExitCode);
        // All of the family's memory was read in between: process_vm_readv would have copied a MiB and more.
        foreach (var (pid, was) in members.Zip(before))
            Assert.InRange(PrivateDirty(pid) - was, long.MinValue, 100 * 1024);

        // Not what is private and clean: a library's pages become that when other programs that map it end.
        static long PrivateDirty(int pid) => long.Parse(
            File.ReadLines($"/proc/{pid}/smaps_rollup").Single(line => line.StartsWith("Private_Dirty:", StringComparison.Ordinal))
                .Split(' ', StringSplitOptions.RemoveEmptyEntries)[1]) * 1024;
    }

    [GeneratedRegex(@"(?<=bytes"": )\d+", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Sizes();
}
