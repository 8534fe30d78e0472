using System.Globalization;
using System.Net;
using Held;

// dotnet-requests collecting|quiet: says one JSON line when it is at work, serves its own requests until its input closes, and answers each line
// "FROM TO LIMIT" (Unix time, seconds) with what it knows of that time, and "log PATH" once it has written its requests there.
// dotnet-requests serve PORT FILE: see Collecting. dotnet-requests breathe PORT: see Breathing. dotnet-requests recycled: see Recycled.
if (args is ["serve", var port, var file])
{
    await Collecting.ServeAsync(int.Parse(port, CultureInfo.InvariantCulture), file);
    return;
}
if (args is ["breathe", var address])
{
    await Breathing.ServeAsync(int.Parse(address, CultureInfo.InvariantCulture));
    return;
}
if (args is ["recycled"])
{
    await Recycled.ServeAsync();
    return;
}
var collects = args is ["collecting"];
var truth = new Truth();
var heap = new Heap();

var builder = WebApplication.CreateSlimBuilder();
builder.Logging.ClearProviders();
builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0));
var app = builder.Build();
app.MapGet("/{milliseconds:int}", async (int milliseconds) =>
{
    var start = DateTime.UtcNow;
    await Task.Delay(milliseconds);
    truth.Request(start);
    return "done";
});
await app.StartAsync();

using var client = new HttpClient { BaseAddress = new Uri(app.Urls.First()) };
var number = 0;
// Some six are under way at any time, one every 2.5 s takes long by itself, whatever the collector does.
using var load = new Timer(_ => _ = Ask(Interlocked.Increment(ref number) % 250 == 0 ? 150 : 60), null, 0, 10);
using var collector = collects ? new Timer(_ => Collect(), null, 1000, 2000) : null;
await client.GetStringAsync("/1");
Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $$"""{"version": "{{Environment.Version}}"}"""));
while (Console.ReadLine() is { } line)
{
    if (line.StartsWith("log ", StringComparison.Ordinal))
    {
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $$"""{"requests": {{truth.Log(line[4..])}} }"""));
        continue;
    }
    var asked = line.Split(' ').Select(part => double.Parse(part, CultureInfo.InvariantCulture)).ToArray();
    var (requests, slow, met) = truth.Between(
        DateTime.UnixEpoch.AddSeconds(asked[0]), DateTime.UnixEpoch.AddSeconds(asked[1]), TimeSpan.FromSeconds(asked[2]));
    Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $$"""{"requests": {{requests}}, "slow": {{slow}}, "met": {{met}} }"""));
}
GC.KeepAlive(heap);

async Task Ask(int milliseconds)
{
    try
    {
        await client.GetStringAsync($"/{milliseconds}");
    }
    catch (Exception failure) when (failure is HttpRequestException or OperationCanceledException)
    {
        // It ends.
    }
}

void Collect()
{
    var start = DateTime.UtcNow;
    Heap.Collect();
    truth.Collection(start);
}
