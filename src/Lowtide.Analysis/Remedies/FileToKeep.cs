namespace Lowtide.Analysis.Remedies;

public sealed record FileToKeep(string Path, string Content)
{
    public bool IsProgram => Content.StartsWith("#!", StringComparison.Ordinal);
}
