namespace Lowtide.Recordings;

/// <summary>A family that a process has started by a command, and so shares nothing with.</summary>
/// <param name="Pid">Of its master, or of the one process that it is.</param>
/// <param name="PssBytes">Of all of it; null where that could not be read.</param>
public sealed record ChildFamily([AtLeast(1)] int Pid, string Name, int Workers, long? PssBytes);
