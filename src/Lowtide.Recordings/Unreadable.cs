namespace Lowtide.Recordings;

/// <summary>Something Lowtide wanted to read and could not.</summary>
/// <param name="Code">For programs: "subject.what", the same for as long as it means the same; of a rule that cannot tell, its id.</param>
/// <param name="Mend">The capability or command that would give it; null where nothing would.</param>
public sealed record Unreadable(string Code, string What, string Why, string? Mend)
{
    /// <summary>A recording's end: its recorder was killed, or what it recorded ended first.</summary>
    public const string End = "recording.end";

    /// <summary>Nothing is known of a .NET runtime's pauses.</summary>
    public const string DotNetCollections = "dotnet.collections";
}
