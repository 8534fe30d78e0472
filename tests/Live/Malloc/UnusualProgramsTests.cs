using System.ComponentModel;
using Lowtide.Capture.Malloc;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Live.Malloc;

/// <summary>Programs of which there is nothing to read, or no more than of others.</summary>
public sealed class UnusualProgramsTests
{
    /// <summary>ENOEXEC, execve(2).</summary>
    private const int NoSuchFormat = 8;

    [Theory]
    [InlineData("-s")]
    [InlineData("-no-pie")]
    public void Neither_symbols_nor_a_fixed_place_matter(string flag)
    {
        using var target = Target.Start(CompiledTarget.Build("arenas", flags: flag), ["2", "still"], ("MALLOC_ARENA_MAX", "32"));
        var arenas = Read(target)!.Facts!.Arenas!;
        Assert.Equal(3, arenas.Count);
        Assert.All(arenas, arena => Assert.NotNull(arena.Use));
    }

    /// <summary>Without a C library of its own file nobody's malloc can be asked for.</summary>
    [Theory]
    [InlineData("gcc")]
    [InlineData("musl-gcc")]
    public void A_static_program_has_none_that_can_be_told(string compiler)
    {
        Assert.SkipUnless(File.Exists($"/usr/bin/{compiler}"), $"{compiler} is not installed");
        using var target = Target.Start(CompiledTarget.Build("said", compiler, "-static"), []);
        var reading = Read(target)!;
        Assert.Null(reading.Facts);
        Assert.Contains("statically linked", Assert.Single(reading.CouldNotRead).Why);
        Assert.Null(AllocatorReader.Read(target.Space(), walk: false));
    }

    [Fact]
    public void A_32_bit_program_is_refused_by_name()
    {
        using var folder = new TempFolder();
        // Its own file stands for the 32-bit C library that this machine need not have.
        var library = Path.Combine(folder.Path, "libc.so.6");
        File.Copy(CompiledTarget.Build("small32", flags: ["-m32", "-nostdlib", "-static", "-fno-stack-protector", "-fno-pie"]), library);
        using var target = Started(library);
        var reading = Read(target);
        Assert.Null(reading!.Facts);
        Assert.Contains("32-bit programs are not read", Assert.Single(reading.CouldNotRead).Why);
    }

    private static Target Started(string program)
    {
        try
        {
            return Target.Start(program, []);
        }
        catch (Win32Exception cannot) when (cannot.NativeErrorCode == NoSuchFormat)
        {
            Assert.Skip("this kernel runs no 32-bit programs");
            throw;
        }
    }

    [Fact]
    public void Arenas_that_come_while_they_are_read()
    {
        using var target = Target.Start(CompiledTarget.Build("arena_events"), ["creates"], ("MALLOC_ARENA_MAX", "256"));
        var (before, all) = (0, 1 + target.Said.GetProperty("threads").GetInt32());
        for (var patience = System.Diagnostics.Stopwatch.StartNew(); before < all;)
        {
            Assert.True(patience.Elapsed < TimeSpan.FromSeconds(60), $"{before} arenas were seen");
            var reading = Read(target)!;
            // A ring that is not closed at that instant gives none, and says so.
            if (reading.Facts?.Arenas is not { } arenas)
            {
                Assert.NotEmpty(reading.CouldNotRead);
                continue;
            }
            Assert.InRange(arenas.Count, before, all);
            before = arenas.Count;
        }
    }

    [Fact]
    public void A_process_that_forks_meanwhile_has_the_same_heap()
    {
        using var target = Target.Start(CompiledTarget.Build("arena_events"), ["forks"]);
        var first = Assert.Single(Read(target)!.Facts!.Arenas!).Use!;
        Assert.True(first.FreeBytes > 1_000_000);
        for (var look = 0; look < 20; look++)
        {
            var use = Assert.Single(Read(target)!.Facts!.Arenas!).Use!;
            Assert.Equal((first.InUseBytes, first.FreeBytes), (use.InUseBytes, use.FreeBytes));
            Assert.InRange(use.TrimmableSharedBytes!.Value, 0, use.TrimmableBytes!.Value);
        }
    }

    [Fact]
    public void The_top_of_a_workers_heap_may_reach_from_what_it_inherited_into_its_own()
    {
        using var target = Target.Start(CompiledTarget.Build("arena_events"), ["worker"]);
        var worker = target.Said.GetProperty("child").GetInt32();
        using var space = AddressSpace.TryOpen(worker)!;
        Assert.SkipUnless(
            space.Mappings.Count(mapping => mapping.Path == "[heap]") > 1, "this kernel joins what brk adds after a fork with what was inherited");
        var use = Assert.Single(AllocatorReader.Read(space, walk: true)!.Facts!.Arenas!).Use!;
        Assert.Equal(
            (target.Said.GetProperty("in_use").GetInt64(), target.Said.GetProperty("top").GetInt64()), (use.InUseBytes, use.TopBytes));
    }

    private static AllocatorReading? Read(Target target) => AllocatorReader.Read(target.Space(), walk: true);
}
