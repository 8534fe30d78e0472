namespace Lowtide.Recordings;

/// <summary>The memory cgroup that the family's master is in.</summary>
/// <param name="LimitBytes">Null: no limit. The tightest on the way to the root.</param>
/// <param name="WorkingSetBytes">Use less inactive file cache: what the kernel cannot drop before it kills.</param>
public sealed record CgroupMemory(int Version, string Path, long? LimitBytes, long? UsedBytes, long? WorkingSetBytes)
{
    public long? BytesToKill => LimitBytes - WorkingSetBytes is { } left ? Math.Max(0, left) : null;
}
