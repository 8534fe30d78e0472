using System.Text;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Pure.Capture.Sources;

/// <summary>What a process shows of itself is as long as it likes; once a file of 1 GiB was "a bug in Lowtide" (an overflow).</summary>
public sealed class ProcFileTests : IDisposable
{
    private readonly string _path = Path.GetTempFileName();

    public void Dispose() => File.Delete(_path);

    [Theory]
    [InlineData(0)]
    [InlineData(16 << 10)]
    [InlineData((64 << 10) - 1)]
    [InlineData(64 << 10)]
    public void What_is_not_longer_than_its_limit_is_read_whole(int length)
    {
        File.WriteAllText(_path, new string('x', length));
        Assert.Equal(length, ProcFile.TryReadBeginning(_path, 64 << 10, out var cut)!.Length);
        Assert.False(cut);
        Assert.Equal(length, ProcFile.TryReadBytes(_path, 64 << 10, out var tooLong)!.Length);
        Assert.False(tooLong);
    }

    [Theory]
    [InlineData((64 << 10) + 1)]
    [InlineData(1 << 30)]
    public void What_is_longer_is_cut_or_none(long length)
    {
        using (var file = File.OpenWrite(_path))
            file.SetLength(length);
        var before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Equal(64 << 10, ProcFile.TryReadBeginning(_path, 64 << 10, out var cut)!.Length);
        Assert.True(cut);
        Assert.Null(ProcFile.TryReadBytes(_path, 64 << 10, out var tooLong));
        Assert.True(tooLong);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 2 << 20);
    }

    /// <summary>Some text of the machine, a table of mounts say, is none where it is longer than any is.</summary>
    [Fact]
    public void The_usual_limit()
    {
        File.WriteAllText(_path, new string('x', ProcFile.Usual));
        Assert.Equal(ProcFile.Usual, ProcFile.TryReadText(_path)!.Length);
        File.AppendAllText(_path, "x");
        Assert.Null(ProcFile.TryReadText(_path, out var exists));
        Assert.True(exists);
    }

    [Fact]
    public void Lines_that_are_empty_are_left_out() => Assert.Equal(["a", "b c", "d"], ProcFile.Lines("a\n\nb c\nd"));

    /// <summary>Each process of a family may have as many.</summary>
    [Fact]
    public void Variables_are_kept_up_to_a_length()
    {
        var environ = new StringBuilder();
        foreach (var name in (string[])["LD_PRELOAD", "PYTHONPATH", "RUBYLIB"])
            environ.Append(name).Append('=').Append('x', 60_000).Append('\0');
        Assert.Equal(["LD_PRELOAD", "PYTHONPATH"], Procfs.ParseSettings(environ.ToString())!.Keys.Order(StringComparer.Ordinal));
    }
}
