namespace Lowtide.Capture.Families;

/// <summary>
/// When to look between two samples whether somebody leaves the family, and to sample it closely while that is so: what workers do at
/// their end takes from a tenth of a second to some seconds.
/// </summary>
public sealed class QuickPace
{
    public static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);

    /// <summary>Nobody leaves any more once this has passed: whoever comes next is still sampled closely.</summary>
    public static readonly TimeSpan Calm = TimeSpan.FromSeconds(2);

    /// <summary>Of the time, for looking whether somebody leaves; a hundred workers are then looked at twice a second.</summary>
    private const double LookShare = 0.005;

    /// <summary>Of the time, for close samples.</summary>
    private const double SampleShare = 0.1;

    /// <summary>A family whose workers never live long is not sampled closely all the time: so long at first, and a tenth of the time on.</summary>
    private static readonly TimeSpan FirstStretch = TimeSpan.FromSeconds(30);

    private TimeSpan _until = TimeSpan.MinValue;
    private TimeSpan _spent;

    /// <summary>When to look next.</summary>
    public TimeSpan Next { get; private set; } = Interval;

    public bool IsQuick(TimeSpan now) => now < _until && _spent <= FirstStretch + (now / 10);

    public void SomeoneLeaves(TimeSpan now)
    {
        _spent += now < _until ? now - (_until - Calm) : Calm;
        _until = now + Calm;
    }

    /// <param name="started">When the look began, and <paramref name="took"/> with its sample, if it led to one.</param>
    public void Looked(TimeSpan started, TimeSpan took, bool sampled)
    {
        var pause = took / (sampled ? SampleShare : LookShare);
        Next = started + (pause > Interval ? pause : Interval);
    }
}
