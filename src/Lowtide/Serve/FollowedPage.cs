using Lowtide.Reports.Blocks;
using Lowtide.Reports.Serve;

namespace Lowtide.Serve;

/// <summary>The page for those who follow it: drawn once a look, however many they are.</summary>
internal sealed class FollowedPage(Watcher watcher, TimeProvider time)
{
    private readonly Lock _gate = new();
    private (ServeState State, string Text)? _drawn;

    /// <summary>The last follower has gone: what was known then is not to be held.</summary>
    public void Forget()
    {
        lock (_gate)
            _drawn = null;
    }

    /// <summary>As one server-sent event (https://html.spec.whatwg.org/multipage/server-sent-events.html).</summary>
    public string Event()
    {
        lock (_gate)
        {
            if (_drawn is not { } drawn || !ReferenceEquals(drawn.State, watcher.State))
            {
                var state = watcher.State;
                _drawn = drawn = (state, $"data: {ReportJson.Text(ServePage.Of(state, time.GetUtcNow(), watcher.Curves.Of))}\n\n");
            }
            return drawn.Text;
        }
    }
}
