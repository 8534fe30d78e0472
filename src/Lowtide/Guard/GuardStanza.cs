using Lowtide.Analysis.Recycling;
using Lowtide.Capture.Watching;
using Lowtide.Guard.Doors;

namespace Lowtide.Guard;

/// <summary>One guard: of which servers, and what it may do to them.</summary>
internal sealed record GuardStanza
{
    public required FamilyPattern Of { get; init; }

    /// <summary>Of the one family that is meant, where it was named on a command line: its pid then, or its label once that was seen.</summary>
    public int? Head { get; init; }

    public GuardPolicy Policy { get; init; } = new();

    public DoorOptions Door { get; init; } = new();

    /// <summary>Else it says what it would do.</summary>
    public bool Acts { get; init; }
}
