using System.Globalization;
using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Statistics;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Comparison;

/// <summary>Something beside the workers' memory that may be why two families differ.</summary>
/// <param name="A">In words; null where it is not known.</param>
/// <param name="Differs">Null where one side is not known.</param>
public sealed record Circumstance(string Name, string? A, string? B, bool? Differs)
{
    /// <summary>Ages nearer than this are called the same: workers of one family are not forked at one instant either.</summary>
    private const double AgeTolerance = 0.1;

    /// <summary>Ages further apart than this need no common unit.</summary>
    private const double MostTimes = 100;

    /// <summary>All that can be read, and the requests that cannot.</summary>
    public static IReadOnlyList<Circumstance> Of(ComparedFamily a, ComparedFamily b) =>
    [
        // From outside nobody sees what each was asked to do.
        new("requests served", null, null, null),
        Age(Ages(a), Ages(b)),
        Text(a, b, "workers", side => Number(side.Family.Workers.Count)),
        Text(a, b, "workers that came or went", side => side.Seconds > 0 ? Number(side.LeftOut) : null),
        Text(a, b, "seconds observed", side => Number(Math.Round(side.Seconds))),
        Text(a, b, "remedies in effect", side => Remedies(side.Family)),
        Text(a, b, "runtime", side => side.Family.Runtime is { } runtime ? $"{runtime.Name} {runtime.Version}".TrimEnd() : null),
        Text(a, b, "allocator", side => side.Family.Allocator is { } malloc ? $"{malloc.Name} {malloc.Version}".TrimEnd() : null),
        Text(a, b, "command line", side => Head(side).Process.CommandLine is { Length: > 0 } line ? line : null),
        Text(a, b, "executable", side => Head(side).Process.Executable),
        Text(a, b, "memory limit", side => side.Family.Cgroup is { } group ? group.LimitBytes is { } limit ? Amount.Bytes(limit) : "none" : null),
        Text(a, b, "swapped out", side => Swapped(side.Family)),
        Text(a, b, "kernel", side => side.Recording.Host.Kernel),
        Text(a, b, "CPU", side => side.Recording.Host.CpuModel),
        Text(a, b, "CPUs", side => Number(side.Recording.Host.Cpus)),
        Text(a, b, "memory of the machine", side => side.Recording.Host.MemoryBytes is { } bytes ? Amount.Bytes(bytes) : null),
        new("time of the observation", Time(a), Time(b), Begin(a) > b.Family.At || Begin(b) > a.Family.At),
    ];

    private static Circumstance Age(double? a, double? b) => new(
        "age of the workers (median)",
        Span(a, b),
        Span(b, a),
        a is { } one && b is { } other ? Math.Abs(one - other) > AgeTolerance * Math.Max(one, other) : null);

    private static DateTimeOffset Begin(ComparedFamily side) => side.Family.At - TimeSpan.FromSeconds(side.Seconds);

    private static string Time(ComparedFamily side) => string.Create(
        CultureInfo.InvariantCulture, $"{Begin(side).UtcDateTime:yyyy-MM-dd HH:mm:ss} to {side.Family.At.UtcDateTime:HH:mm:ss} UTC");

    private static Circumstance Text(ComparedFamily a, ComparedFamily b, string name, Func<ComparedFamily, string?> of)
    {
        var (one, other) = (of(a), of(b));
        return new Circumstance(name, one, other, one is null || other is null ? null : one != other);
    }

    private static Member Head(ComparedFamily side) => side.Family.Master ?? side.Family.Workers[0];

    private static double? Ages(ComparedFamily side)
    {
        double[] ages = [.. side.Workers.Select(worker => worker.AgeSeconds).OfType<double>().Order()];
        return ages.Length == 0 ? null : Quantile.OfSorted(ages, 0.5);
    }

    /// <summary>"none" only where each remedy could be read not to be on.</summary>
    private static string? Remedies(FamilySnapshot family)
    {
        var on = RemediesInEffect.Of(family).Where(remedy => remedy is { TookEffect: true, PartOf: null }).Select(remedy => remedy.Id).ToList();
        return on.Count > 0 ? string.Join(", ", on)
            : RemedyCatalogue.All.Any(remedy => RemediesInEffect.TookEffect(remedy, family) is null) ? null
            : "none";
    }

    private static string? Swapped(FamilySnapshot family) =>
        family.Serving.Aggregate((long?)0, (sum, worker) => sum + worker.Memory.SwapBytes) is { } bytes ? Amount.Bytes(bytes) : null;

    /// <summary>Both in the unit that fits the shorter, so that they can be held against each other.</summary>
    private static string? Span(double? seconds, double? other) => seconds is not { } known ? null
        : Text(known, Math.Min(known, other ?? known) is var shorter && known > shorter * MostTimes ? known : shorter);

    private static string Text(double seconds, double unitOf) => unitOf switch
    {
        < 120 => $"{Number(Math.Round(seconds))} s",
        < 2 * 3600 => $"{Number(Math.Round(seconds / 60))} min",
        < 2 * 86400 => $"{Number(Math.Round(seconds / 3600))} h",
        _ => $"{Number(Math.Round(seconds / 86400))} days",
    };

    private static string Number(double number) => number.ToString(CultureInfo.InvariantCulture);
}
