using System.Net.Sockets;
using System.Text;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Serve;
using Lowtide.Serve.Metrics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Lowtide.Serve;

/// <summary>Answers requests from what is known; nothing is read of any process for one.</summary>
internal static class WebServer
{
    private const int MostConnections = 100, MostBodyBytes = 0;

    /// <exception cref="Failure">The address cannot be had.</exception>
    public static async Task<WebApplication> StartAsync(ServeOptions options, Watcher watcher, AccessToken token, TimeProvider time, CancellationToken stop)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel =>
        {
            kestrel.AddServerHeader = false;
            kestrel.Limits.MaxConcurrentConnections = MostConnections;
            kestrel.Limits.MaxRequestBodySize = MostBodyBytes;
            kestrel.Listen(options.Address, listen => listen.Protocols = HttpProtocols.Http1);
        });
        builder.Services.AddSingleton<IHostLifetime, NoSignals>();
        var application = builder.Build();
        application.Run(context => AnswerAsync(context, watcher, token, time));
        try
        {
            await application.StartAsync(stop);
        }
        catch (Exception failure) when (failure is IOException or SocketException)
        {
            await application.DisposeAsync();
            throw new Failure($"{options.Address} cannot be had ({(failure.InnerException ?? failure).Message.TrimEnd('.')}); name another with --listen");
        }
        return application;
    }

    private static Task AnswerAsync(HttpContext context, Watcher watcher, AccessToken token, TimeProvider time)
    {
        var (request, response, state) = (context.Request, context.Response, watcher.State);
        response.Headers.CacheControl = "no-store";
        response.Headers.XContentTypeOptions = "nosniff";
        if (!HttpMethods.IsGet(request.Method) && !HttpMethods.IsHead(request.Method))
            return TextAsync(context, StatusCodes.Status405MethodNotAllowed, "only GET\n");
        switch (request.Path.Value)
        {
            case "/metrics":
                var open = request.Headers.Accept.ToString().Contains("application/openmetrics-text", StringComparison.Ordinal);
                var text = Exposition.Text(state, time.GetUtcNow(), open);
                return TextAsync(context, StatusCodes.Status200OK, text, open ? Exposition.OpenMetricsType : Exposition.PrometheusType);
            case "/-/healthy":
                return watcher.IsAlive ? TextAsync(context, StatusCodes.Status200OK, "healthy\n")
                    : TextAsync(context, StatusCodes.Status503ServiceUnavailable, "no look came back for more than a minute\n");
            case "/-/ready":
                return state.Host is not null ? TextAsync(context, StatusCodes.Status200OK, "ready\n")
                    : TextAsync(context, StatusCodes.Status503ServiceUnavailable, "the first look is under way\n");
            case "/":
                break;
            default:
                return TextAsync(context, StatusCodes.Status404NotFound, "not here: / and /metrics are\n");
        }
        if (!token.Opens(request.Headers.Authorization))
        {
            response.Headers.WWWAuthenticate = "Basic realm=\"lowtide\", charset=\"UTF-8\"";
            return TextAsync(context, StatusCodes.Status401Unauthorized, $"any name, and the password in {token.FileName}\n");
        }
        var page = HtmlReport.Text(ServePage.Of(state, time.GetUtcNow(), watcher.Curve));
        // The rest of the policy stands in the page itself, which is a report as 'lowtide report' writes it; this cannot (CSP level 3, 6.4.2).
        response.Headers.ContentSecurityPolicy = "frame-ancestors 'none'";
        response.Headers["Referrer-Policy"] = "no-referrer";
        // Without script too.
        response.Headers["Refresh"] = "10";
        return TextAsync(context, StatusCodes.Status200OK, page, "text/html; charset=utf-8");
    }

    private static Task TextAsync(HttpContext context, int status, string text, string type = "text/plain; charset=utf-8")
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        (context.Response.StatusCode, context.Response.ContentType, context.Response.ContentLength) = (status, type, bytes.Length);
        return HttpMethods.IsHead(context.Request.Method) ? Task.CompletedTask : context.Response.Body.WriteAsync(bytes, context.RequestAborted).AsTask();
    }

    /// <summary>Whoever runs the server hears signals (StopRequest); the library's own way would take the second one too.</summary>
    private sealed class NoSignals : IHostLifetime
    {
        public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
