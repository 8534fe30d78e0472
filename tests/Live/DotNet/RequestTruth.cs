using System.Globalization;
using System.Text.Json;
using Lowtide.Recordings;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>What the server of tests/Live/targets/dotnet-requests knows of the requests that ended while it was recorded.</summary>
/// <param name="Slow">By its own clock in 0.12 s or more: so in 0.1 s by the runtime's events too, between which a busy machine lets time pass.</param>
/// <param name="Met">Of those, the ones during which it collected.</param>
/// <param name="MaybeSlow">In 0.08 s or more.</param>
internal sealed record RequestTruth(int Requests, int Slow, int Met, int MaybeSlow)
{
    public static RequestTruth Of(Target target, DotNetTrace trace)
    {
        var began = (trace.BeganAt!.Value - DateTimeOffset.UnixEpoch).TotalSeconds;
        var (slow, maybe) = (Told(0.12), Told(0.08));
        return new RequestTruth(
            slow.GetProperty("requests").GetInt32(), slow.GetProperty("slow").GetInt32(), slow.GetProperty("met").GetInt32(),
            maybe.GetProperty("slow").GetInt32());

        JsonElement Told(double limit) => target.Ask(string.Create(CultureInfo.InvariantCulture, $"{began} {began + trace.Seconds} {limit}"));
    }

    /// <summary>The runtime has to be asked first, which takes a moment of that time.</summary>
    public void MustAgree(DotNetTrace trace, RequestSource source)
    {
        var watched = Assert.Single(trace.Requests!, requests => requests.Source == source);
        Assert.InRange(watched.Requests, 0.95 * Requests, 1.01 * Requests);
    }
}
