namespace Lowtide.Analysis.Remedies;

/// <summary>Every remedy there is. A new one is its file and a line here.</summary>
public static class RemedyCatalogue
{
    public static readonly IReadOnlyList<IRemedy> All =
    [
        new GcThreshold0(),
        new GcFreeze(),
        new CollectWhen(),
        new FastExit(),
        new MergePages(),
        new ArenaMax2(),
    ];

    public static IRemedy? Find(string id) => All.FirstOrDefault(remedy => remedy.Id == id);
}
