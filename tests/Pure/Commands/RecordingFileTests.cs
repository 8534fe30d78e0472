using Lowtide.Commands;

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
