using Lowtide.Recordings;

namespace Lowtide.Reports.Faults;

/// <summary>Page faults of one family, live or recorded.</summary>
internal sealed record FaultsSnapshot(string Name, int Pid, PageFaults Faults, IReadOnlyList<Unreadable> CouldNotRead);
