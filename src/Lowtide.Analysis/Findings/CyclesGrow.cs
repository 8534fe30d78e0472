using System.Globalization;
using Lowtide.Analysis.Causes;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>With the collector off, unreachable cycles grow so fast that they would fill the memory before the next deploy.</summary>
public sealed class CyclesGrow : IFindingRule
{
    private const int MostTypes = 4;

    public const string FindingId = "cpython.cycles-grow";

    public string Id => FindingId;

    public string Title => "unreachable cycles fill the memory";

    public Examination Examine(Recording recording)
    {
        if (CycleWatch.Of(recording) is not { First: { } first, Last: { } last, BytesPerSecond: > 0 and var rate, UntilDeploySeconds: { } deploy } watch)
            return Examination.Nothing;
        if (watch.AvailableBytes is not { } free)
            return Examination.Cannot(Id, "whether cycles fill the memory", "how much memory is available could not be read", null);
        if (watch.FillsMemory != true)
            return Examination.Nothing;
        return Examination.Found(new Finding(
            Id,
            $"With the collector off, unreachable cycles grow by {watch.Rate}:"
            + $" that fills what is available in {Amount.Time(free / rate)}.",
            last.Bytes * watch.Workers,
            last.Bytes,
            [
                new Evidence("available_bytes", free, $"{Amount.Bytes(free)} are available; "
                    + $"the next deploy is taken to be {Amount.Time(deploy)} after the last"),
                new Evidence("cycle_bytes", last.Bytes,
                    $"process {last.ProcessId} held {Amount.Bytes(first.Bytes)} of them at first "
                        + $"and {Amount.Bytes(last.Bytes)} {Amount.Time((last.At - first.At).TotalSeconds)} later"),
                .. last.Types.Take(MostTypes).Select(type => new Evidence("type_bytes", type.Bytes, $"{type.Type}: {Amount.Bytes(type.Bytes)}")),
                new Evidence("count_seconds", last.Seconds,
                    $"counting took {last.Seconds.ToString("0.0", CultureInfo.InvariantCulture)} s of CPU time, in a forked copy of one worker"),
            ]));
    }
}
