using Lowtide.Recordings;

namespace Lowtide.Reports;

/// <summary>Facts of a family in the few words that every screen uses for them, ready for <see cref="Screen.Markup"/>.</summary>
internal static class FamilyWords
{
    public static string Runtime(FamilySnapshot family) => family.Runtime is { } runtime
        ? Screen.Text($"{RuntimeName(runtime.Name)} {runtime.Version}".TrimEnd())
        : "-";

    public static string Allocator(FamilySnapshot family) =>
        family.Allocator is { } allocator ? Screen.Text($"{allocator.Name} {allocator.Version}".TrimEnd()) : "-";

    /// <summary>Runtime and allocator, where they could be read.</summary>
    public static IEnumerable<string> Known(FamilySnapshot family)
    {
        if (family.Runtime is not null)
            yield return Runtime(family);
        if (family.Allocator is not null)
            yield return Allocator(family);
    }

    public static string? Cgroup(CgroupMemory? cgroup) => cgroup switch
    {
        { LimitBytes: { } limit, BytesToKill: { } left } =>
            $"{Group(cgroup)} {Screen.Size(cgroup.WorkingSetBytes)} of {Screen.Size(limit)}, {Screen.Size(left)} until the kernel kills",
        { UsedBytes: { } used } => $"{Group(cgroup)} {Screen.Size(used)}, no limit",
        _ => null,
    };

    /// <summary>It may hold more than the family.</summary>
    private static string Group(CgroupMemory cgroup) => $"in its cgroup (v{cgroup.Version}) all use";

    private static string RuntimeName(string name) => name switch
    {
        "cpython" => "CPython",
        _ => name,
    };
}
