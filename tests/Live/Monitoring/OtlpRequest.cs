using Google.Protobuf;

namespace Lowtide.Tests.Live.Monitoring;

/// <summary>
/// What a collector gets of metrics: metrics/v1/metrics.proto of https://github.com/open-telemetry/opentelemetry-proto. Only what Lowtide sends is read.
/// </summary>
/// <param name="Resource">Texts and numbers alike.</param>
internal sealed record OtlpRequest(IReadOnlyDictionary<string, string> Resource, IReadOnlyList<OtlpPoint> Points)
{
    /// <param name="bytes">An ExportMetricsServiceRequest.</param>
    public static OtlpRequest Read(byte[] bytes)
    {
        var (resource, points) = (new Dictionary<string, string>(StringComparer.Ordinal), new List<OtlpPoint>());
        foreach (var ofResource in Fields(bytes, 1).Select(Bytes))
        {
            foreach (var (name, value) in Fields(ofResource, 1).SelectMany(one => Attributes(Bytes(one), 1)))
                resource.Add(name, value);
            foreach (var metric in Fields(ofResource, 2).SelectMany(scope => Fields(Bytes(scope), 2)).Select(Bytes))
                points.AddRange(Of(metric));
        }
        return new OtlpRequest(resource, points);
    }

    private static IEnumerable<OtlpPoint> Of(byte[] metric)
    {
        const int gauge = 5, sum = 7, cumulative = 2;
        var (name, unit) = (Texts(metric, 1).Single(), Texts(metric, 3).SingleOrDefault() ?? "");
        var kind = Fields(metric, sum).Count > 0 ? sum : gauge;
        var data = Bytes(Fields(metric, kind).Single());
        var isCounter = kind == sum && (ulong)Fields(data, 2).Single() == cumulative && (ulong)Fields(data, 3).Single() == 1;
        return Fields(data, 1).Select(Bytes).Select(point => new OtlpPoint(
            name, unit, isCounter, Attributes(point, 7).ToDictionary(StringComparer.Ordinal),
            BitConverter.UInt64BitsToDouble((ulong)Fields(point, 4).Single())));
    }

    /// <summary>KeyValue: a name, and an AnyValue of a text or a number.</summary>
    private static IEnumerable<KeyValuePair<string, string>> Attributes(byte[] message, int field) =>
        from pair in Fields(message, field).Select(Bytes)
        let value = Bytes(Fields(pair, 2).Single())
        select new KeyValuePair<string, string>(Texts(pair, 1).Single(), Texts(value, 1).SingleOrDefault() ?? $"{Fields(value, 3).Single()}");

    private static byte[] Bytes(object value) => ((ByteString)value).ToByteArray();

    private static IEnumerable<string> Texts(byte[] message, int field) => Fields(message, field).Select(value => ((ByteString)value).ToStringUtf8());

    /// <summary>The values of one field: bytes where they have a length, else a number.</summary>
    private static List<object> Fields(byte[] message, int field)
    {
        var values = new List<object>();
        using var input = new CodedInputStream(message);
        while (input.ReadTag() is > 0 and var tag)
        {
            object value = WireFormat.GetTagWireType(tag) switch
            {
                WireFormat.WireType.Varint => input.ReadUInt64(),
                WireFormat.WireType.Fixed64 => input.ReadFixed64(),
                WireFormat.WireType.Fixed32 => (ulong)input.ReadFixed32(),
                _ => input.ReadBytes(),
            };
            if (WireFormat.GetTagFieldNumber(tag) == field)
                values.Add(value);
        }
        return values;
    }
}

/// <param name="IsCounter">It only rises, and counts from its beginning on.</param>
internal sealed record OtlpPoint(string Name, string Unit, bool IsCounter, IReadOnlyDictionary<string, string> Labels, double Value);
