using System.Globalization;
using System.Text.Json;
using Lowtide.Capture.CPython;
using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Capture.CPython;

/// <summary>The memory of a real Python around its collector, recorded by fixtures/record_cpython.py.</summary>
internal sealed class Fixture
{
    private Fixture(JsonElement said)
    {
        VersionText = said.GetProperty("version").GetString()!;
        Runtime = Address(said.GetProperty("runtime"));
        Pieces = [.. said.GetProperty("memory").EnumerateArray().Select(piece =>
            (Address(piece.GetProperty("address")), Convert.FromHexString(piece.GetProperty("bytes").GetString()!)))];
        var expected = said.GetProperty("expected");
        Expected = [.. Enumerable.Range(0, 3).Select(number => new GenerationFacts(
            expected.GetProperty("threshold")[number].GetInt32(),
            expected.GetProperty("count")[number].GetInt32(),
            expected.GetProperty("collections")[number].GetInt64()))];
        Enabled = expected.GetProperty("enabled").GetBoolean();
    }

    public static TheoryData<string> All => new(Versions);

    public static IEnumerable<string> Versions =>
        Directory.GetFiles(Folder).Select(path => Path.GetFileNameWithoutExtension(path)!).Order(StringComparer.Ordinal);

    public string VersionText { get; }

    public CPythonVersion Version => CPythonVersion.FromBanner(System.Text.Encoding.ASCII.GetBytes(VersionText + " ("))!.Value;

    public ulong Runtime { get; }

    /// <summary>_PyRuntime's first KiB, then the collector's state.</summary>
    public IReadOnlyList<(ulong Address, byte[] Bytes)> Pieces { get; }

    public IReadOnlyList<GenerationFacts> Expected { get; }

    public bool Enabled { get; }

    /// <summary>What was collected is not among what the recordings say; Live holds it against gc.get_stats().</summary>
    public void Check(CollectorFacts collector) =>
        Assert.Equal(Expected, collector.Generations.Select(generation => generation with { Collected = null }));

    public FakeMemory Memory => Pieces.Aggregate(new FakeMemory(), (memory, piece) => memory.With(piece.Address, piece.Bytes));

    private static string Folder => Path.Combine(AppContext.BaseDirectory, "fixtures", "cpython");

    public static Fixture Read(string version) =>
        new(JsonDocument.Parse(File.ReadAllBytes(Path.Combine(Folder, version + ".json"))).RootElement);

    private static ulong Address(JsonElement text) =>
        ulong.Parse(text.GetString().AsSpan(2), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
}
