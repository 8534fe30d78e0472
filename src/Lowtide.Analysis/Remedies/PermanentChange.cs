namespace Lowtide.Analysis.Remedies;

/// <summary>The same change without Lowtide: files that the user keeps, and environment variables.</summary>
public sealed record PermanentChange(
    IReadOnlyList<FileToKeep> Files,
    IReadOnlyDictionary<string, string> Environment)
{
    /// <summary>A program, of <see cref="Files"/>, that the command is to be started by; null for none.</summary>
    public string? StartedBy { get; init; }

    /// <summary>The same in the user's own code, by server; none where no server has a hook for it.</summary>
    public IReadOnlyList<ServerCode> Code { get; init; } = [];

    /// <summary>Debian's, that brings the library which the environment names; null where there is none.</summary>
    public string? Package { get; init; }

    /// <summary>The setting of .NET by which a program's own files say the same; null where there is none.</summary>
    public RuntimeOption? Option { get; init; }
}
