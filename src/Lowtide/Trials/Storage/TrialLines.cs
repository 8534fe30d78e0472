using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Lowtide.Recordings;
using Lowtide.Recordings.Storage;
using Lowtide.Trials.Runs;

namespace Lowtide.Trials.Storage;

/// <summary>
/// lowtide/trial-file/1: JSON lines. The first is a <see cref="TrialHeader"/>; each that follows has one member and is a
/// run, a run that failed, or the mark that the trial was gone on with.
/// </summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(TrialHeader))]
[JsonSerializable(typeof(RunLine))]
[JsonSerializable(typeof(FailedLine))]
[JsonSerializable(typeof(ResumedLine))]
[JsonSerializable(typeof(AnyLine))]
internal sealed partial class TrialLines : JsonSerializerContext
{
    /// <summary>A line of which every member is what its declaration says.</summary>
    /// <exception cref="JsonException">It is none.</exception>
    /// <exception cref="InvalidDataException">A value of it cannot be.</exception>
    public static T Read<T>(ReadOnlySpan<byte> line) =>
        JsonSerializer.Deserialize(line, (JsonTypeInfo<T>)Reading.Options.GetTypeInfo(typeof(T))) ?? throw new JsonException("null");

    /// <summary>Made when the generated part is.</summary>
    private static class Reading
    {
        public static readonly JsonSerializerOptions Options = new(Default.Options) { TypeInfoResolver = Default.WithAddedModifier(DocumentBounds.Hold) };
    }
}

/// <summary>A trial's file: JSON lines. This is the first; each that follows is a line under $defs, with one member: a run, a run that failed, or the
/// time at which the trial was gone on with. Runs before that mark that make up no whole pair with each other do not count. A last line without its
/// end was torn off and is left out.</summary>
/// <param name="ProgramVersion">Of the Lowtide that began it.</param>
/// <param name="Rules">Of deciding: raised when the same runs would lead to another verdict.</param>
/// <param name="Folder">That it was begun in: paths in its commands are relative to it.</param>
internal sealed record TrialHeader(
    string Schema,
    string ProgramVersion,
    [AtLeast(1)] int Rules,
    DateTimeOffset Started,
    string Folder,
    Host Host,
    PlanEntry Plan)
{
    public const string Name = "lowtide/trial-file/1";
}

/// <summary>Pairs are numbered from 1 here, as in lowtide/trial/1.</summary>
internal sealed record RunLine(RunResult Run);

internal sealed record FailedLine(FailedRun FailedRun);

/// <summary>Runs before it that do not make up a whole block with each other do not count: what ran long ago is no pair.</summary>
internal sealed record ResumedLine(DateTimeOffset Resumed);

internal sealed record AnyLine(RunResult? Run = null, FailedRun? FailedRun = null, DateTimeOffset? Resumed = null);
