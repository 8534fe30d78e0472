using Lowtide.Analysis.Statistics;
using Lowtide.Analysis.Statistics.Looks;
using Lowtide.Trials;
using Lowtide.Trials.Arms;
using Lowtide.Trials.Runs;
using Lowtide.Writing;

namespace Lowtide.Reports.Trials;

/// <summary>Follows a trial on a terminal: a block that is drawn again each second, below the lines that <see cref="TrialProgress"/> says.</summary>
internal sealed class TrialLive : ITrialObserver, IRunObserver, IDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly Lock _lock = new();
    private readonly LiveBlock _block;
    private readonly TrialPlan _plan;
    private readonly TimeProvider _time;
    private readonly List<RunResult> _runs;
    private readonly int _before;
    private readonly List<double> _loads = [];
    private readonly ITimer _timer;
    private RunView? _now;
    private long _phaseBegan, _runBegan;
    private int _pairs, _look;
    private bool _interrupted, _ended;

    public TrialLive(LiveBlock block, TrialFacts begun, TimeProvider time)
    {
        (_block, _plan, _time, _runs) = (block, begun.Plan, time, [.. begun.Runs]);
        _before = _runs.Count;
        Planned(begun.Course(), begun.Blocks.Count);
        _timer = time.CreateTimer(_ => Change(() => { }), null, Interval, Interval);
    }

    /// <summary>A line that stays, above the block.</summary>
    public void Say(string line)
    {
        lock (_lock)
            _block.WriteAbove(line, Lines());
    }

    public void RunStarts(Arm arm, int block) => Change(() =>
    {
        _runBegan = _phaseBegan = _time.GetTimestamp();
        _now = new RunView(arm.Name, block, RunPhase.Starting, 0, null, null);
    });

    public void Reaches(RunPhase phase) => Change(() =>
    {
        if (_now?.Phase == RunPhase.Loading)
            _loads.Add(_time.GetElapsedTime(_phaseBegan).TotalSeconds);
        _phaseBegan = _time.GetTimestamp();
        _now = _now is null ? null : _now with { Phase = phase };
    });

    public void Holds(MemoryPoint memory) => Change(() => _now = _now is null ? null : _now with { PssBytes = memory.PssBytes });

    public void RunEnded(RunResult run) => Change(() =>
    {
        _now = null;
        _runs.Add(run);
    });

    public void RunFailed(FailedRun run) => Change(() => _now = null);

    public void BlockEnded(int done, TrialCourse course) => Change(() => Planned(course, done));

    public void Interrupt() => Change(() => _interrupted = true);

    public void Dispose()
    {
        _timer.Dispose();
        lock (_lock)
        {
            _ended = true;
            _block.Erase();
        }
    }

    private void Planned(TrialCourse course, int done) =>
        (_pairs, _look) = (course.Pairs, course.Looks.Looks.FirstOrDefault(look => look > done));

    private void Change(Action change)
    {
        lock (_lock)
        {
            change();
            if (!_ended)
                _block.Draw(Lines());
        }
    }

    private IReadOnlyList<LiveLine> Lines()
    {
        var now = _now is null ? null : _now with
        {
            Seconds = _time.GetElapsedTime(_phaseBegan).TotalSeconds,
            UsualSeconds = Quantile.Median(_loads),
        };
        return TrialLiveLines.Of(_plan, _runs, now, _pairs, Left(), _interrupted, _block.Columns);
    }

    /// <summary>By the runs of this part of the trial: another may have been on a busier machine.</summary>
    private string? Left()
    {
        if (_runs.Count == _before)
            return null;
        var each = _runs.Skip(_before).Average(run => run.Seconds);
        var present = _now is null ? 0 : Math.Min(each, _time.GetElapsedTime(_runBegan).TotalSeconds);
        var seconds = (each * ((_pairs * (_plan.Arms.Count + 1)) - _runs.Count)) - present;
        return $"about {TrialValues.Span(Math.Max(0, seconds))} to go"
            + (_look > 0 && _look < _pairs ? $", less if {_look} pairs decide" : "")
            + (_plan.Pairs is null && _runs.Count < _plan.Design.PilotPairs * (_plan.Arms.Count + 1) ? ", more if the pairs vary" : "");
    }
}
