using System.Diagnostics;
using System.Text.Json;

namespace Lowtide.Tests.Live.Serve;

/// <summary>loses_sharing.py: workers that share what their master holds until they are told to collect.</summary>
internal sealed class SharingFamily : IDisposable
{
    private readonly Process _process;

    /// <param name="group">A cgroup that it joins first; null for its parent's.</param>
    /// <param name="objects">Half a KiB each.</param>
    public SharingFamily(string? group = null, int objects = 110_000)
    {
        Assert.SkipWhen(Pythons.Paths.Count == 0, "no CPython 3.8 or later on this machine");
        string[] start = [Pythons.Paths[0], Target.Path("loses_sharing.py"), $"{objects}"];
        _process = Process.Start(new ProcessStartInfo(
            "sh", group is null ? ["-c", "exec \"$@\"", "sh", .. start] : ["-c", "echo $$ > \"$0/cgroup.procs\" && exec \"$@\"", group, .. start])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        Hear();
        Tell("fork");
    }

    private bool _ended;

    public int Pid => _process.Id;

    public IReadOnlyList<int> Workers { get; private set; } = [];

    public void Tell(string order)
    {
        _process.StandardInput.WriteLine(order);
        _process.StandardInput.Flush();
        Hear();
    }

    private void Hear() => Workers = [.. JsonDocument.Parse(Patience.Line(_process, "its workers") ?? throw new InvalidOperationException("it has ended"))
        .RootElement.GetProperty("workers").EnumerateArray().Select(pid => pid.GetInt32())];

    public void Dispose()
    {
        if (_ended)
            return;
        _ended = true;
        _process.StandardInput.Close();
        if (!_process.WaitForExit(TimeSpan.FromSeconds(10)))
            _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }
}
