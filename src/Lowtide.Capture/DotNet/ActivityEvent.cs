using System.Globalization;
using System.Runtime.InteropServices;
using Lowtide.Recordings;
using Microsoft.Diagnostics.Tracing;

namespace Lowtide.Capture.DotNet;

/// <summary>
/// A request's end, as the runtime's bridge from activities to events tells it (DiagnosticSourceEventSource): one event a request, that
/// carries how long it took. Asked for that way the runtime makes an activity of each request, where no log or tracer does so already.
/// </summary>
internal static class ActivityEvent
{
    public const string Provider = "Microsoft-Diagnostics-DiagnosticSource";

    /// <summary>Keyword Events.</summary>
    public const long Keyword = 2;

    private const string Ticks = "DurationTicks";

    private static readonly Dictionary<string, (string Activity, RequestSource Source)> Known = new()
    {
        ["Microsoft.AspNetCore"] = ("Microsoft.AspNetCore.Hosting.HttpRequestIn", RequestSource.Served),
        ["System.Net.Http"] = ("System.Net.Http.HttpRequestOut", RequestSource.Made),
    };

    /// <summary>Ends alone; "Propagate" lets no tracer take a request that its own sampling leaves out.</summary>
    public static readonly Dictionary<string, string> Arguments = new()
    {
        ["FilterAndPayloadSpecs"] = string.Join('\n', Known.Keys.Select(source => $"[AS]{source}/Stop-Propagate:-{Ticks}=Duration.Ticks")),
    };

    /// <returns>Null of what is no request.</returns>
    public static (RequestSource Source, RequestTime Time)? Read(TraceEvent data)
    {
        // TraceEvent knows no fields of this event: the metadata cannot describe an array of pairs.
        ReadOnlySpan<char> fields = MemoryMarshal.Cast<byte, char>(data.EventData());
        if (!Known.TryGetValue(Text(ref fields).ToString(), out var known) || !Text(ref fields).SequenceEqual(known.Activity) || fields.IsEmpty)
            return null;
        var pairs = (int)fields[0];
        fields = fields[1..];
        for (; pairs > 0 && !fields.IsEmpty; pairs--)
        {
            var isTicks = Text(ref fields).SequenceEqual(Ticks);
            var value = Text(ref fields);
            if (isTicks && long.TryParse(value, CultureInfo.InvariantCulture, out var ticks) && ticks >= 0)
            {
                var seconds = ticks / (double)TimeSpan.TicksPerSecond;
                return (known.Source, new RequestTime(EventTime.Of(data) - seconds, seconds));
            }
        }
        return null;
    }

    /// <summary>Takes a text that ends with NUL off the front.</summary>
    private static ReadOnlySpan<char> Text(ref ReadOnlySpan<char> fields)
    {
        var end = fields.IndexOf('\0');
        var text = end < 0 ? fields : fields[..end];
        fields = end < 0 ? [] : fields[(end + 1)..];
        return text;
    }
}
