using System.Diagnostics;
using Lowtide.Capture.Machine;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Live.Machine;

/// <summary>Events that every kernel counts, held against a program that knows how many there must be.</summary>
public sealed class CountingEventTests
{
    private const ulong TaskClock = 1, PageFaults = 2, ContextSwitches = 3; // enum perf_sw_ids, include/uapi/linux/perf_event.h

    private const int Pages = 5000;

    [Fact]
    public void What_a_forked_child_does_is_counted_also_after_its_end()
    {
        var start = new ProcessStartInfo("/usr/bin/python3", [Target.Path("counted.py"), $"{Pages}"])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        using var program = Process.Start(start)!;
        try
        {
            Assert.Equal("{}", program.StandardOutput.ReadLine());
            using var faults = CountingEvent.TryOpen(program.Id, PerfEventFile.Software, PageFaults, out var error);
            Assert.SkipWhen(faults is null && error is 1 or 13, "perf events are not permitted here");
            Assert.True(faults is not null, $"perf_event_open: error {error}");
            using var clock = CountingEvent.TryOpen(program.Id, PerfEventFile.Software, TaskClock, out _);
            using var switches = CountingEvent.TryOpen(program.Id, PerfEventFile.Software, ContextSwitches, out _);
            Assert.Equal((0L, 0L), (faults.Read(), switches!.Read()));
            program.StandardInput.WriteLine();
            Assert.Equal("done", program.StandardOutput.ReadLine());
            Assert.InRange(faults.Read()!.Value, Pages, Pages + 2000);
            Assert.InRange(clock!.Read()!.Value, 100_000, 30_000_000_000); // nanoseconds
            Assert.InRange(switches.Read()!.Value, 1, 10_000);
        }
        finally
        {
            program.StandardInput.Close();
            program.WaitForExit();
        }
    }

    /// <summary>Each count, or one reason why some are missing.</summary>
    [Fact]
    public void A_machine_that_hides_its_counters_says_so()
    {
        using var counters = ProcessorCounters.Open(Environment.ProcessId);
        var counts = counters.Read();
        if (counts.Why is null)
            Assert.True(counts is { Instructions: > 0, Cycles: > 0, CacheMisses: >= 0 });
        else
            Assert.Matches("^not supported here: |^not permitted: ", counts.Why);
    }

    [Fact]
    public void A_process_that_has_ended_has_no_counts()
    {
        using var ended = Process.Start("true");
        ended.WaitForExit();
        using var counters = ProcessorCounters.Open(ended.Id);
        Assert.True(counters.Read() is { Instructions: null, Cycles: null, CacheMisses: null, Why: not null });
    }
}
