using Lowtide.Recordings;

namespace Lowtide.Capture.DotNet;

/// <summary>What a .NET runtime told.</summary>
/// <param name="Trace">Null where it broke off before it told anything: that is not the trace of a runtime that did not collect.</param>
/// <param name="CouldNotRead">What of it is missing, and why.</param>
public sealed record CapturedDotNet(DotNetTrace? Trace, IReadOnlyList<Unreadable> CouldNotRead);
