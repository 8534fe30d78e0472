using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>Whose pause it is.</summary>
public enum PauseKind
{
    BlockingGen2,
    Background,
    Young,

    /// <summary>None of the program's own: <see cref="DotNetPause.TellsSurvivors"/>.</summary>
    TellingSurvivors,
}

public static class PauseKinds
{
    /// <summary>Those of a trace, in order of time, by their kind.</summary>
    public static ILookup<PauseKind, DotNetPause> Of(DotNetTrace trace)
    {
        var collections = new PauseCollections(trace);
        return trace.Pauses.OrderBy(pause => pause.At).ToLookup(pause =>
        {
            if (pause.TellsSurvivors)
                return PauseKind.TellingSurvivors;
            var its = collections.Of(pause);
            return its.Any(collection => collection is { Generation: 2, Kind: not CollectionKind.Background }) ? PauseKind.BlockingGen2
                : its.Any(collection => collection.Generation < 2) ? PauseKind.Young
                : PauseKind.Background;
        });
    }

    public static string Words(this PauseKind kind) => kind switch
    {
        PauseKind.BlockingGen2 => "a blocking collection of generation 2",
        PauseKind.Background => "a stop of a background collection",
        PauseKind.TellingSurvivors => "a stop that only a recording with --deaths makes",
        _ => "a collection of generation 0 or 1",
    };
}
