using System.Diagnostics;
using Lowtide.Recordings.Storage;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Record;

public sealed class AtOnceTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>
    /// Two recorders without a name that both find the first one free: each is held up for so long before it makes the file. The later one takes the next.
    /// </summary>
    [Fact]
    public async Task Two_recorders_make_two_files()
    {
        Assert.SkipUnless(Ran.Command(["sh", "-c", "strace -o /dev/null true"]).ExitCode == 0, "strace is missing or not permitted");
        using var family = new ToldFamily(workers: 1);
        var name = $"told_family.py-{family.Pid}";
        var first = _folder.File($"{name}.lowtide");
        var recorders = Enumerable.Range(0, 2).Select(_ => Process.Start(new ProcessStartInfo("strace",
            ["-f", "-qq", "-o", "/dev/null", "-P", first, "-e", "trace=open,openat", "-e", "inject=open,openat:delay_enter=3s",
                Built.Lowtide, "record", $"{family.Pid}", "-d", "100ms"])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = _folder.Path,
        })!).ToList();
        foreach (var recorder in recorders)
        {
            var error = recorder.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
            await recorder.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
            Patience.ForEnd(recorder);
            Assert.Equal((0, ""), (recorder.ExitCode, await error));
            recorder.Dispose();
        }
        Assert.Equal([$"{name}-2.lowtide", $"{name}.lowtide"], Directory.GetFiles(_folder.Path).Select(Path.GetFileName).Order(StringComparer.Ordinal));
        Assert.All(Directory.GetFiles(_folder.Path), file => Assert.True(RecordingReader.Read(file).ClosedCleanly));
    }
}
