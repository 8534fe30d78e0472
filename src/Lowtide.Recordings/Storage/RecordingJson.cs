using System.Text.Json.Serialization;

namespace Lowtide.Recordings.Storage;

/// <summary>
/// The parts of a recording that are stored as JSON text. A member that is missing is refused, so a later one needs a default
/// value, or a new <see cref="RecordingFormat.Version"/>.
/// </summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    IgnoreReadOnlyProperties = true,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(Host))]
[JsonSerializable(typeof(FamilySnapshot))]
[JsonSerializable(typeof(DotNetTrace))]
[JsonSerializable(typeof(RubyCounts))]
[JsonSerializable(typeof(HeapUse))]
[JsonSerializable(typeof(IReadOnlyList<long>))]
[JsonSerializable(typeof(IReadOnlyList<string>))]
[JsonSerializable(typeof(IReadOnlyList<FaultingProcess>))]
internal sealed partial class RecordingJson : JsonSerializerContext;
