using Lowtide.Analysis.Servers;

namespace Lowtide.Analysis.Remedies;

/// <summary>A remedy as a line or two of the user's own, by a hook that the server has for it: shorter than a file to keep, but a change of the code.</summary>
/// <param name="Server">A name of <see cref="ServerProgram"/>.</param>
/// <param name="Where">They belong.</param>
public sealed record ServerCode(string Server, string Where, IReadOnlyList<string> Lines)
{
    public static ServerCode Uwsgi(params string[] lines) => new(
        ServerProgram.Uwsgi, "In the module that uWSGI loads; uwsgidecorators.postfork sets the same hook, so have one of the two", ["import uwsgi", .. lines]);

    public static ServerCode Gunicorn(params string[] lines) => new(ServerProgram.Gunicorn, "In gunicorn.conf.py, or the file that -c names", lines);

    public static ServerCode Celery(string signal, string call) => new(
        ServerProgram.Celery, "In the module that -A names",
        [$"from celery.signals import {signal}", $"{signal}.connect(lambda **_: {call}, weak=False)"]);
}
