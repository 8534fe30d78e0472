using System.Buffers.Binary;
using Lowtide.Capture.CPython;

namespace Lowtide.Tests.Pure.Capture.CPython;

public sealed class CollectorReaderTests
{
    [Fact]
    public void Each_minor_version_is_there() =>
        Assert.Equal(CPythonLayouts.Minors, Fixture.Versions.Select(version => Fixture.Read(version).Version.Minor).Distinct().Order());

    [Theory]
    [MemberData(nameof(Fixture.All), MemberType = typeof(Fixture))]
    public void Reads_what_the_interpreter_said_of_itself(string version)
    {
        var fixture = Fixture.Read(version);
        Check(fixture, fixture.Version);
    }

    /// <summary>3.13.5 moved the generations; a release that was not compared may have been built either way.</summary>
    [Theory]
    [InlineData("3.13.0", 7)]
    [InlineData("3.13.5", 2)]
    [InlineData("3.13.18", null)]
    public void A_row_that_the_memory_speaks_against_gives_way_to_another_of_its_minor_version(string version, int? patch) =>
        Check(Fixture.Read(version), new CPythonVersion(3, 13, patch));

    [Theory]
    [InlineData(3, 7, 17, "is not known")]
    [InlineData(3, 99, 0, "is not known")]
    [InlineData(2, 13, 0, "is not known")]
    [InlineData(3, 14, 0, "another layout")]
    [InlineData(3, 14, 4, "another layout")]
    public void A_version_without_a_row_is_refused_by_name(int major, int minor, int patch, string reason)
    {
        var fixture = Fixture.Read("3.13.5");
        Assert.Null(CollectorReader.Read(fixture.Memory, fixture.Runtime, new CPythonVersion(major, minor, patch), out var why));
        Assert.Contains(reason, why);
    }

    /// <summary>
    /// No such Python is to be had: this is 3.14.10's memory, made to say what 3.14.0 to 3.14.4 say by their headers. Their young and old spaces
    /// stand where the generations do; the state ends 24 bytes earlier, and says so.
    /// </summary>
    [Theory]
    [InlineData(0)]
    [InlineData(4)]
    public void An_incremental_collector_is_told_by_the_size_of_its_state(int patch)
    {
        var fixture = Fixture.Read("3.14.10");
        var version = new CPythonVersion(3, 14, patch);
        Assert.False(CollectorReader.Read(fixture.Memory, fixture.Runtime, version, out _)!.Incremental); // as large as that of 3.14.5
        BinaryPrimitives.WriteInt64LittleEndian(fixture.Pieces[0].Bytes.AsSpan(648), 240);
        var facts = CollectorReader.Read(fixture.Memory, fixture.Runtime, version, out _)!;
        Assert.Equal((true, fixture.Enabled), (facts.Incremental, facts.Enabled));
        fixture.Check(facts);
        BinaryPrimitives.WriteInt64LittleEndian(fixture.Pieces[0].Bytes.AsSpan(648), 248);
        Assert.Null(CollectorReader.Read(fixture.Memory, fixture.Runtime, version, out _));
    }

    [Theory]
    [MemberData(nameof(Fixture.All), MemberType = typeof(Fixture))]
    public void Another_minor_versions_memory_is_never_believed(string version)
    {
        var fixture = Fixture.Read(version);
        foreach (var minor in CPythonLayouts.Minors)
        {
            var same = (minor, fixture.Version.Minor) is (9, 10) or (10, 9) || minor == fixture.Version.Minor;
            var facts = CollectorReader.Read(fixture.Memory, fixture.Runtime, new CPythonVersion(3, minor, 30), out var why);
            Assert.Equal(same, facts is not null);
            Assert.Equal(same, why is null);
        }
    }

    [Fact]
    public void Free_threaded_builds_say_so()
    {
        var fixture = Fixture.Read("3.13.0");
        Assert.False(CollectorReader.IsFreeThreaded(fixture.Memory, fixture.Runtime));
        fixture.Pieces[0].Bytes[16] = 1;
        Assert.True(CollectorReader.IsFreeThreaded(fixture.Memory, fixture.Runtime));
    }

    /// <summary>None of the interpreters was at its end when it was recorded.</summary>
    [Theory]
    [MemberData(nameof(Fixture.All), MemberType = typeof(Fixture))]
    public void An_interpreter_that_takes_itself_apart_is_told_from_one_that_does_not(string version)
    {
        var fixture = Fixture.Read(version);
        var layout = CollectorReader.LayoutOf(fixture.Memory, fixture.Runtime, fixture.Version)!;
        Assert.False(CollectorReader.IsFinalizing(fixture.Memory, fixture.Runtime, layout));
        fixture.Pieces[0].Bytes[layout.Finalizing + 3] = 1;
        Assert.True(CollectorReader.IsFinalizing(fixture.Memory, fixture.Runtime, layout));
        Assert.Null(CollectorReader.IsFinalizing(new FakeMemory(), fixture.Runtime, layout));
    }

    [Fact]
    public void An_interpreter_that_has_not_started_has_no_collector()
    {
        var fixture = Fixture.Read("3.11.2");
        fixture.Pieces[0].Bytes.AsSpan(48, 8).Clear();
        Assert.Null(CollectorReader.Read(fixture.Memory, fixture.Runtime, fixture.Version, out var why));
        Assert.Contains("not started", why);
    }

    [Theory]
    [InlineData(12, 2)]   // enabled is neither 0 nor 1
    [InlineData(40, -1)]  // a threshold below 0
    [InlineData(44, -5)]  // a count below 0
    [InlineData(132, -1)] // collections, the upper half
    [InlineData(28, -1)]  // the head of a list, the upper half
    public void A_state_that_makes_no_sense_is_not_reported(int offset, int value)
    {
        var fixture = Fixture.Read("3.11.2");
        BinaryPrimitives.WriteInt32LittleEndian(fixture.Pieces[1].Bytes.AsSpan(offset), value);
        Assert.Null(CollectorReader.Read(fixture.Memory, fixture.Runtime, fixture.Version, out var why));
        Assert.Contains("no sense", why);
    }

    [Theory]
    [MemberData(nameof(Fixture.All), MemberType = typeof(Fixture))]
    public void Memory_that_ends_early_or_holds_anything_ends_in_a_reason(string version)
    {
        var fixture = Fixture.Read(version);
        var random = new Random(1);
        for (var round = 0; round < 2000; round++)
        {
            var memory = new FakeMemory();
            foreach (var (address, bytes) in fixture.Pieces)
            {
                var copy = bytes[..random.Next(bytes.Length + 1)];
                for (var change = random.Next(4); change > 0 && copy.Length > 0; change--)
                    copy[random.Next(copy.Length)] = (byte)random.Next(256);
                memory.With(address, copy);
            }
            var facts = CollectorReader.Read(memory, fixture.Runtime, fixture.Version, out var why);
            Assert.Equal(facts is null, why is not null);
            Assert.InRange(memory.Reads, 1, 16);
        }
    }

    private static void Check(Fixture fixture, CPythonVersion version)
    {
        var facts = CollectorReader.Read(fixture.Memory, fixture.Runtime, version, out var why);
        Assert.Null(why);
        Assert.NotNull(facts);
        Assert.Equal(fixture.Enabled, facts.Enabled);
        fixture.Check(facts);
    }
}
