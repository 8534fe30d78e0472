namespace Lowtide.Serve.Metrics;

/// <summary>
/// Sends what the exporter made, and says once where a collector does not take it and once where it does again: the exporter itself says so to whoever
/// listens to its events alone.
/// </summary>
/// <param name="usual">The client that the exporter would have used: it knows of certificates and timeouts that were asked for.</param>
internal sealed class OtlpDelivery(HttpClient usual) : HttpMessageHandler
{
    private string _failure = "";

    protected override HttpResponseMessage Send(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        try
        {
            using var same = Same(request);
            return Heard(request, usual.Send(same, cancellationToken));
        }
        catch (Exception failed) when (failed is HttpRequestException or TaskCanceledException && !cancellationToken.IsCancellationRequested)
        {
            Tell(request, Why(failed));
            throw;
        }
    }

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        try
        {
            using var same = Same(request);
            return Heard(request, await usual.SendAsync(same, cancellationToken));
        }
        catch (Exception failed) when (failed is HttpRequestException or TaskCanceledException && !cancellationToken.IsCancellationRequested)
        {
            Tell(request, Why(failed));
            throw;
        }
    }

    /// <summary>A request is sent by one client only.</summary>
    private static HttpRequestMessage Same(HttpRequestMessage request)
    {
        var same = new HttpRequestMessage(request.Method, request.RequestUri) { Content = request.Content, Version = request.Version };
        foreach (var (name, values) in request.Headers.NonValidated)
            same.Headers.TryAddWithoutValidation(name, values);
        return same;
    }

    private HttpResponseMessage Heard(HttpRequestMessage request, HttpResponseMessage answer)
    {
        Tell(request, answer.IsSuccessStatusCode ? "" : $"it answered {(int)answer.StatusCode}");
        return answer;
    }

    private string Why(Exception failed) => failed is TaskCanceledException ? $"no answer for {usual.Timeout.TotalSeconds:0} s"
        : (failed.InnerException ?? failed).Message.TrimEnd('.');

    private void Tell(HttpRequestMessage request, string failure)
    {
        if (Interlocked.Exchange(ref _failure, failure) == failure)
            return;
        var collector = request.RequestUri!.Authority;
        ServeLog.Warning(failure.Length > 0 ? $"metrics are not delivered to {collector} ({failure}); it is tried again with the next"
            : $"metrics are delivered to {collector} again");
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            usual.Dispose();
        base.Dispose(disposing);
    }
}
