using System.Security.Cryptography;
using System.Text;
using OpenTelemetry.Resources;

namespace Lowtide.Serve.Metrics;

/// <summary>
/// Who sends metrics, as OpenTelemetry names it (https://opentelemetry.io/docs/specs/semconv/resource/). What OTEL_RESOURCE_ATTRIBUTES and OTEL_SERVICE_NAME
/// say wins: who starts the watch knows best what it is called.
/// </summary>
internal static class OtlpResource
{
    public const string ServiceName = "lowtide";

    /// <summary>Of UUIDs that are made of what an instance has of its own (https://opentelemetry.io/docs/specs/semconv/registry/attributes/service/).</summary>
    private static readonly Guid OfInstances = new("4d63009a-8d0f-11ee-aad7-4c796ed8e320");

    /// <param name="folder">Of the history: of one machine no two watches have the same.</param>
    public static void Add(ResourceBuilder resource, string folder)
    {
        var machine = MachineId();
        var instance = Named(OfInstances, $"{machine ?? Environment.MachineName}:{Path.GetFullPath(folder)}");
        resource.AddService(ServiceName, serviceVersion: ProgramVersion.Text, serviceInstanceId: $"{instance}")
            .AddAttributes(new Dictionary<string, object>(StringComparer.Ordinal)
            {
                ["host.name"] = Environment.MachineName,
                ["host.arch"] = "amd64",
                ["os.type"] = "linux",
                ["process.pid"] = (long)Environment.ProcessId,
            });
        if (machine is not null)
            resource.AddAttributes([new("host.id", machine)]);
        // The last of one name counts.
        resource.AddEnvironmentVariableDetector();
    }

    /// <summary>Of machine-id(5); null where none was given yet, as in many containers.</summary>
    private static string? MachineId()
    {
        try
        {
            return File.ReadAllText("/etc/machine-id").Trim() is { Length: 32 } id && id.All(char.IsAsciiHexDigitLower) ? id : null;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>A UUID of version 5 (RFC 9562, 5.5): the same for the same name. It keeps nothing secret; SHA-1 is what that version is.</summary>
    internal static Guid Named(Guid space, string name)
    {
#pragma warning disable CA5350
        var hash = SHA1.HashData([.. space.ToByteArray(bigEndian: true), .. Encoding.UTF8.GetBytes(name)]);
#pragma warning restore CA5350
        hash[6] = (byte)((hash[6] & 0x0F) | 0x50);
        hash[8] = (byte)((hash[8] & 0x3F) | 0x80);
        return new Guid(hash.AsSpan(0, 16), bigEndian: true);
    }
}
