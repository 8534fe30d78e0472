using Lowtide.Recordings;

namespace Lowtide.Reports.Documents;

/// <param name="Code">What it is about, for programs: "subject.what"; of a rule that cannot tell, its id.</param>
/// <param name="Mend">The capability, setting or command that would give it; null where nothing would.</param>
internal sealed record UnreadableEntry(string Code, string What, string Why, string? Mend)
{
    public static IReadOnlyList<UnreadableEntry> All(IEnumerable<Unreadable> items) =>
        [.. items.Select(item => new UnreadableEntry(item.Code, item.What, item.Why, item.Mend))];
}
