using System.Net;

namespace Lowtide.Load;

/// <summary>What is asked of the server, and what counts as an answer; checked, so that the generator cannot be called wrongly.</summary>
internal sealed record LoadPlan
{
    public required Uri Url { get; init; }

    /// <summary>Where the connections go: looked up once, so that no name is resolved under the load.</summary>
    public required IReadOnlyList<IPAddress> Addresses { get; init; }

    public required IReadOnlyList<WeightedPath> Paths { get; init; }

    public string Method { get; init; } = "GET";

    public IReadOnlyList<(string Name, string Value)> Headers { get; init; } = [];

    public byte[]? Body { get; init; }

    /// <summary>Null: any below 400.</summary>
    public int? ExpectedStatus { get; init; }

    public bool IsExpected(int status) => ExpectedStatus is { } expected ? status == expected : status < 400;

    /// <summary>Bytes that every answer's body must contain.</summary>
    public byte[]? ExpectedText { get; init; }

    /// <summary>Requests under way at once, each on a connection of its own. A request that is due while all are busy waits for one.</summary>
    public int Connections { get; init; } = 64;

    /// <summary>Whether a connection serves more than one request.</summary>
    public bool KeepAlive { get; init; } = true;

    /// <summary>From the intended start; a request without a whole answer by then is unanswered.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Requests that take longer are slow; null: none is.</summary>
    public double? SlowSeconds { get; init; }
}
