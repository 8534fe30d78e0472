using Lowtide.Recordings;

namespace Lowtide.Capture.DotNet;

/// <summary>What a .NET runtime told.</summary>
/// <param name="CouldNotRead">What of it is missing, and why.</param>
public sealed record CapturedDotNet(DotNetTrace Trace, IReadOnlyList<Unreadable> CouldNotRead);
