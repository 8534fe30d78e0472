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

    public static string? Cgroup(CgroupMemory? cgroup) => cgroup switch
    {
        { LimitBytes: { } limit, BytesToKill: { } left } =>
            $"cgroup v{cgroup.Version}: {Screen.Size(cgroup.WorkingSetBytes)} of {Screen.Size(limit)} in use, {Screen.Size(left)} until the kernel kills",
        { UsedBytes: { } used } => $"cgroup v{cgroup.Version}: {Screen.Size(used)} in use, no limit",
        _ => null,
    };

    private static string RuntimeName(string name) => name switch
    {
        "cpython" => "CPython",
        _ => name,
    };
}
