using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using Lowtide.Reports.Blocks;
using Lowtide.Reports.Serve;
using Lowtide.Serve.Alerts;
using Lowtide.Serve.Metrics;
using Lowtide.Serve.Settings;
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

    private const string Html = "text/html; charset=utf-8";

    /// <summary>Asked before a history is begun: a start that fails leaves no folder.</summary>
    /// <exception cref="Failure">The address cannot be had.</exception>
    public static void MustBeFree(ServeOptions options)
    {
        try
        {
            using var socket = new TcpListener(options.Address);
            socket.Start();
        }
        catch (SocketException failure)
        {
            throw CannotBeHad(options, failure);
        }
    }

    private static Failure CannotBeHad(ServeOptions options, Exception why) =>
        new($"{options.Address} cannot be had ({why.Message.TrimEnd('.')}); name another with --listen");

    /// <exception cref="Failure">The address cannot be had.</exception>
    public static async Task<WebApplication> StartAsync(ServeOptions options, Watcher watcher, AccessToken token, TimeProvider time, CancellationToken stop)
    {
        var certificate = Certificate(options);
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel =>
        {
            kestrel.AddServerHeader = false;
            kestrel.Limits.MaxConcurrentConnections = MostConnections;
            kestrel.Limits.MaxRequestBodySize = MostBodyBytes;
            kestrel.Listen(options.Address, listen =>
            {
                listen.Protocols = HttpProtocols.Http1;
                if (certificate is not null)
                    listen.UseHttps(certificate);
            });
        });
        if (certificate is not null)
            builder.WebHost.UseKestrelHttpsConfiguration();
        builder.Services.AddSingleton<IHostLifetime, NoSignals>();
        var application = builder.Build();
        var followed = new FollowedPage(watcher, time);
        application.Run(context => AnswerAsync(context, watcher, followed, token, time));
        try
        {
            await application.StartAsync(stop);
        }
        catch (Exception failure) when (failure is IOException or SocketException)
        {
            await application.DisposeAsync();
            throw CannotBeHad(options, failure.InnerException ?? failure);
        }
        return application;
    }

    /// <summary>With those above it, which go to whoever asks, too.</summary>
    /// <exception cref="Failure">It cannot be read.</exception>
    private static X509Certificate2? Certificate(ServeOptions options)
    {
        if (options.TlsCertificate is not { } path)
            return options.TlsSelfSigned ? SelfSigned.Certificate(options.Address.Address) : null;
        try
        {
            using var pem = X509Certificate2.CreateFromPemFile(path, options.TlsKey);
            // A key of a PEM is none that lasts (https://learn.microsoft.com/dotnet/api/system.security.cryptography.x509certificates.x509certificate2).
            return X509CertificateLoader.LoadPkcs12(pem.Export(X509ContentType.Pkcs12), password: null);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or CryptographicException)
        {
            throw new Failure($"{path} with {options.TlsKey} is no certificate with its key ({failure.Message.TrimEnd('.')})");
        }
    }

    private static Task AnswerAsync(HttpContext context, Watcher watcher, FollowedPage followed, AccessToken token, TimeProvider time)
    {
        var (request, response, state) = (context.Request, context.Response, watcher.State);
        response.Headers.CacheControl = "no-store";
        response.Headers.XContentTypeOptions = "nosniff";
        // The rest of the policy stands in a page itself, which is a report as 'lowtide report' writes it; this cannot (CSP level 3, 6.4.2).
        response.Headers.ContentSecurityPolicy = "frame-ancestors 'none'";
        response.Headers["Referrer-Policy"] = "no-referrer";
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
            case AlertsPage.Path:
                return TextAsync(context, StatusCodes.Status200OK, HtmlReport.Text(AlertsPage.Document), Html);
            case "/" or Events:
                break;
            default:
                return TextAsync(context, StatusCodes.Status404NotFound, "not here: /, /metrics, /alerts, /-/healthy and /-/ready are\n");
        }
        if (!token.Opens(request.Headers.Authorization))
        {
            response.Headers.WWWAuthenticate = "Basic realm=\"lowtide\", charset=\"UTF-8\"";
            return TextAsync(context, StatusCodes.Status401Unauthorized, $"any name, and the password in {token.FileName}\n");
        }
        return request.Path.Value == Events ? FollowAsync(context, watcher, followed)
            : TextAsync(context, StatusCodes.Status200OK, HtmlReport.Text(ServePage.Of(state, time.GetUtcNow(), watcher.Curves.Of), Events), Html);
    }

    /// <summary>After each look what the page shows now.</summary>
    private static async Task FollowAsync(HttpContext context, Watcher watcher, FollowedPage followed)
    {
        if (Interlocked.Increment(ref followers) > MostFollowers)
        {
            Interlocked.Decrement(ref followers);
            await TextAsync(context, StatusCodes.Status503ServiceUnavailable, $"{MostFollowers} pages are open already\n");
            return;
        }
        try
        {
            context.Response.ContentType = "text/event-stream";
            await context.Response.StartAsync(context.RequestAborted);
            while (!context.RequestAborted.IsCancellationRequested)
            {
                await watcher.NextLook.WaitAsync(context.RequestAborted);
                await context.Response.WriteAsync(followed.Event(), context.RequestAborted);
                await context.Response.Body.FlushAsync(context.RequestAborted);
            }
        }
        catch (OperationCanceledException)
        {
            // Whoever followed has gone, or the watch ends.
        }
        finally
        {
            if (Interlocked.Decrement(ref followers) == 0)
                followed.Forget();
        }
    }

    private const string Events = "/events";

    private const int MostFollowers = 20;

    private static int followers;

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
