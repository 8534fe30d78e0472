using System.Text.Json.Serialization;

namespace Lowtide.Recordings.Storage;

/// <summary>The parts of a recording that are stored as JSON text.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, IgnoreReadOnlyProperties = true)]
[JsonSerializable(typeof(Host))]
[JsonSerializable(typeof(FamilySnapshot))]
[JsonSerializable(typeof(IReadOnlyList<long>))]
internal sealed partial class RecordingJson : JsonSerializerContext;
