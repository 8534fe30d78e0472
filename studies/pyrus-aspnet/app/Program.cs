using System.Net;
using Forms;
using Hosting;

CodeForms forms;
int port, memory;
string connection;
try
{
    forms = CodeForms.FromEnvironment();
    port = CodeForms.Number("PORT", 8324, 1, 65535);
    connection = Environment.GetEnvironmentVariable("STORAGE")
        ?? throw new FormatException("no STORAGE: run it below studies/pyrus-aspnet/services");
    memory = CodeForms.Number("MEMORY_MIB", 1150, 64, 1 << 20);
}
catch (FormatException wrong)
{
    await Console.Error.WriteLineAsync($"forms: {wrong.Message}");
    return 2;
}

await using var storage = new Storage(connection);
await storage.PrepareAsync();
// Who measures what listening costs wants nobody else to listen.
using var collections = Environment.GetEnvironmentVariable("COUNTER") is "off" ? null : new CollectionCounter();
var cache = TaskCache.Filled();
var rights = new AccessRights(storage, forms.ChunkedRights);
var registers = new Registers(storage, forms.ChunkedLists);
var documents = new Documents(cache, storage, forms.StreamedDocuments);
using var watcher = forms.LimitPercent is { } percent ? new PrivateMemoryLimit(memory * (long)(1 << 20), percent) : null;

var builder = WebApplication.CreateSlimBuilder();
builder.Logging.ClearProviders();
builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, port));
var app = builder.Build();
app.MapGet("/", () => "ready\n");
app.MapGet("/tasks", (int? user) => rights.VisibleAsync(user ?? 0));
app.MapGet("/register", (int? rows) => registers.SummaryAsync(Math.Clamp(rows ?? 50_000, 1, 1_000_000)));
app.MapGet("/document", (int? tasks, HttpResponse response) => documents.WriteAsync(Math.Clamp(tasks ?? 4_000, 1, 100_000), response));
app.MapGet("/collections", IEnumerable<CollectionRow> () => collections?.Rows() ?? []);
app.MapGet("/collector", () => GC.GetConfigurationVariables().ToDictionary(setting => setting.Key, setting => setting.Value.ToString()));
await app.RunAsync();
return 0;
