using Lowtide.Capture.Sources;
using Lowtide.Tests.Live.Capture;
using Lowtide.Tests.Live.DotNet;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Hostile;

/// <summary>What a target reserves, and what it shows in /proc, costs Lowtide next to nothing, whatever it pretends to be.</summary>
public sealed class CostlyProgramsTests : IDisposable
{
    private const string Mounts = "beside 5,000 mounts";

    private const double MostSeconds = 20;

    private const long MostBytes = 256L << 20;

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    public static TheoryData<string[]> Posing => new(
        new[] { "alternating" }, new[] { "doublemapper" }, new[] { "heap", "16384" }, new[] { "heap", "48" }, new[] { "words" }, new[] { "paths" },
        new[] { "code" }, new[] { "preloads" }, new[] { "code", Mounts }, new[] { "preloads", Mounts });

    /// <summary>Once hours, 134 MB for each of 1,900 mappings, 19 bytes for every page of addresses, and twice "a bug in Lowtide".</summary>
    [Theory, MemberData(nameof(Posing))]
    public void A_program_that_poses_is_looked_at_in_bounds(string[] how)
    {
        using var target = Posed(how);
        Assert.SkipWhen(target.Said.TryGetProperty("refused", out _), "this kernel lets nobody move its arguments (PR_SET_MM_MAP)");
        var (pid, recording) = ($"{target.Pid}", _folder.File("x.lowtide"));
        Assert.All(
            (string[][])[["ps", pid], ["ps"], ["explain", pid], ["record", pid, "-d", "300ms", "-o", recording], []],
            call =>
            {
                var ran = Measured.Lowtide(call);
                // Of no known runtime there may be nothing to record, which is said in a line.
                Assert.InRange(ran.Status, 0, 1);
                Assert.DoesNotContain("a bug in Lowtide", ran.Error, StringComparison.Ordinal);
                Assert.InRange(ran.Processor, 0, MostSeconds);
                Assert.InRange(ran.PeakBytes, 1 << 20, MostBytes);
                File.Delete(recording);
            });
    }

    [Fact]
    public void Arguments_that_are_cut_say_so()
    {
        using var target = Posed(["words"]);
        Assert.SkipWhen(target.Said.TryGetProperty("refused", out _), "this kernel lets nobody move its arguments (PR_SET_MM_MAP)");
        var line = Procfs.CommandLine(target.Pid)!;
        Assert.EndsWith("aaa ...", line, StringComparison.Ordinal);
        Assert.InRange(line.Length, 100 << 10, 256 << 10);
    }

    [Fact]
    public void A_list_of_mappings_that_is_too_long_is_said_to_be()
    {
        using var target = Posed(["paths"]);
        Assert.Contains("is longer than 32 MiB", Ran.Lowtide("explain", $"{target.Pid}", "--json").Output, StringComparison.Ordinal);
    }

    public static TheoryData<string> Reserving => new(
        "16 TiB", "256 GiB in each of four workers", "1 TiB without access in a Ruby", ".NET's own 256 GiB", "48 GiB by brk");

    /// <summary>The whole program, before it and before the same that reserves little. The last once took 5 times the memory.</summary>
    [Theory, MemberData(nameof(Reserving))]
    public void Reserved_addresses_cost_the_program_nothing(string what)
    {
        using var large = Reserves(what, large: true);
        using var small = Reserves(what, large: false);
        var (most, usual) = (new List<Measured>(), new List<Measured>());
        for (var time = 0; time < 3; time++)
        {
            usual.Add(Measured.Lowtide("explain", $"{small.Pid}", "--listen", "1s"));
            most.Add(Measured.Lowtide("explain", $"{large.Pid}", "--listen", "1s"));
        }
        Assert.All(most.Concat(usual), each => Assert.Equal(0, each.Status));
        Assert.InRange(most.Min(each => each.PeakBytes) / (double)usual.Min(each => each.PeakBytes), 0, 1.3);
        Assert.InRange(most.Min(each => each.Processor) / usual.Min(each => each.Processor), 0, 2);
    }

    private Target Posed(string[] how)
    {
        var program = CompiledTarget.Build("hostile/poses");
        if (how is [var pose, Mounts])
        {
            Assert.SkipUnless(Environment.UserName == "root", "only root mounts outside of a user namespace");
            return Target.Start("/usr/bin/python3", [Target.Path("hostile/mounts.py"), _folder.Path, "5000", program, pose, _folder.Path]);
        }
        return Target.Start(program, how.Length > 1 ? how : [.. how, _folder.Path]);
    }

    private static Target Reserves(string what, bool large)
    {
        const long GiB = 1L << 30, TiB = 1L << 40, Little = 1L << 24;
        return what switch
        {
            "16 TiB" => Said.StartAny("hostile/reserves.py", $"{(large ? 16 * TiB : Little)}"),
            "256 GiB in each of four workers" => Said.StartAny("hostile/reserves.py", $"{(large ? 256 * GiB : Little)}", "4"),
            // mmap(2) by its number on x86-64: MAP_PRIVATE, MAP_ANONYMOUS, MAP_NORESERVE.
            "1 TiB without access in a Ruby" => Target.Start(
                "ruby", ["-W0", "-e", $"syscall(9, 0, {(large ? TiB : Little)}, 0, 0x4022, -1, 0); puts '{{}}'; $stdout.flush; $stdin.read"]),
            "48 GiB by brk" => Target.Start(CompiledTarget.Build("hostile/poses"), ["heap", large ? "48" : "0"]),
            // With a limit of 200 MiB, in hexadecimal, it reserves a small multiple of that.
            _ => large ? DotNetTarget.Start("idle") : DotNetTarget.Start("idle", ("DOTNET_GCHeapHardLimit", "C800000")),
        };
    }
}
