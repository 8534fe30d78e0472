namespace Lowtide.Trials.Runs;

/// <summary>Memory of what a started command runs beside the family that is looked at; null where a process of it was not read.</summary>
internal sealed record BesideServed(int Processes, long? PssBytes, long? PrivateBytes)
{
    public static readonly BesideServed None = new(0, 0, 0);
}
