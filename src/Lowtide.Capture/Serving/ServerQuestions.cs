namespace Lowtide.Capture.Serving;

/// <summary>What of a server decides how its workers may be ended: nothing else of it is read.</summary>
public sealed record ServerQuestions
{
    public static readonly ServerQuestions None = new();

    /// <summary>Names of its environment.</summary>
    public IReadOnlyList<string> Variables { get; init; } = [];

    /// <summary>Files of settings, by its command line and those variables.</summary>
    public Func<IReadOnlyList<string>, IReadOnlyDictionary<string, string>?, IEnumerable<string>> Settings { get; init; } = (_, _) => [];
}
