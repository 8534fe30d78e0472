using System.CommandLine;

namespace Lowtide.Commands;

/// <summary>An argument that names a live family by pid or name; a type of its own, so that a shell's completion can tell it from others.</summary>
internal sealed class TargetArgument(string name) : Argument<string?>(name)
{
    /// <summary>Whether it may be a file instead, of what was recorded.</summary>
    public bool TakesRecording { get; init; }
}
