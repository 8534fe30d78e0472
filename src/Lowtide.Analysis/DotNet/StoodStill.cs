using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>For how long of any stretch all threads stood still.</summary>
/// <param name="pauses">In order of time; they do not overlap.</param>
internal sealed class StoodStill(IReadOnlyList<DotNetPause> pauses)
{
    private readonly double[] _starts = [.. pauses.Select(pause => pause.At)];
    private readonly double[] _before = [0, .. pauses.Select(pause => pause.Seconds).Select(new RunningSum().Add)];

    public double Within(RequestTime request) => Until(request.End) - Until(request.At);

    private double Until(double time)
    {
        var index = Array.BinarySearch(_starts, time);
        var begun = index < 0 ? ~index : index;
        return begun == 0 ? 0 : _before[begun - 1] + Math.Min(pauses[begun - 1].Seconds, time - _starts[begun - 1]);
    }
}
