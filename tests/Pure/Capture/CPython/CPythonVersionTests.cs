using System.Text;
using Lowtide.Capture.CPython;

namespace Lowtide.Tests.Pure.Capture.CPython;

public sealed class CPythonVersionTests
{
    [Theory]
    [InlineData(0x030b02f0, "3.11.2")]
    [InlineData(0x030e00a3, "3.14.0a3")]
    [InlineData(0x030d00c2, "3.13.0rc2")]
    [InlineData(0x030d1270, null)]
    [InlineData(0x020712f0, null)]
    [InlineData(0, null)]
    public void From_the_number(uint hex, string? expected) => Assert.Equal(expected, CPythonVersion.FromHex(hex)?.ToString());

    [Theory]
    [InlineData("3.9.18 (main, Jan  1 2024, 01:02:03) \n[GCC 12.2.0]", "3.9.18")]
    [InlineData("3.8.0rc1+ (heads/3.8, ", "3.8.0rc1+")]
    [InlineData("3.9.18", null)]
    [InlineData("3.9. (", null)]
    [InlineData("3.9.1800 (x", null)]
    [InlineData("3.9.1 or newer (", null)]
    [InlineData("-3.9.1 (", null)]
    [InlineData("", null)]
    public void From_the_banner(string text, string? expected) =>
        Assert.Equal(expected, CPythonVersion.FromBanner(Encoding.ASCII.GetBytes(text))?.ToString());

    [Theory]
    [InlineData("libpython3.11.so.1.0", "3.11")]
    [InlineData("libpython3.7m.so.1.0", "3.7")]
    [InlineData("python3.13t", "3.13")]
    [InlineData("python3.8", "3.8")]
    [InlineData("libpython2.7.so.1.0", "2.7")]
    [InlineData("libpython3.so", null)]
    [InlineData("python3", null)]
    [InlineData("python", null)]
    [InlineData("python3.", null)]
    [InlineData("libboost_python311.so", null)]
    [InlineData("uwsgi-core", null)]
    [InlineData("", null)]
    public void From_a_files_name(string name, string? expected) =>
        Assert.Equal(expected, CPythonVersion.FromFileName(name)?.ToString());

    [Fact]
    public void The_banner_is_found_across_the_seam_of_two_pieces()
    {
        const ulong Start = 0x10000;
        foreach (var at in (int[])[0, 1, 65536 - 24, 65536 - 10, 65536 - 1, 65536, 100_000])
        {
            var zeroFilled = new byte[130_000];
            Encoding.ASCII.GetBytes("3.9.18 (main").CopyTo(zeroFilled, at);
            var memory = new FakeMemory().With(Start, zeroFilled);
            Assert.Equal("3.9.18", CPythonBanner.Find(memory, Start, Start + 130_000)?.ToString());
        }
    }

    [Theory]
    [InlineData(0x10000, 0x10000)]
    [InlineData(0x10000, 0x9000)]
    [InlineData(0x10000, ulong.MaxValue)]
    public void No_memory_no_banner(ulong start, ulong end) => Assert.Null(CPythonBanner.Find(new FakeMemory(), start, end));
}
