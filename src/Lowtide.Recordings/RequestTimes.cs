using System.Runtime.InteropServices;

namespace Lowtide.Recordings;

/// <summary>When a process's requests began and ended: those that took long one by one, of all of them how many were under way.</summary>
/// <param name="Requests">That ended while they were watched.</param>
/// <param name="LeastSeconds">Every one that took longer is in <paramref name="Longer"/>; of those that took just that, all but <see cref="LeftOut"/>.</param>
/// <param name="Longer">In order of their start.</param>
/// <param name="StepSeconds">Of <paramref name="Changes"/>.</param>
/// <param name="Changes">By how much the number under way rose or fell in each step from the trace's beginning.</param>
public sealed record RequestTimes(
    RequestSource Source, long Requests, double LeastSeconds, IReadOnlyList<RequestTime> Longer, double StepSeconds, [Signed] IReadOnlyList<int> Changes)
{
    /// <summary>So many took just <see cref="LeastSeconds"/> and were too many to keep; those kept are spread over the time as all of them are.</summary>
    public long LeftOut { get; init; }

    /// <summary>Times are of whole seconds, as in most access logs: a request may lie half a second beside where it is put.</summary>
    public bool WholeSeconds { get; init; }
}

/// <param name="At">Seconds from the trace's beginning, when it began; below 0 for one that was under way already.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct RequestTime([Signed] double At, double Seconds)
{
    public double End => At + Seconds;
}

/// <summary>Whose requests; part of the file format.</summary>
public enum RequestSource
{
    /// <summary>By ASP.NET Core.</summary>
    Served = 0,

    /// <summary>With HttpClient, of other services.</summary>
    Made = 1,

    /// <summary>In an access log.</summary>
    Logged = 2,
}
