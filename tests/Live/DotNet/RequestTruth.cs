using System.Globalization;
using Lowtide.Recordings;

namespace Lowtide.Tests.Live.DotNet;

/// <summary>What the server of tests/Live/targets/dotnet-requests knows of the requests that ended while it was recorded.</summary>
/// <param name="Slow">In <see cref="Limit"/> seconds or more.</param>
/// <param name="Met">Of those, the ones during which it collected.</param>
internal sealed record RequestTruth(int Requests, int Slow, int Met)
{
    public const double Limit = 0.1;

    public static RequestTruth Of(Target target, DotNetTrace trace)
    {
        var began = (trace.BeganAt!.Value - DateTimeOffset.UnixEpoch).TotalSeconds;
        var told = target.Ask(string.Create(CultureInfo.InvariantCulture, $"{began} {began + trace.Seconds} {Limit}"));
        return new RequestTruth(told.GetProperty("requests").GetInt32(), told.GetProperty("slow").GetInt32(), told.GetProperty("met").GetInt32());
    }

    /// <summary>The runtime has to be asked first, which takes a moment of that time.</summary>
    public void MustAgree(DotNetTrace trace, RequestSource source)
    {
        var watched = Assert.Single(trace.Requests!, requests => requests.Source == source);
        Assert.InRange(watched.Requests, 0.95 * Requests, 1.01 * Requests);
    }
}
