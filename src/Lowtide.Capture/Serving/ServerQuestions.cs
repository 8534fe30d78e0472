namespace Lowtide.Capture.Serving;

/// <summary>What of a server decides how its workers may be ended: nothing else of it is read.</summary>
public sealed record ServerQuestions
{
    public static readonly ServerQuestions None = new();

    /// <summary>Names of its environment.</summary>
    public IReadOnlyList<string> Variables { get; init; } = [];

    /// <summary>Files of settings, by its command line and those variables.</summary>
    public Func<IReadOnlyList<string>, IReadOnlyDictionary<string, string>?, IEnumerable<string>> Settings { get; init; } = (_, _) => [];

    /// <summary>The folder by whose name a fresh worker would look for its program, by the same; null where it would stay where it is.</summary>
    public Func<IReadOnlyList<string>, IReadOnlyDictionary<string, string>?, string?> Folder { get; init; } = (_, _) => null;
}
