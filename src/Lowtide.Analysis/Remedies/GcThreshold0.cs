using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>
/// Sets the collector's first threshold to 0, so that it never starts by itself. Unlike gc.disable() it
/// survives a library that calls gc.enable() (Instagram 2017: msgpack did).
/// </summary>
public sealed class GcThreshold0 : IRemedy
{
    public string Id => "cpython.gc-threshold-0";

    public string Summary => "gc.set_threshold(0) at start: the cyclic collector never runs by itself";

    public IReadOnlyList<string> Answers => ["cpython.collector-copies"];

    public IReadOnlyList<string> Risks =>
    [
        "reference cycles are no longer freed: memory may grow until the worker is recycled",
        "code that calls gc.collect() or gc.set_threshold() itself still collects",
    ];

    public LaunchChange Launch => new(new Dictionary<string, string>(), Kit.Python);

    public PermanentChange Permanent => new(
        [new FileToKeep("/etc/gc-threshold-0/sitecustomize.py", File)],
        new Dictionary<string, string> { ["PYTHONPATH"] = "/etc/gc-threshold-0" });

    /// <summary>It stands in front of the site's own sitecustomize, which a monitoring agent may need: so it makes way for it.</summary>
    private const string File = """
        import gc
        import os
        import sys

        gc.set_threshold(0)

        here = os.path.dirname(os.path.abspath(__file__))
        sys.path[:] = [path for path in sys.path if os.path.abspath(path) != here]
        this = sys.modules.pop("sitecustomize")
        try:
            import sitecustomize
        except ImportError as missing:
            if missing.name != "sitecustomize":
                raise
            sys.modules["sitecustomize"] = this

        """;

    public string? Refusal(FamilySnapshot family) =>
        family.Runtime is { Name: "cpython" } || CannotTell(family) is not null
            ? null
            : "it is for CPython, and this family runs none that Lowtide knows";

    public string? CannotTell(FamilySnapshot family) =>
        family.Runtime is null && !family.ProgramRead ? "which runtime it runs could not be read" : null;

    /// <summary>The collector's share as an interval; what reads would have copied anyway is not saved.</summary>
    public Saving? Predict(Finding finding, Recording recording)
    {
        var share = CollectorShare.Of(recording.Latest);
        return new Saving(share.LowBytes, share.HighBytes);
    }

    public string? RefusalAtLaunch(IReadOnlyDictionary<string, string> environment, IReadOnlyList<string> command) =>
        PythonCommandLine.OptionAgainstKit(command) is { } option
            ? $"{command[0]} -{option} does not read PYTHONPATH and sitecustomize, by which it comes in"
            : null;

    public bool? TookEffect(Member member) =>
        member.Runtime?.Collector is { } collector ? collector.Generations[0].Threshold == 0 : null;
}
