using System.Diagnostics;
using System.Text.Json;

namespace Lowtide.Tests.Live.Record;

/// <summary>
/// targets/told_family.py: forks, ends and changes its workers when it is told to. Each has a command line of its own, so that none is
/// taken for another one that was started anew.
/// </summary>
internal sealed class ToldFamily : IDisposable
{
    private readonly Process _process;
    private readonly string _name;

    /// <param name="like">Has the command line of this one.</param>
    public ToldFamily(int workers = 0, string? program = null, string target = "told_family.py", ToldFamily? like = null)
    {
        _name = like?._name ?? Guid.NewGuid().ToString();
        Assert.SkipWhen(Pythons.Paths.Count == 0, "no CPython 3.8 or later on this machine");
        _process = Process.Start(new ProcessStartInfo(program ?? Pythons.Paths[0], [Target.Path(target), _name])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        Hear();
        if (workers > 0)
            Tell($"fork {workers}");
    }

    public int Pid => _process.Id;

    public JsonElement Said { get; private set; }

    public IReadOnlyList<int> Workers => [.. Said.GetProperty("workers").EnumerateArray().Select(pid => pid.GetInt32())];

    public ulong Preloaded => Said.GetProperty("preloaded").GetUInt64();

    public ulong Allocated => Said.GetProperty("allocated").GetUInt64();

    public void Tell(string order)
    {
        _process.StandardInput.WriteLine(order);
        _process.StandardInput.Flush();
        Hear();
    }

    public void Kill()
    {
        _process.Kill();
        _process.WaitForExit();
    }

    private void Hear() => Said = JsonDocument.Parse(
        Patience.Line(_process, "who is in the family") ?? throw new InvalidOperationException("it has ended")).RootElement;

    public void Dispose()
    {
        _process.StandardInput.Close();
        if (!_process.WaitForExit(TimeSpan.FromSeconds(10)))
            _process.Kill(entireProcessTree: true);
        _process.Dispose();
    }
}
