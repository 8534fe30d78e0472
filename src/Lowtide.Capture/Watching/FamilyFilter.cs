using System.IO.Enumeration;
using Lowtide.Capture.Sources;

namespace Lowtide.Capture.Watching;

/// <summary>Which families are watched: those of which one pattern of <paramref name="Include"/> is true, or any where there is none, and no one of
/// <paramref name="Exclude"/>.</summary>
public sealed record FamilyFilter(IReadOnlyList<FamilyPattern> Include, IReadOnlyList<FamilyPattern> Exclude)
{
    public static readonly FamilyFilter All = new([], []);

    /// <param name="names">By which it may be called.</param>
    /// <param name="head">The family's, by which it is known.</param>
    public bool Takes(IReadOnlyList<string> names, int head) => (Include.Count == 0 || Include.Any(pattern => pattern.Fits(names, head)))
        && !Exclude.Any(pattern => pattern.Fits(names, head));
}

/// <summary>What is true of a family: all that is not null. "*" stands for any letters.</summary>
/// <param name="Name">Of the program, or of the script that it runs.</param>
/// <param name="User">Name or number of who runs it.</param>
/// <param name="Cgroup">Its path, or one above it.</param>
public sealed record FamilyPattern(string? Name, string? User, string? Cgroup)
{
    /// <param name="names">By which it may be called.</param>
    /// <param name="head">Its pid.</param>
    public bool Fits(IReadOnlyList<string> names, int head) =>
        (Name is null || names.Any(name => Matches(Name, name))) && (User is null || IsOf(head)) && (Cgroup is null || IsBelow(head));

    private bool IsOf(int head) => Procfs.UserOf(head) is { } user
        && (Matches(User!, UserNames.Of(user)) || User == user.ToString(System.Globalization.CultureInfo.InvariantCulture));

    private bool IsBelow(int head)
    {
        for (var path = Cgroups.MemoryPlace(head)?.Path; path is { Length: > 1 }; path = path[..Math.Max(0, path.LastIndexOf('/'))])
            if (Matches(Cgroup!, path))
                return true;
        return false;
    }

    private static bool Matches(string pattern, string text) => FileSystemName.MatchesSimpleExpression(pattern, text, ignoreCase: false);
}
