using Lowtide.Analysis.Diagnoses;
using Lowtide.Capture.DotNet;
using Lowtide.Recordings;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Explain;
using Lowtide.Tests.Pure.Findings;
using static Lowtide.Tests.Pure.DotNet.MadeTraces;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>A .NET process that nobody could listen to is no process without pauses.</summary>
public sealed class UnheardTests
{
    [Theory]
    [InlineData("dotnet", true)]
    [InlineData("cpython", false)]
    public void That_its_collections_were_not_heard_is_said_before_that_nothing_is_found(string runtime, bool said)
    {
        var shown = Shown(Refused(runtime));
        Assert.Equal(said, shown.Contains("\n\nGC events unavailable (see below): pauses unknown. Nothing ", StringComparison.Ordinal));
        Assert.Contains("has just started", Shown(Refused(runtime, MadeFamilies.Master(pss: 5))), StringComparison.Ordinal);
    }

    [Fact]
    public void Of_one_that_was_listened_to_nothing_of_the_kind_is_said() =>
        Assert.Contains("\n\nNothing wrong found, in memory or in pauses.", Shown(Recording(Trace())), StringComparison.Ordinal);

    /// <summary>A trace by itself is no look at a server that could be looked at again.</summary>
    [Fact]
    public void A_trace_without_an_event_of_the_collector_says_nothing_of_a_server_that_just_started()
    {
        var recording = Recording(Trace());
        var master = recording.Latest.Master!;
        recording = recording with
        {
            DotNet = null,
            Snapshots = [recording.Latest with { Master = master with { Process = master.Process with { StartTicks = 0, Threads = 0 } } }],
            CouldNotRead = [new Unreadable(
                Unreadable.DotNetCollections, DotNetWatch.What, "the trace has no event of the collector and is cut short or damaged", null)],
        };
        var shown = Shown(recording);
        Assert.Contains("\n\nGC events unavailable (see below): pauses unknown.\n", shown, StringComparison.Ordinal);
        Assert.DoesNotContain("has just started", shown, StringComparison.Ordinal);
    }

    private static Recording Refused(string runtime, Member? member = null) =>
        MadeFamilies.Recording((member ?? MadeFamilies.Master()) with { Runtime = new RuntimeFacts(runtime, "10.0.1", null) }) with
        {
            CouldNotRead = [new Unreadable(Unreadable.DotNetCollections, DotNetWatch.What, "its runtime did not answer within 10 s", null)],
        };

    private static string Shown(Recording recording) =>
        ShownScreen.Of(1000, console => TerminalReport.Show(ExplainReport.Of(Diagnosis.Of(recording), "4711", details: false), console));
}
