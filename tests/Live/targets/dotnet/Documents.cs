using System.Text.Json;

namespace Midlife;

/// <summary>Documents that are held in one piece at every step.</summary>
internal static class Documents
{
    private static readonly string[] Fields = [.. Enumerable.Range(0, 10_000).Select(number => $"field {number}")];

    private static int _total;

    /// <summary>A list that grows past 85,000 bytes.</summary>
    public static void Read()
    {
        var rows = new List<long>();
        for (var row = 0; row < 60_000; row++)
            rows.Add(row);
        _total += rows.Count;
        Thread.Yield();
    }

    /// <summary>JSON in an array, then base64 in a string.</summary>
    public static void Wrap()
    {
        var json = JsonSerializer.SerializeToUtf8Bytes(Fields);
        _total += Convert.ToBase64String(json).Length;
    }
}
