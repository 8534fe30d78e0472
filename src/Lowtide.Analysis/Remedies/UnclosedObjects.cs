using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>Says which objects an end without destructors would leave as they are.</summary>
internal static class UnclosedObjects
{
    private const int MostTypes = 6;

    public static string Of(FamilySnapshot family)
    {
        if (family.Members.FirstOrDefault(member => member.Destructors is not null) is not { Destructors: { } found, Process.Pid: var pid })
            return "which objects would not be closed was not looked for: lowtide record does, and lowtide explain where the remedy is on";
        if (found.Objects.Count == 0)
            return $"{(found.Complete ? "no object" : "no object, as far as the heap was read,")} in process {pid} would need Python to close it";
        var left = found.Objects.Skip(MostTypes).Sum(count => count.Count);
        return $"in process {pid} Python would not close {(found.Complete ? "" : "at least ")}"
            + string.Join(", ", found.Objects.Take(MostTypes).Select(Text)) + (left > 0 ? $" and {left} of other types" : "");
    }

    private static string Text(DestructorCount count) => $"{count.Count} {count.Type}{count.Kind switch
    {
        DestructorKind.Finalizer => " (__del__)",
        DestructorKind.File => " (file)",
        _ => "",
    }}";
}
