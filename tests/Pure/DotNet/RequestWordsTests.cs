using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;
using Lowtide.Reports.Words;

namespace Lowtide.Tests.Pure.DotNet;

/// <summary>Requests that were watched, in a line.</summary>
public sealed class RequestWordsTests
{
    /// <summary>The runtime's events begin as the server has read a request; a log has limits of its own.</summary>
    [Theory]
    [InlineData(RequestSource.Served, "requests served: 40, 7 of them in 0.10 s or more (a wait before the server read them is not seen); no pause came")]
    [InlineData(RequestSource.Logged, "requests of the access log: 40, 7 of them in 0.10 s or more; no pause came")]
    public void What_the_server_cannot_tell_of_them_is_said(RequestSource source, string said) =>
        Assert.Equal([said], RequestWords.Of([new SlowRequests(source, 40, 0.1, 7, 7, 0, WholeSeconds: false, [])]));
}
