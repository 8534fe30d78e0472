using System.Globalization;
using Lowtide.Capture.DotNet;
using Lowtide.Capture.Kits;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace Lowtide.Tests.Pure.Recordings;

/// <summary>
/// Whatever a target has decoders tell can be written and read back. Its numbers made recordings that were refused as damaged, and ended a live
/// 'lowtide compare' in "a bug in Lowtide".
/// </summary>
public sealed class ToldNumbersTests
{
    private static readonly string[] Extremes =
    [
        "0", "-1", "281474976710656", "1125899906842624", "9007199254740993", "4611686018427387904", "9223372036854775807", "-9223372036854775808",
        "99999999999999999999", "1e300", "-0.001", "1e5", "3.3e10", "99999999999", "NaN", "Infinity", "",
    ];

    [Fact]
    public void Pythons_sheets()
    {
        var lines = Extremes.SelectMany(one => Extremes.SelectMany(other => new[]
        {
            $"trim\t7\t{one}\t{other}\t{one}", $"trim\t7\t5\t0.5\t{one}", $"trim\t{one}\t5\t0.5\t{other}", $"once\t{one}\t{other}\tcompacted\t{one}",
            $"cycles\t{one}\t5\t{other}\t{one}\t0.5\tint={other}\tdict={one}", $"cycles\t7\t5\t{one}\t{other}\t0.5", $"call\t{one}\t{other}\tgc.enable\t",
        }));
        var largest = $"cycles\t7\t5\t1\t1\t0.5{string.Concat(Enumerable.Repeat("\tint=281474976710656", 3_000))}";
        ComeBack(member => member with { Notes = KitNotesReader.Parse([string.Join('\n', lines), string.Join('\n', Enumerable.Repeat(largest, 5))]) });
    }

    [Fact]
    public void Rubys_sheets()
    {
        foreach (var extreme in Extremes)
        {
            var fields = string.Concat(Enumerable.Range(0, 1_000).Select(name => $"\tn{name}={extreme}"));
            var text = string.Create(CultureInfo.InvariantCulture, $"stat\t7\t{(extreme.Length > 9 ? extreme : "1.5")}\theap_live_slots={extreme}{fields}\n")
                + $"pool\t0\tslot_size=40\theap_eden_slots=9{fields}\nwalk\ta\t{extreme}{fields}\nwalk\ta\t0.5{fields}\n";
            if (RubyKitReader.Parse(text, 7) is { } kit)
                ComeBack(member => member with { RubyKit = kit }, new Sample(1, 7, 1, Role.Worker, MemoryUse.Unknown, null) { Ruby = RubyCounts.Of(kit) });
        }
    }

    [Fact]
    public void Events_of_a_NET()
    {
        var allowance = new Allowance(() => 0);
        var (reducer, waits, number) = (new CollectionReducer(allowance), new WaitReducer(allowance), 0);
        waits.Telling();
        foreach (var time in new[] { 0, 1e300, -1e300, double.NaN, double.PositiveInfinity })
            foreach (var size in new[] { 1, 1L << 47, 1L << 53, long.MaxValue, long.MinValue })
                for (var thread = -1; thread < 1_000; thread++)
                {
                    var at = EventTime.Bounded(time) + number;
                    reducer.Suspending(at, GCSuspendEEReason.SuspendForGC, thread);
                    reducer.Suspended(at, thread);
                    reducer.Began(at, ++number, 2, CollectionKind.Blocking, CollectionReason.Induced);
                    reducer.Remembered(background: false, heaps: thread, compacting: true, load: thread);
                    reducer.RememberedByHeap([size, size, size, size, size], [size, size, size, size, size]);
                    reducer.Sized([size, size, size, size, size], [size, size, size, size, size]);
                    reducer.Ended(EventTime.Bounded(time), number);
                    reducer.Restarted(EventTime.Bounded(-time), thread);
                    waits.Began(thread, at);
                    waits.Ended(thread, EventTime.Bounded(time), 3);
                }
        var (collections, pauses) = reducer.Take(goesOn: false);
        Assert.NotEmpty(collections);
        Assert.True(reducer.Impossible > 0);
        ComeBack(trace: Recorded.Full.DotNet! with { Collections = collections, Pauses = pauses, Waits = waits.Take(), Allocations = null, Deaths = null });
        // What explains a .nettrace adds them up.
        Assert.True(collections.Sum(collection => collection.Before!.Sum()) > 0);
    }

    [Fact]
    public void Deaths_of_a_NETs_objects()
    {
        var deaths = new DeathReducer();
        for (var number = 1; number < 500; number++)
        {
            deaths.Allocated("T", DotNetHeap.Large, null, 4096, 1L << 47, at: 1e9);
            deaths.Began(number == 100 ? int.MaxValue : number, 2, background: false, 0, at: -1e9);
            deaths.Lies(0, ulong.MaxValue, 2);
            deaths.Telling(1, moved: false, 0, 0);
            deaths.Ended(number == 100 ? int.MaxValue : number, 0, at: -1e9);
        }
        var result = deaths.Result();
        Assert.NotEmpty(result.Died);
        ComeBack(trace: Recorded.Full.DotNet! with { Deaths = result });
    }

    /// <summary>Whoever decodes: what no reader would take for a recorder's is not written, and what was written before can be read.</summary>
    [Fact]
    public void What_none_would_read_ends_the_recording_and_not_its_file()
    {
        using var folder = new TempFolder();
        var (path, look) = (folder.File("x.lowtide"), Recorded.Snapshot(0));
        using (var writer = RecordingWriter.Create(path, Recorded.Host))
        {
            writer.Add(look);
            writer.Add([new Sample(1, 7, 1, Role.Worker, new MemoryUse(1, 2, 3, 4, 5), null)]);
            Assert.Contains(
                "processes show what cannot be (row 2 of samples has a value that cannot be): ",
                Wrong(() => writer.Add([new Sample(2, 7, 1, Role.Worker, new MemoryUse(-1, 2, 3, 4, 5), null)])));
        }
        Assert.Single(RecordingReader.Read(path).Samples);
        using var empty = RecordingWriter.InMemory(Recorded.Host);
        Assert.Contains("(a value of CycleCount.Bytes cannot be): nothing was recorded", Wrong(() => empty.Add(look with
        {
            Master = look.Master! with { Notes = new KitNotes([], []) { Cycles = [new CycleCount(look.At, 1, -1, 0, 0, [])] } },
        })));
        static string Wrong(Action write) => Assert.Throws<RecordingException>(write).Message;
    }

    /// <summary>What a longer watch saw is kept in the place of what was kept before, as often as it is.</summary>
    [Fact]
    public void What_is_replaced_is_not_counted_twice()
    {
        using var writer = RecordingWriter.InMemory(Recorded.Host);
        writer.Add(Recorded.Snapshot(0));
        var chain = new FaultChain(1, "", FaultKind.Copy, null, null, null, [], Recorded.Most);
        for (var time = 0; time < 1_000; time++)
            writer.Keep(new PageFaults(1, 1, null, false, [], [chain]));
        Assert.Equal(Recorded.Most, Assert.Single(writer.Recorded().Faults!.Chains).Faults);
    }

    private static void ComeBack(Func<Member, Member>? with = null, Sample? sample = null, DotNetTrace? trace = null)
    {
        var look = Recorded.Snapshot(0);
        look = look with { Master = with?.Invoke(look.Master!) ?? look.Master, Workers = [.. look.Workers.Select(worker => with?.Invoke(worker) ?? worker)] };
        using var written = new Written(Recorded.Full with { Snapshots = [look, look], Samples = sample is null ? [] : [sample], DotNet = trace });
        var read = RecordingReader.Read(written.FileName);
        Assert.Equivalent(new[] { look, look }, read.Snapshots, strict: true);
        Assert.Equal(trace?.Collections.Count, read.DotNet?.Collections.Count);
    }
}
