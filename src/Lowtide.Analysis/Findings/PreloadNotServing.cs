using Lowtide.Recordings;

namespace Lowtide.Analysis.Findings;

/// <summary>LD_PRELOAD names another malloc, which does not serve: what was meant to help is not on.</summary>
public sealed class PreloadNotServing : IFindingRule
{
    public const string FindingId = "malloc.preload-not-serving";

    public string Id => FindingId;

    public string Title => "the preloaded malloc does not serve";

    public Examination Examine(Recording recording)
    {
        var members = recording.Latest.Members.ToList();
        var meant = members.SelectMany(member => member.Preloads ?? []).FirstOrDefault(preload => AllocatorFacts.NamedIn(preload.Library) is not null);
        if (meant is null)
            return Examination.Nothing;
        var without = members.Where(member => member.Allocator is { } served && served.Name != AllocatorFacts.NamedIn(meant.Library)).ToList();
        if (without.Count == 0)
            return Examination.Nothing;
        return Examination.Found(new Finding(
            Id,
            $"LD_PRELOAD names {meant.Library}, but {without[0].Allocator!.Name} serves in {without.Count} of {members.Count} processes.",
            null,
            null,
            [.. Why(without, meant, recording.Latest.Master)]));
    }

    private static IEnumerable<Evidence> Why(List<Member> without, PreloadFacts meant, Member? master)
    {
        var unset = without.Count(member => member.Preloads?.Any(preload => preload.Library == meant.Library) == false);
        var notLoaded = without.SelectMany(member => member.Preloads ?? []).Where(preload => preload.Library == meant.Library && !preload.Loaded).ToList();
        var idle = without.Count - unset - notLoaded.Count;
        if (unset > 0)
            yield return new Evidence("not_set", unset, $"in {unset} the variable was not set at their start: it was not handed on (no export, sudo, env -i)");
        if (notLoaded.Count > 0)
            yield return new Evidence("not_loaded", notLoaded.Count, $"in {notLoaded.Count} it is not loaded: "
                + (notLoaded[0].Why ?? "the loader refused it; start the program by hand and read its standard error"));
        if (idle > 0)
            yield return new Evidence("loaded_not_called", idle, $"in {idle} it is loaded, but malloc leads elsewhere: another library came first");
        if (master is not null && !without.Contains(master))
            yield return new Evidence("master_only", 1, "the master has it");
    }
}
