namespace Lowtide.Tests.Live.Record;

/// <summary>A clock that somebody sets; what has passed meanwhile is counted on, as the kernel does.</summary>
internal sealed class SteppedTime : TimeProvider
{
    private TimeSpan _off;

    public void Step(TimeSpan by) => _off = by;

    public override DateTimeOffset GetUtcNow() => base.GetUtcNow() + _off;
}
