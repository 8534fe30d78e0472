using System.Text;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Sources;

public sealed class MappingTests
{
    [Fact]
    public void A_library()
    {
        var mapping = Parse("7f29f8a5c000-7f29f8a84000 r-xp 00026000 fe:01 3148                       /usr/lib/libc.so.6");
        Assert.Equal(
            new Mapping(0x7f29f8a5c000, 0x7f29f8a84000, 0x26000, true, false, true, true, (0xfeul << 20) | 1, 3148, "/usr/lib/libc.so.6"),
            mapping);
        Assert.False(mapping!.IsAnonymous);
        Assert.Equal("libc.so.6", mapping.FileName.ToString());
        Assert.Equal(0x28000ul, mapping.Length);
    }

    [Theory]
    [InlineData("/opt/my app/lib (1).so", "/opt/my app/lib (1).so", false)]
    [InlineData("/opt/x.so (deleted)", "/opt/x.so", true)]
    [InlineData("/opt/a\\012b", "/opt/a\nb", false)]
    [InlineData("/opt/ends with a blank ", "/opt/ends with a blank ", false)]
    [InlineData("/memfd:jit (deleted)", "/memfd:jit", true)]
    [InlineData("/opt/Grüße", "/opt/Grüße", false)]
    public void Names(string printed, string file, bool deleted)
    {
        var mapping = Parse($"1000-2000 rw-s 00000000 00:01 5    {printed}");
        Assert.Equal(printed, mapping!.Path);
        Assert.Equal(file, mapping.FilePath);
        Assert.Equal(deleted, mapping.IsDeleted);
        Assert.False(mapping.Private);
    }

    [Theory]
    [InlineData("5581a2c3e000-5581a2c5f000 rw-p 00000000 00:00 0 ", "")]
    [InlineData("5581a2c3e000-5581a2c5f000 rw-p 00000000 00:00 0", "")]
    [InlineData("5581a2c3e000-5581a2c5f000 rw-p 00000000 00:00 0                          [heap]", "[heap]")]
    [InlineData("5581a2c3e000-5581a2c5f000 rw-p 00000000 00:00 0    [anon: glibc: malloc arena]", "[anon: glibc: malloc arena]")]
    [InlineData("ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]", "[vsyscall]")]
    public void What_has_no_file(string line, string path)
    {
        var mapping = Parse(line);
        Assert.Equal(path, mapping!.Path);
        Assert.True(mapping.IsAnonymous);
    }

    [Theory]
    [InlineData("")]
    [InlineData("1000")]
    [InlineData("1000-")]
    [InlineData("2000-1000 r--p 00000000 00:00 0")]
    [InlineData("1000-1000 r--p 00000000 00:00 0")]
    [InlineData("1000-2000 r--p")]
    [InlineData("1000-2000 r--p 00000000 00:00")]
    [InlineData("1000-2000 r--p 00000000 00:00 ")]
    [InlineData("1000-2000 r--p 00000000 0000 0")]
    [InlineData("1000-2000 r--px00000000 00:00 0")]
    [InlineData("-2000 r--p 00000000 00:00 0")]
    [InlineData("11112222333344445-2000 r--p 00000000 00:00 0")]
    [InlineData("zz-2000 r--p 00000000 00:00 0")]
    [InlineData("Size:                  4 kB")]
    public void What_is_no_line(string line) => Assert.Null(Parse(line));

    [Fact]
    public void All_lines_and_one_string_for_the_pieces_of_a_file()
    {
        const string Text = "1000-2000 r--p 00000000 fe:01 7 /a\n2000-3000 r-xp 00001000 fe:01 7 /a\n3000-4000 rw-p 00000000 00:00 0 \n"
            + "4000-5000 r--p 00000000 fe:01 8 /b\n5000-6000 r--p 00002000 fe:01 7 /a\n6000-7000 r--p 0000";
        var mappings = Mapping.ParseAll(Encoding.UTF8.GetBytes(Text));
        Assert.Equal(["/a", "/a", "", "/b", "/a"], mappings.Select(mapping => mapping.Path));
        Assert.Same(mappings[0].Path, mappings[1].Path);
        Assert.Same(mappings[0].Path, mappings[4].Path);
    }

    /// <summary>Every other one is of another file: a string each, of 8 KB, once took 262 MB.</summary>
    [Fact]
    public void Equal_paths_cost_one_string()
    {
        var path = "/" + new string('x', 4000);
        var text = Encoding.UTF8.GetBytes(string.Concat(
            Enumerable.Range(1, 2000).Select(at => $"{at:x}000-{at + 1:x}000 r--p 00000000 fe:01 7 {(at % 2 == 0 ? path : "/b")}\n")));
        var before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Equal(2000, Mapping.ParseAll(text).Count);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1 << 20);
    }

    [Fact]
    public void Any_bytes_are_parsed_without_a_throw()
    {
        var random = new Random(1);
        var line = Encoding.UTF8.GetBytes("7f29f8a5c000-7f29f8a84000 r-xp 00026000 fe:01 3148     /usr/lib/libc.so.6");
        for (var round = 0; round < 20_000; round++)
        {
            var copy = line[..random.Next(line.Length + 1)];
            for (var change = random.Next(4); change > 0 && copy.Length > 0; change--)
                copy[random.Next(copy.Length)] = (byte)random.Next(256);
            Assert.Equal(Mapping.TryParse(copy, out var mapping), mapping is not null);
        }
    }

    private static Mapping? Parse(string line) => Mapping.TryParse(Encoding.UTF8.GetBytes(line), out var mapping) ? mapping : null;
}
