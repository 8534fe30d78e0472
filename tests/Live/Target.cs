using System.Diagnostics;
using System.Text.Json;
using Lowtide.Capture.Sources;

namespace Lowtide.Tests.Live;

/// <summary>A program that says one JSON line when it is ready and then waits for its standard input to close.</summary>
public sealed class Target : IDisposable
{
    private readonly Process _process;
    private readonly List<AddressSpace> _spaces = [];
    private bool _ended;

    private Target(Process process, JsonElement said)
    {
        _process = process;
        Said = said;
    }

    public int Pid => _process.Id;

    /// <summary>What it said when it was ready.</summary>
    public JsonElement Said { get; }

    public List<Mapping> Mappings => Mapping.ParseAll(File.ReadAllBytes($"/proc/{Pid}/maps"));

    /// <summary>As of now; closed with the target.</summary>
    public AddressSpace Space()
    {
        var space = AddressSpace.TryOpen(Pid)!;
        _spaces.Add(space);
        return space;
    }

    /// <summary>The path of a program under tests/Live/targets.</summary>
    public static string Path(string name) => System.IO.Path.Combine(AppContext.BaseDirectory, "targets", name);

    public static Target Start(string program, IEnumerable<string> arguments, params (string Name, string Value)[] variables)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (var (name, value) in variables)
            start.Environment[name] = value;
        var started = Process.Start(start)!;
        var error = started.StandardError.ReadToEndAsync();
        while (Patience.Line(started, "that it is ready") is { } line)
            if (line.StartsWith('{'))
                return new Target(started, JsonDocument.Parse(line).RootElement);
        Patience.ForEnd(started);
        throw new InvalidOperationException($"{program} ended before it was ready: {error.Result}");
    }

    /// <summary>Writes a line to its standard input, and waits for the JSON line that it answers with.</summary>
    public JsonElement Ask(string line)
    {
        _process.StandardInput.WriteLine(line);
        _process.StandardInput.Flush();
        var answer = Patience.Line(_process, $"what came of '{line}'") ?? throw new InvalidOperationException($"the target ended when it was asked to {line}");
        return JsonDocument.Parse(answer).RootElement;
    }

    /// <summary>Waits for a target that ends by itself, and leaves others behind.</summary>
    public void WaitForEnd() => Patience.ForEnd(_process);

    /// <summary>Ends it as it ends itself, by the end of its input; kills it only if that does not help.</summary>
    public void Dispose()
    {
        if (_ended)
            return;
        _ended = true;
        foreach (var space in _spaces)
            space.Dispose();
        _process.StandardInput.Close();
        if (!_process.WaitForExit(TimeSpan.FromSeconds(10)))
            _process.Kill(entireProcessTree: true);
        _process.Dispose();
    }
}
