using Lowtide.Tests.Live.Launch;

namespace Lowtide.Tests.Live.Studies;

/// <summary>What the scripts of studies/pyrus-aspnet do with a service that takes a connection and then says nothing.</summary>
public sealed class PyrusServiceTests
{
    private const string Python = "/usr/bin/python3";

    /// <summary>A server in the service's place; it ends by itself if nobody ends it.</summary>
    private const string Script = """
        import sys
        sys.path.insert(0, sys.argv[1])
        from parts import service
        service.READY_SECONDS = int(sys.argv[3])
        service.ANSWER_SECONDS = 1
        SERVER = '''
        import http.server, os, signal
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path.startswith(os.environ["SILENT"]):
                    signal.pause()
                self.send_response(200)
                self.end_headers()
            def log_message(self, *_):
                pass
        signal.alarm(30)
        http.server.HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
        '''
        with service.Service({"SILENT": sys.argv[2]}, [sys.executable, "-c", SERVER]) as started:
            started.ask("collections")
        """;

    [Theory]
    [InlineData("/", "1", "the service was not ready within 1 s: timed out")]
    [InlineData("/collections", "20", "the service did not answer /collections: timed out")]
    public void A_service_that_is_silent_is_not_waited_for_without_end(string silent, string readySeconds, string error)
    {
        Assert.SkipUnless(File.Exists(Python), "eng/install-packages pyrus");
        var study = Path.Combine(Built.Root, "studies", "pyrus-aspnet");
        var ran = Ran.Command(["timeout", "25", Python, "-B", "-c", Script, study, silent, readySeconds]);
        Assert.Equal((1, error), (ran.ExitCode, ran.ErrorLine));
    }
}
