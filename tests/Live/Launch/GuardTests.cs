using System.Diagnostics;

namespace Lowtide.Tests.Live.Launch;

/// <summary>Nothing that a trial started outlives Lowtide, whatever becomes of it.</summary>
public sealed class GuardTests
{
    private static readonly string[] Everybody = ["daemon", "deaf", "grandchild", "master", "worker"];

    [Theory]
    [InlineData("KILL")]
    [InlineData("TERM")]
    public async Task Nothing_is_left_when_lowtide_dies(string signal)
    {
        using var folder = new TempFolder();
        using var family = Fifo.Make(folder.File("fifo"));
        using var holder = Hold(folder, "/usr/bin/python3", Target.Path("stubborn_family.py"), folder.File("fifo"));
        Assert.Equal(Everybody, Names(await family.LinesAsync(5)));

        Assert.Equal(0, Ran.Command(["kill", $"-{signal}", $"{holder.Id}"]).ExitCode);
        await family.EndAsync();
        // The guard's own standard error is the holder's: its end is the guard's.
        Assert.Empty(await holder.StandardError.ReadToEndAsync().WaitAsync(TimeSpan.FromSeconds(30)));
    }

    [Theory]
    [InlineData("TERM")]
    [InlineData("HUP")]
    public async Task A_guard_that_is_told_to_end_takes_everything_with_it(string signal)
    {
        using var folder = new TempFolder();
        using var family = Fifo.Make(folder.File("fifo"));
        using var holder = Hold(folder, "/usr/bin/python3", Target.Path("stubborn_family.py"), folder.File("fifo"));
        await family.LinesAsync(5);

        Assert.Equal(0, Ran.Command(["pkill", $"-{signal}", "--parent", $"{holder.Id}", "guard"]).ExitCode);
        await family.EndAsync();
        Assert.EndsWith("\nsignal 9\n", await holder.StandardOutput.ReadToEndAsync());
    }

    [Theory]
    [InlineData("exit 3", "exit 3")]
    [InlineData("kill -TERM $$", "signal 15")]
    public async Task The_end_of_the_server_is_reported(string script, string report)
    {
        using var folder = new TempFolder();
        using var holder = Hold(folder, "/bin/sh", "-c", script);
        var reports = (await holder.StandardOutput.ReadToEndAsync()).Split('\n');
        Assert.StartsWith("pid ", reports[0]);
        Assert.Equal(report, reports[1]);
    }

    private static Process Hold(TempFolder folder, params string[] command)
    {
        string[] arguments = [Target.Path("hold_guard.py"), Built.Installation.Guard, folder.File("log"), .. command];
        return Process.Start(new ProcessStartInfo("/usr/bin/python3", arguments)
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
    }

    private static IEnumerable<string> Names(IEnumerable<string> lines) => lines.Select(line => line.Split(' ')[0]);
}
