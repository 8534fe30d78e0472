using System.Globalization;
using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Statistics;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Comparison;

/// <summary>Something beside the workers' memory that may be why two families differ.</summary>
/// <param name="A">In words; null where it is not known.</param>
/// <param name="Differs">Null where one side is not known.</param>
public sealed record Circumstance(string Name, string? A, string? B, bool? Differs)
{
    /// <summary>
    /// Ages and rates nearer than this are called the same: workers of one family are not forked at one instant, nor is a load the same each second.
    /// </summary>
    private const double Tolerance = 0.1;

    /// <summary>Ages further apart than this need no common unit.</summary>
    private const double MostTimes = 100;

    /// <summary>On a screen, behind the name of one that is not known: what of it is not; null where its name says all.</summary>
    public string? Unknown { get; init; }

    /// <summary>On a screen, behind one that differs; null where nothing needs to be said.</summary>
    public string? Means { get; init; }

    /// <summary>All that can be read, and what cannot. What is about forks is left out of two lone processes.</summary>
    public static IReadOnlyList<Circumstance> Of(ComparedFamily a, ComparedFamily b) =>
    [
        Requests(Served(a), Served(b)),
        Age(a, b),
        .. a.IsLone && b.IsLone ? Array.Empty<Circumstance>() :
        [
            Text(a, b, "workers", side => Number(side.Family.Workers.Count)),
            Text(a, b, "workers that came or went", side => side.Seconds > 0 ? Number(side.LeftOut) : null),
        ],
        Text(a, b, "seconds observed", side => Number(Math.Round(side.Seconds))),
        RemediesOn(RemedyCatalogue.All, a.Family, b.Family),
        Text(a, b, "runtime", side => side.Family.Runtime is { } runtime ? $"{runtime.Name} {runtime.Version}".TrimEnd() : null),
        Text(a, b, "allocator", side => side.Family.Allocator is { } malloc ? $"{malloc.Name} {malloc.Version}".TrimEnd() : null),
        Text(a, b, "command line", side => side.Family.Head.Process.CommandLine is { Length: > 0 } line ? line : null),
        Text(a, b, "executable", side => side.Family.Head.Process.Executable),
        Text(a, b, "memory limit", side => side.Family.Cgroup is { } group ? group.LimitBytes is { } limit ? Amount.Bytes(limit) : "none" : null),
        Text(a, b, "swapped out", side => Swapped(side.Family)),
        Text(a, b, "kernel", side => side.Recording.Host.Kernel),
        Text(a, b, "CPU", side => side.Recording.Host.CpuModel),
        Text(a, b, "CPUs", side => Number(side.Recording.Host.Cpus)),
        Text(a, b, "memory of the machine", side => side.Recording.Host.MemoryBytes is { } bytes ? Amount.Bytes(bytes) : null),
        new("time of the observation", Time(a), Time(b), a.Began > b.Ended || b.Began > a.Ended) { Means = "the load may have been another" },
    ];

    private static Circumstance Age(ComparedFamily sideA, ComparedFamily sideB)
    {
        var (a, b, lone) = (Ages(sideA), Ages(sideB), sideA.IsLone && sideB.IsLone);
        return new Circumstance(lone ? "age of the process" : "age of the workers (median)", Span(a, b), Span(b, a), Apart(a, b))
        {
            Means = lone ? null : "younger workers have copied less",
        };
    }

    /// <summary>From outside nobody sees what each was asked to do; a .NET runtime tells of it where it is asked.</summary>
    private static Circumstance Requests(double? a, double? b) => new(
        a is null && b is null ? "requests served" : "requests served a second", Rate(a), Rate(b), Apart(a, b))
    {
        Unknown = (a, b) switch { (null, null) or ({ }, { }) => null, (null, _) => "not of A", _ => "not of B" },
    };

    private static double? Served(ComparedFamily side) =>
        side.Recording.DotNet is { Seconds: > 0, Requests: { } watched } trace
            ? watched.FirstOrDefault(requests => requests.Source == RequestSource.Served) is { } served ? served.Requests / trace.Seconds : null
            : null;

    private static bool? Apart(double? a, double? b) =>
        a is { } one && b is { } other ? Math.Abs(one - other) > Tolerance * Math.Max(one, other) : null;

    private static string? Rate(double? perSecond) => perSecond is { } known ? Number(Math.Round(known, known < 10 ? 2 : 0)) : null;

    private static string Time(ComparedFamily side)
    {
        var (began, ended) = (side.Began.UtcDateTime, side.Ended.UtcDateTime);
        var end = ended.ToString(ended.Date == began.Date ? "HH:mm:ss" : "yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture);
        return string.Create(CultureInfo.InvariantCulture, $"{began:yyyy-MM-dd HH:mm:ss} to {end} UTC");
    }

    private static Circumstance Text(ComparedFamily a, ComparedFamily b, string name, Func<ComparedFamily, string?> of)
    {
        var (one, other) = (of(a), of(b));
        return new Circumstance(name, one, other, one is null || other is null ? null : one != other);
    }

    private static double? Ages(ComparedFamily side) => Quantile.Median(side.Workers.Select(worker => worker.AgeSeconds).OfType<double>());

    /// <summary>
    /// Those that <c>explain</c> names. "none" only where each could be read not to be on; where that cannot be told of some, one that is on in one
    /// family and surely not in the other makes a difference all the same.
    /// </summary>
    private static Circumstance RemediesOn(IReadOnlyList<IRemedy> all, FamilySnapshot a, FamilySnapshot b)
    {
        var (onA, onB) = (On(a), On(b));
        bool Lacks(List<string> on, FamilySnapshot other) =>
            all.Any(remedy => on.Contains(remedy.Id) && RemediesInEffect.TookEffect(remedy, other) == false);
        var differs = Lacks(onA, b) || Lacks(onB, a);
        var (textA, textB) = (Text(onA, a, differs), Text(onB, b, differs));
        return new Circumstance("remedies in effect", textA, textB, differs ? true : textA is not null && textA == textB ? false : null)
        {
            Unknown = differs || (textA is not null && textA == textB) ? null : Untold(),
        };

        List<string> On(FamilySnapshot family) =>
            [.. RemediesInEffect.Of(family).Where(remedy => remedy is { TookEffect: true, PartOf: null }).Select(remedy => remedy.Id)];

        List<string> NotTold(FamilySnapshot family) =>
            [.. all.Where(remedy => RemediesInEffect.TookEffect(remedy, family) is null).Select(remedy => remedy.Id)];

        string? Text(List<string> on, FamilySnapshot family, bool seen) =>
            on.Count > 0 ? string.Join(", ", on) : NotTold(family).Count == 0 ? "none" : seen ? "none seen" : null;

        string Untold() => textA is null && textB is null && NotTold(a).SequenceEqual(NotTold(b)) ? None(NotTold(a))
            : $"A: {textA ?? None(NotTold(a))}; B: {textB ?? None(NotTold(b))}";

        static string None(List<string> untold) => $"none seen; of {untold.Count} it cannot be told, such as {untold[0]}";
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
