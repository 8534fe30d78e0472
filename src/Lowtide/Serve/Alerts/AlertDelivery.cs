using System.Net.Http.Headers;
using System.Text.Json;
using Lowtide.Serve.Settings;

namespace Lowtide.Serve.Alerts;

/// <summary>
/// Tells Alertmanager what is raised, again and again while it is (https://prometheus.io/docs/alerting/latest/clients/), and a webhook what has changed.
/// Whoever does not answer is asked again a minute later; what is over meanwhile is told then.
/// </summary>
internal sealed class AlertDelivery : IDisposable
{
    /// <summary>Alertmanager takes an alert that it does not hear of again for over after this time.</summary>
    public static readonly TimeSpan Lasts = TimeSpan.FromMinutes(5);

    public static readonly TimeSpan Every = TimeSpan.FromMinutes(1);

    private const int MostUntold = 1000;

    private readonly HttpClient _client = new(new SocketsHttpHandler { AllowAutoRedirect = false, UseProxy = false, UseCookies = false })
    {
        Timeout = TimeSpan.FromSeconds(10),
    };

    private readonly Uri _root;
    private readonly TimeProvider _time;
    private readonly Queue<SentAlert> _over = new(), _changes = new();
    private readonly Dictionary<string, string> _failed = new(StringComparer.Ordinal);
    private volatile Uri? _alertmanager, _webhook;
    private long _last;
    private bool _isDue = true;

    public AlertDelivery(ServeOptions options, TimeProvider time)
    {
        (_root, _time, _last) = (options.Root, time, time.GetTimestamp());
        Set(options);
    }

    /// <summary>From the next time on; what is not delivered yet goes there too.</summary>
    public void Set(ServeOptions options) =>
        (_alertmanager, _webhook) = (options.Alertmanager is { } root ? new Uri(root, "api/v2/alerts") : null, options.Webhook);

    /// <summary>Once after each look; it waits for nobody longer than ten seconds.</summary>
    public async Task TellAsync(IReadOnlyList<FamilyAlert> alerts, IReadOnlyList<AlertChange> changes, CancellationToken cancellation)
    {
        var now = _time.GetUtcNow();
        foreach (var change in changes)
        {
            var sent = SentAlert.Of(change.Alert, now, _root);
            if (_alertmanager is not null && !change.Alert.IsRaised)
                Enqueue(_over, sent);
            if (_webhook is not null)
                Enqueue(_changes, sent);
        }
        if (changes.Count == 0 && !_isDue && _time.GetElapsedTime(_last) < Every)
            return;
        (_last, _isDue) = (_time.GetTimestamp(), false);
        SentAlert[] raised = [.. alerts.Where(alert => alert.IsRaised).Select(alert => SentAlert.Of(alert, now, _root))];
        if (_alertmanager is { } manager && raised.Length + _over.Count > 0)
            // Those that are over first: the last of one name counts.
            await PostAsync(manager, [.. _over.Where(over => !raised.Any(over.IsSame)), .. raised], _over, cancellation);
        if (_webhook is { } hook && _changes.Count > 0)
            await PostAsync(hook, [.. _changes], _changes, cancellation);
    }

    private static void Enqueue(Queue<SentAlert> queue, SentAlert sent)
    {
        queue.Enqueue(sent);
        if (queue.Count > MostUntold)
            queue.Dequeue();
    }

    private async Task PostAsync(Uri address, SentAlert[] alerts, Queue<SentAlert> told, CancellationToken cancellation)
    {
        var failure = "";
        try
        {
            using var content = new ByteArrayContent(JsonSerializer.SerializeToUtf8Bytes(alerts, SentAlerts.Default.SentAlertArray));
            content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
            using var request = new HttpRequestMessage(HttpMethod.Post, address) { Content = content };
            // What it has to say beside its status is nobody's business.
            using var answer = await _client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellation);
            if (answer.IsSuccessStatusCode)
                told.Clear();
            else
                failure = $"it answered {(int)answer.StatusCode}";
        }
        catch (HttpRequestException refused)
        {
            failure = (refused.InnerException ?? refused).Message.TrimEnd('.');
        }
        catch (TaskCanceledException) when (!cancellation.IsCancellationRequested)
        {
            failure = $"no answer for {_client.Timeout.TotalSeconds:0} s";
        }
        if (_failed.GetValueOrDefault(address.AbsoluteUri, "") != failure)
            ServeLog.Warning(failure.Length > 0 ? $"alerts are not delivered to {address.Authority} ({failure}); it is tried again every minute"
                : $"alerts are delivered to {address.Authority} again");
        _failed[address.AbsoluteUri] = failure;
    }

    public void Dispose() => _client.Dispose();
}
