namespace Lowtide.Capture.DotNet;

/// <summary>A stop of all threads for a collection, from when it was begun.</summary>
internal sealed class Suspension(double at, bool finishing)
{
    public double At { get; } = at;

    /// <summary>Of a background collection's marking.</summary>
    public bool Finishing { get; } = finishing;

    public double? Stopped { get; set; }

    /// <summary>Since when threads go on, and who lets them.</summary>
    public (double At, long Thread)? Restarting { get; set; }

    public bool TellsSurvivors { get; set; }
}
