using System.Globalization;
using System.Text.Json;
using Lowtide.Tests.Live.DotNet;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Serve;

/// <summary>The kernel kills a worker that grew: <c>lowtide serve</c> tells who, how large, since when and why, and <c>lowtide explain</c> later.</summary>
public sealed class KillTests : IDisposable
{
    private const long MiB = 1 << 20, Limit = 400 * MiB, More = 100 * MiB;

    private readonly TempFolder _folder = new();

    private string History => _folder.File("history");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void By_the_kernels_log_it_is_told_and_explained()
    {
        Assert.SkipUnless(ReadsKernelLog, "the kernel's log cannot be read here, or names processes by numbers of another namespace");
        var (kill, line, victim, began, least) = Killed([]);
        Assert.Matches(
            $@": worker 0 was killed by the kernel for memory \(pid {victim}\); it held \S+ MiB of its own .* before; \S+ MiB were resident at the end; "
                + @"it grew from \S+ MiB of its own in .*; cause by the look before: the collector copies shared memory \(cpython\.collector-copies\)", line);
        Assert.Equal(("0", victim), (kill.GetProperty("slot").GetString(), kill.GetProperty("pid").GetInt32()));
        // The group holds the rest of the family, too.
        Assert.InRange(kill.GetProperty("resident_bytes").GetInt64(), Limit / 2, Limit);
        Assert.InRange(kill.GetProperty("private_bytes").GetInt64(), least + (More * 9 / 10), Limit);
        MustHaveGrown(kill, began, least);
        Assert.Equal("cpython.collector-copies", kill.GetProperty("cause").GetString());
    }

    /// <summary>Nobody else of it went: so it was this one.</summary>
    [Fact]
    public void By_the_counter_of_its_cgroup_it_is_told_without_the_kernels_figure()
    {
        Assert.SkipWhen(Ran.Command(["unshare", "-m", "true"]).ExitCode != 0, "no namespace of mounts can be made here, to hide the kernel's log");
        // Nobody can seek in it.
        var hidden = _folder.File("kmsg");
        Assert.Equal(0, Ran.Command(["mkfifo", hidden]).ExitCode);
        var (kill, line, victim, began, least) = Killed(["unshare", "-m", "sh", "-c", "mount --bind \"$0\" /dev/kmsg && exec \"$@\"", hidden]);
        Assert.DoesNotContain("were resident at the end", line, StringComparison.Ordinal);
        Assert.Equal(JsonValueKind.Null, kill.GetProperty("resident_bytes").ValueKind);
        Assert.Equal(("0", victim), (kill.GetProperty("slot").GetString(), kill.GetProperty("pid").GetInt32()));
        MustHaveGrown(kill, began, least);
    }

    /// <summary>From its last reading before it did, of a part of its pages.</summary>
    private static void MustHaveGrown(JsonElement kill, DateTimeOffset began, long least)
    {
        Assert.InRange(kill.GetProperty("growing_since").GetDateTimeOffset(), began.AddSeconds(-30), began.AddSeconds(1));
        Assert.InRange(kill.GetProperty("grew_from_bytes").GetInt64(), least * 8 / 10, least * 12 / 10);
    }

    /// <param name="before">What starts the watch.</param>
    /// <returns>As 'lowtide explain' has it, the line in the watch's log, when it began to grow, and what it held then.</returns>
    private (JsonElement Kill, string Line, int Victim, DateTimeOffset Began, long LeastBytes) Killed(string[] before)
    {
        using var group = MemoryGroup.Make(Limit);
        using var family = new SharingFamily(group.Folder);
        // What is copied before it is watched is no growth.
        family.Tell("collect");
        using var serve = new ServeProcess(before, History, ["--cpu-share", "100%"]);
        var label = serve.Label(family.Pid);
        var looked = $"lowtide_look_age_seconds{{family=\"{label}\"}}";
        Patience.Until(() => Private(serve, label) is not null && serve.Metrics.Contains(looked, StringComparison.Ordinal) ? this : null,
            "a reading of worker 0, and a look into its pages");
        var least = Private(serve, label)!.Value;
        var (victim, began) = (family.Workers[0], DateTimeOffset.UtcNow);
        family.Tell("more");
        Patience.Until(() => Private(serve, label) >= least + (More * 9 / 10) ? this : null, "what it took to be read");
        family.Tell("take");
        var told = serve.WaitForLine(line => line.StartsWith($"{label}: worker 0 was killed", StringComparison.Ordinal));
        Assert.Contains("the collector copies shared memory", serve.WaitForLine(
            line => line.StartsWith($"{label}: alert out-of-memory-kill raised", StringComparison.Ordinal)), StringComparison.Ordinal);
        Assert.Equal(0, serve.End());
        Assert.Contains("KILLED FOR MEMORY", Explained().Output, StringComparison.Ordinal);
        var killed = JsonDocument.Parse(Explained("--json").Output).RootElement.GetProperty("killed_for_memory");
        Assert.Equal(1, killed.GetProperty("count").GetInt32());
        return (Assert.Single(killed.GetProperty("newest").EnumerateArray()), told, victim, began, least);

        Ran Explained(params string[] options) => Ran.Lowtide(["explain", label, "--since", "1h", "--history", History, .. options]);
    }

    private static long? Private(ServeProcess serve, string label) => serve.Metrics.Split('\n')
        .Where(line => line.StartsWith($"lowtide_process_private_bytes{{family=\"{label}\",slot=\"0\"}} ", StringComparison.Ordinal))
        .Select(line => (long?)double.Parse(line.Split(' ')[^1], CultureInfo.InvariantCulture)).FirstOrDefault();

    /// <summary>As the watch reads it (KernelLog.cs): of the first namespace of processes, by whose numbers the kernel logs.</summary>
    private static bool ReadsKernelLog => new FileInfo("/proc/self/ns/pid").LinkTarget == "pid:[4026531836]"
        && Ran.Command(["sh", "-c", "exec < /dev/kmsg"]).ExitCode == 0;
}
