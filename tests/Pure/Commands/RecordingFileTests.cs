using Lowtide.Commands;
using Lowtide.Tests.Pure.Recordings;

namespace Lowtide.Tests.Pure.Commands;

public sealed class RecordingFileTests
{
    [Theory]
    [InlineData("uwsgi", "uwsgi-7.lowtide")]
    [InlineData("python3.11", "python3.11-7.lowtide")]
    [InlineData("kworker/u4:1", "kworker_u4_1-7.lowtide")]
    [InlineData("../../etc/passwd", "_.._etc_passwd-7.lowtide")]
    [InlineData("-rf", "rf-7.lowtide")]
    [InlineData("\u001b[31m\n", "__31m_-7.lowtide")]
    [InlineData("tête", "t_te-7.lowtide")]
    [InlineData("", "process-7.lowtide")]
    [InlineData("...", "process-7.lowtide")]
    public void Is_named_after_the_process(string process, string file) =>
        Assert.Equal(file, RecordingFile.Default(process, 7, _ => false));

    [Fact]
    public void Is_numbered_where_the_name_is_taken() =>
        Assert.Equal("a-7-3.lowtide", RecordingFile.Default("a", 7, path => path is "a-7.lowtide" or "a-7-2.lowtide"));

    /// <summary>All but the first ended with "exists already".</summary>
    [Fact]
    public async Task Recorders_that_begin_at_once_have_a_name_each()
    {
        var process = $"at-once-{Guid.NewGuid():N}";
        using var start = new ManualResetEventSlim();
        var made = Enumerable.Range(0, 8).Select(_ => Task.Run(() =>
        {
            start.Wait();
            using var writer = RecordingFile.Create(null, process, 7, Recorded.Host);
            writer.Discard();
            return writer.FileName!;
        })).ToList();
        var kept = Enumerable.Range(0, 2).Select(_ => RecordingFile.Create(null, process, 7, Recorded.Host)).ToList();
        start.Set();
        await Task.WhenAll(made);
        Assert.Equal([$"{process}-7.lowtide", $"{process}-7-2.lowtide"], kept.Select(writer => writer.FileName));
        foreach (var writer in kept)
            writer.Discard();
        Assert.Empty(Directory.GetFiles(".", $"{process}*"));
    }

    /// <summary>One recorder in eight lost its file to one that had ended before.</summary>
    [Fact]
    public void Of_a_name_that_was_given_up_another_has_the_file()
    {
        using var folder = new TempFolder();
        using var writer = RecordingFile.Create(folder.File("a.lowtide"), "a", 7, Recorded.Host);
        writer.Discard();
        using var other = RecordingFile.Create(folder.File("a.lowtide"), "a", 7, Recorded.Host);
        writer.Dispose();
        Assert.True(File.Exists(folder.File("a.lowtide")));
        other.Discard();
    }

    [Fact]
    public void Is_no_longer_than_a_name_may_be() =>
        Assert.InRange(RecordingFile.Default(new string('x', 300), int.MaxValue, _ => false).Length, 64, 255);

    [Theory]
    [InlineData("x.lowtide", "x.lowtide")]
    [InlineData("x", "./x")]
    [InlineData("/tmp/x", "/tmp/x")]
    [InlineData("-x.lowtide", "./-x.lowtide")]
    [InlineData("my x.lowtide", "'my x.lowtide'")]
    [InlineData("it's.lowtide", "'it'\\''s.lowtide'")]
    [InlineData("$(x).lowtide", "'$(x).lowtide'")]
    public void Can_be_pasted_into_the_next_command(string file, string pasted) => Assert.Equal(pasted, RecordingFile.AsTarget(file));
}
