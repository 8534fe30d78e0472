using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>Whose pause it is.</summary>
public enum PauseKind
{
    BlockingGen2,
    Background,
    Young,
}

public static class PauseKinds
{
    /// <summary>Those of a trace, in order of time, by their kind.</summary>
    public static ILookup<PauseKind, DotNetPause> Of(DotNetTrace trace)
    {
        var collections = trace.Collections.OrderBy(collection => collection.At).ToList();
        var next = 0;
        return trace.Pauses.OrderBy(pause => pause.At).ToLookup(pause =>
        {
            while (next < collections.Count && collections[next].At < pause.At)
                next++;
            var begun = collections.Skip(next).TakeWhile(collection => collection.At <= pause.At + pause.Seconds).ToList();
            return begun.Exists(collection => collection is { Generation: 2, Kind: not CollectionKind.Background }) ? PauseKind.BlockingGen2
                : begun.Exists(collection => collection.Generation < 2) ? PauseKind.Young
                : PauseKind.Background; // its second stop begins none
        });
    }

    public static string Words(this PauseKind kind) => kind switch
    {
        PauseKind.BlockingGen2 => "a blocking collection of generation 2",
        PauseKind.Background => "a stop of a background collection",
        _ => "a collection of generation 0 or 1",
    };
}
