using System.Text.Json;
using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Load;

/// <summary>load_server.py on a port that the kernel chose, which knows itself what it served.</summary>
internal sealed class LoadedServer(params string[] trouble) : IDisposable
{
    private readonly Target _target = Target.Start("python3", ["-u", Target.Path("load_server.py"), "0", .. trouble]);

    public string Url => $"http://127.0.0.1:{_target.Said.GetProperty("port").GetInt32()}/";

    /// <summary>Requests by path, and the connections that they came on.</summary>
    public (Dictionary<string, int> Paths, int Connections) Counts()
    {
        using var client = new HttpClient();
        var counts = JsonDocument.Parse(client.GetStringAsync($"{Url}counts").Result).RootElement;
        return (counts.GetProperty("paths").Deserialize<Dictionary<string, int>>()!, counts.GetProperty("connections").GetInt32());
    }

    public Ran Load(params string[] options) => Ran.Lowtide(["load", Url, .. options]);

    /// <summary>The document, held to its schema.</summary>
    public (Ran Ran, JsonElement Measured) Measure(params string[] options)
    {
        var ran = Load([.. options, "--json"]);
        Assert.True(ran.Output.Length > 0, ran.Error);
        Schemas.MustHold(ran.Output);
        return (ran, JsonDocument.Parse(ran.Output).RootElement);
    }

    public void Dispose() => _target.Dispose();
}
