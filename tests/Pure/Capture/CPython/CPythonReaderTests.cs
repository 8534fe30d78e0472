using System.Buffers.Binary;
using System.Text;
using Lowtide.Capture.CPython;
using Lowtide.Capture.Runtimes;
using Lowtide.Capture.Sources;
using Lowtide.Tests.Pure.Capture.Elf;
using Microsoft.Win32.SafeHandles;

namespace Lowtide.Tests.Pure.Capture.CPython;

/// <summary>The whole way from a process's mappings to its facts, on recorded memory and on _files made for it.</summary>
public sealed class CPythonReaderTests
{
    private const ulong RuntimeInFile = ElfBuilder.Base + 0x3000, VersionInFile = ElfBuilder.Base + 8;

    private readonly Dictionary<string, byte[]> _files = [];
    private int _opened;

    [Theory]
    [InlineData("3.11.7", "/usr/bin/python3.11")]
    [InlineData("3.12.1", "/usr/bin/uwsgi-core")]
    [InlineData("3.13.18", "/usr/lib/libpython3.13.so.1.0")]
    [InlineData("3.14.10", "/srv/app (deleted)")]
    public void Found_by_what_it_exports_whatever_its_name(string version, string path)
    {
        var fixture = Fixture.Read(version);
        var reading = Read(fixture.Memory, Map(fixture, path));
        Assert.Equal(version, reading!.Facts.Version);
        fixture.Check(reading.Facts.Collector!);
        Assert.Empty(reading.CouldNotRead);
    }

    [Theory]
    [InlineData("3.8.18")]
    [InlineData("3.9.18")]
    [InlineData("3.10.13")]
    public void Before_3_11_the_version_is_what_Py_GetVersion_wrote(string version)
    {
        var fixture = Fixture.Read(version);
        var mapping = Map(fixture, "/usr/bin/server");
        using var handle = Open(mapping);
        var zeroFilled = Lowtide.Capture.Elf.ElfFile.TryOpen(handle!)!.ZeroFilled().Start + (mapping.Start - ElfBuilder.Base);
        var banner = new byte[ElfBuilder.ZeroFilledBytes];
        Encoding.ASCII.GetBytes(version + " (default, ").CopyTo(banner, 0x300);
        var reading = Read(fixture.Memory.With(zeroFilled, banner), mapping);
        Assert.Equal(version, reading!.Facts.Version);
        fixture.Check(reading.Facts.Collector!);
    }

    [Fact]
    public void Without_the_banner_the_name_gives_the_minor_version_and_that_its_layout()
    {
        var fixture = Fixture.Read("3.9.18");
        var reading = Read(fixture.Memory, Map(fixture, "/usr/lib/libpython3.9.so.1.0"));
        Assert.Equal("3.9", reading!.Facts.Version);
        fixture.Check(reading.Facts.Collector!);
    }

    [Fact]
    public void Of_two_in_one_process_the_one_at_work()
    {
        var (idle, busy) = (Fixture.Read("3.11.7"), Fixture.Read("3.12.1"));
        idle.Pieces[0].Bytes.AsSpan(48, 8).Clear();
        var memory = idle.Memory.With(busy.Pieces[0].Address, busy.Pieces[0].Bytes).With(busy.Pieces[1].Address, busy.Pieces[1].Bytes);
        var reading = Read(memory, Map(idle, "/usr/lib/libpython3.11.so.1.0"), Map(busy, "/usr/lib/libpython3.12.so.1.0"));
        Assert.Equal("3.12.1", reading!.Facts.Version);
        Assert.NotNull(reading.Facts.Collector);
    }

    [Fact]
    public void Memory_that_may_not_be_read_leaves_the_version_and_a_reason()
    {
        var fixture = Fixture.Read("3.11.7");
        var reading = Read(new FakeMemory(), Map(fixture, "/usr/bin/python3.11"));
        Assert.Equal("3.11.7", reading!.Facts.Version);
        Assert.Null(reading.Facts.Collector);
        Assert.Contains("could not be read", Assert.Single(reading.CouldNotRead).Why);
    }

    [Fact]
    public void Free_threaded()
    {
        var fixture = Fixture.Read("3.13.18");
        fixture.Pieces[0].Bytes[16] = 1;
        var reading = Read(fixture.Memory, Map(fixture, "/usr/bin/python3.13t"));
        Assert.Equal("3.13.18t", reading!.Facts.Version);
        Assert.Null(reading.Facts.Collector);
        Assert.Contains("free-threaded", Assert.Single(reading.CouldNotRead).Why);
    }

    [Fact]
    public void A_file_that_cannot_be_opened_still_has_a_name()
    {
        var fixture = Fixture.Read("3.11.7");
        var (library, program) = (Map(fixture, "/usr/lib/libpython3.11.so.1.0"), Map(fixture, "/usr/bin/server"));
        _files.Clear();
        Assert.Equal("3.11", Read(fixture.Memory, library)!.Facts.Version);
        Assert.Null(Read(fixture.Memory, program));
    }

    [Fact]
    public void A_file_replaced_by_another_is_not_believed()
    {
        var fixture = Fixture.Read("3.11.7");
        var mapping = Map(fixture, "/usr/lib/libpython3.11.so.1.0") with { Offset = 0x100000 };
        Assert.Contains("not the one mapped", Assert.Single(Read(fixture.Memory, mapping)!.CouldNotRead).Why);
    }

    [Fact]
    public void No_CPython_no_facts()
    {
        _files["/bin/cat"] = ElfBuilder.Build(Hash.Gnu, ("main", ElfBuilder.Base + 0x100));
        _files["/bin/sh"] = "#!/bin/sh"u8.ToArray();
        Assert.Null(Read(new FakeMemory()));
        Assert.Null(Read(new FakeMemory(), At(ElfBuilder.Base, "/bin/cat"), At(0x7f0000000000, "/bin/sh")));
    }

    [Fact]
    public void A_file_is_inspected_once_for_all_processes()
    {
        var fixture = Fixture.Read("3.11.7");
        var mapping = Map(fixture, "/usr/bin/python3.11");
        var reader = new CPythonReader();
        for (var process = 0; process < 3; process++)
            Assert.NotNull(reader.Read(fixture.Memory, [mapping], Open)!.Facts.Collector);
        Assert.Equal(1, _opened);
    }

    /// <summary>A file that exports _PyRuntime, and Py_Version from 3.11 on, mapped so that _PyRuntime is where it was.</summary>
    private Mapping Map(Fixture fixture, string path)
    {
        List<(string, ulong)> symbols = [("_PyRuntime", RuntimeInFile), ("Py_GetVersion", ElfBuilder.Base + 0x100)];
        if (fixture.Version.Minor >= 11)
            symbols.Add(("Py_Version", VersionInFile));
        var file = ElfBuilder.Build(Hash.Gnu, [.. symbols]);
        // Eight bytes of padding in the ELF header serve as the constant.
        var hex = (3ul << 24) | ((ulong)fixture.Version.Minor << 16) | ((ulong)fixture.Version.Patch! << 8) | 0xf0;
        BinaryPrimitives.WriteUInt64LittleEndian(file.AsSpan(8), hex);
        _files[path] = file;
        return At(fixture.Runtime - RuntimeInFile + ElfBuilder.Base, path);
    }

    private static Mapping At(ulong start, string path) =>
        new(start, start + 0x10000, 0, true, false, true, true, Device: 1, Inode: 7, path);

    private RuntimeReading? Read(FakeMemory memory, params Mapping[] mappings) => new CPythonReader().Read(memory, mappings, Open);

    private SafeFileHandle? Open(Mapping mapping)
    {
        _opened++;
        return _files.TryGetValue(mapping.Path, out var bytes) ? ElfBuilder.Open(bytes) : null;
    }
}
