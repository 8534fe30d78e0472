using System.Diagnostics;
using System.Runtime.InteropServices;
using Lowtide.Capture.Sources;
using Lowtide.Tests.Live.CPython;

namespace Lowtide.Tests.Live.Sources;

public sealed unsafe class ProcessMemoryTests : IDisposable
{
    private readonly ProcessMemory _self = new(Environment.ProcessId);

    public void Dispose() => _self.Dispose();

    [Fact]
    public void Reads_scattered_ranges_into_one_place()
    {
        var bytes = (byte*)NativeMemory.Alloc(5000);
        for (var at = 0; at < 5000; at++)
            bytes[at] = (byte)(at * 7);
        // From the back to the front.
        var ranges = Enumerable.Range(0, 2500).Select(number => new MemoryRange((ulong)bytes + 4998 - ((ulong)number * 2), 2)).ToArray();
        var read = new byte[5000];
        Assert.Equal(5000, _self.ReadMany(ranges, read));
        for (var at = 0; at < 5000; at++)
            Assert.Equal((byte)((4998 - (at & ~1) + (at & 1)) * 7), read[at]);
        NativeMemory.Free(bytes);
    }

    [Fact]
    public void Says_how_far_it_came()
    {
        ulong value = 0x0102030405060708;
        MemoryRange good = new((ulong)&value, 8), bad = new(8, 8);
        var read = new byte[32];
        Assert.Equal(16, _self.ReadMany([good, good, bad, good], read));
        Assert.Equal(0, _self.ReadMany([bad, good], read));
        Assert.Equal(0, _self.ReadMany([], read));
        Assert.True(_self.TryRead((ulong)&value, out ulong same));
        Assert.Equal(value, same);
        Assert.False(_self.TryRead(8, new byte[1]));
    }

    [Fact]
    public void A_destination_that_is_too_short_is_the_callers_mistake() =>
        Assert.Throws<ArgumentException>(() => _self.ReadMany([new MemoryRange(8, ulong.MaxValue)], new byte[8]));

    [Fact]
    public void Probe_tells_a_process_from_none()
    {
        const int Never = int.MaxValue;
        Assert.Equal(MemoryAccessState.Permitted, ProcessMemory.Probe(Environment.ProcessId).State);
        Assert.Equal(MemoryAccessState.Gone, ProcessMemory.Probe(Never).State);
        Assert.False(new ProcessMemory(Never).TryRead((ulong)Marshal.GetHINSTANCE(typeof(string).Module), new byte[8]));
    }

    /// <summary>As after an upgrade: the program that runs has no name any more.</summary>
    [Theory]
    [MemberData(nameof(Pythons.All), MemberType = typeof(Pythons))]
    public void A_deleted_program_is_still_read(string python)
    {
        Assert.SkipWhen(python.Length == 0, "no CPython 3.8 or later on this machine");
        var place = Directory.CreateTempSubdirectory("lowtide-test-");
        try
        {
            var copy = Path.Combine(place.FullName, "server");
            // Not File.Copy: a child that another test forks meanwhile would hold the copy open for writing (ETXTBSY).
            using (var cp = Process.Start("cp", [python, copy]))
                cp.WaitForExit();
            using var target = Target.Start(copy, [Target.Path("collector_state.py"), "{}"]);
            File.Delete(copy);
            CollectorStateTests.Compare(target);
        }
        finally
        {
            place.Delete(recursive: true);
        }
    }
}
