using Lowtide.Recordings;

namespace Lowtide.Analysis;

/// <summary>What stands in front of the dot in the id of a finding or a remedy: a runtime's name, or what all programs have.</summary>
public static class Subject
{
    private static readonly string[] OfAll = ["fork", "malloc", "kernel", "memory"];

    /// <summary>Ruby's is the language's: nobody says CRuby.</summary>
    private static string SubjectOf(RuntimeFacts runtime) => runtime.Name == "cruby" ? "ruby" : runtime.Name;

    /// <summary>False where the id is about one runtime and the process surely runs another.</summary>
    public static bool Fits(string id, RuntimeFacts? runtime)
    {
        var subject = id[..id.IndexOf('.')];
        return runtime is null || subject == SubjectOf(runtime) || OfAll.Contains(subject);
    }
}
