using Lowtide.Recordings;

namespace Lowtide.Reports;

/// <summary>Page faults of one family, live or recorded.</summary>
internal sealed record FaultsLook(string Name, int Pid, PageFaults Faults, IReadOnlyList<Unreadable> CouldNotRead);
