using System.Globalization;
using System.Text.Json;
using Lowtide.Capture.CPython;

namespace Lowtide.Tests.Pure.Capture.CPython;

/// <summary>Objects of a real Python with what it says of them, recorded by fixtures/record_cpython_heap.py.</summary>
internal sealed class RecordedHeap
{
    private static readonly string Folder = Path.Combine(AppContext.BaseDirectory, "fixtures", "cpython-heap");

    private RecordedHeap(JsonElement said, HeapLayout layout)
    {
        (Said, Layout) = (said, layout);
        Pieces = [.. said.GetProperty("memory").EnumerateArray()
            .Select(piece => (Number(piece, "address"), Convert.FromHexString(piece.GetProperty("bytes").GetString()!)))];
    }

    public static IEnumerable<string> Versions => Directory.EnumerateFiles(Folder, "*.json").Select(path => Path.GetFileNameWithoutExtension(path)!).Order();

    /// <summary>What Python printed.</summary>
    public JsonElement Said { get; }

    public HeapLayout Layout { get; }

    public ulong Metatype => Number(Said, "metatype");

    public IReadOnlyList<(ulong Address, byte[] Bytes)> Pieces { get; }

    public FakeMemory Memory => Pieces.Aggregate(new FakeMemory(), (memory, piece) => memory.With(piece.Address, piece.Bytes));

    public static RecordedHeap Read(string version)
    {
        var numbers = version.Split('.').Select(part => int.Parse(part, CultureInfo.InvariantCulture)).ToArray();
        return new(
            JsonDocument.Parse(File.ReadAllBytes(Path.Combine(Folder, version + ".json"))).RootElement,
            CPythonLayouts.For(new CPythonVersion(numbers[0], numbers[1], numbers[2]), out _)[0].Heap);
    }

    public static ulong Number(JsonElement element, string name) => Number(element.GetProperty(name));

    public static ulong Number(JsonElement element) => ulong.Parse(element.GetString().AsSpan(2), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
}
