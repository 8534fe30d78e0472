using Lowtide.Analysis.Remedies;
using Lowtide.Analysis.Servers;
using Lowtide.Recordings;

namespace Lowtide.Reports.Words;

/// <summary>Renders a remedy's permanent change for the place where a server's start is written down.</summary>
internal static class PermanentForms
{
    public const string OfUwsgi = ServerProgram.Uwsgi;

    private static readonly IReadOnlyDictionary<string, Func<PermanentChange, IEnumerable<string>>> Forms =
        new Dictionary<string, Func<PermanentChange, IEnumerable<string>>>
        {
            ["env"] = Shell,
            ["systemd"] = Systemd,
            ["docker"] = Docker,
            [OfUwsgi] = change => Code(change, OfUwsgi) is [_, ..] code ? code : Uwsgi(change),
            [ServerProgram.Gunicorn] = change => Code(change, ServerProgram.Gunicorn),
            [ServerProgram.Celery] = change => Code(change, ServerProgram.Celery),
            ["runtimeconfig"] = change => DotNetForms.RuntimeConfig(change.Option!),
            ["csproj"] = change => DotNetForms.Project(change.Option!),
        };

    private static readonly IReadOnlyList<string> OfDotNet = ["runtimeconfig", "csproj"];

    private static readonly IReadOnlyList<string> OfServers = [OfUwsgi, ServerProgram.Gunicorn, ServerProgram.Celery];

    public static IEnumerable<string> Names => Forms.Keys;

    /// <summary>Those that this change can be written in.</summary>
    public static IEnumerable<string> NamesFor(PermanentChange change) =>
        Names.Where(name => name == OfUwsgi ? !IsTooLateInUwsgi(change)
            : OfServers.Contains(name) ? change.Code.Any(code => code.Server == name)
            : change.Option is not null || !OfDotNet.Contains(name));

    /// <summary>Those that a server can use: its own before all others, and none of another server.</summary>
    public static IReadOnlyList<string> NamesFor(PermanentChange change, FamilySnapshot family) => NamesFor(change, ServerProgram.Of(family));

    /// <param name="server">As <see cref="ServerProgram"/> names it; null for another program.</param>
    public static IReadOnlyList<string> NamesFor(PermanentChange change, string? server) =>
        [.. NamesFor(change).Where(name => name == server || !OfServers.Contains(name)).OrderBy(name => name != server)];

    /// <summary>What the loader or the C library reads is read before uWSGI has read its own ini file.</summary>
    private static bool IsTooLateInUwsgi(PermanentChange change) =>
        change.Environment.Count > 0 && change.Environment.Keys.All(name => StartSetting.Of(name).BeforeProgram);

    public static IEnumerable<string> Lines(PermanentChange change, string form) => Forms[form](change);

    /// <summary>
    /// The value in front of what the variable has already, or behind it where the last wins, in words of a shell: what the server has there stays.
    /// </summary>
    private static string Beside(StartSetting list, string value) => list.LastWins
        ? $"${{{list.Name}:+${list.Name}{list.Between}}}{value}"
        : list.Between == ' '
        ? $"{value}\"${{{list.Name}:+ ${list.Name}}}\""
        : $"{value}${{{list.Name}:+:${list.Name}}}";

    private static string Between(StartSetting list) => list.Between == ' ' ? "blank" : "colon";

    private static IEnumerable<string> Shell(PermanentChange change)
    {
        foreach (var line in Files(change))
            yield return line;
        yield return $"# {Step(change)}In the shell or the script that starts the server:";
        foreach (var line in Warnings(change).Concat(Needs(change)))
            yield return $"# {line}";
        foreach (var (name, value) in change.Environment)
        {
            foreach (var line in ReadBy(name))
                yield return line;
            yield return $"export {name}={(StartSetting.Of(name) is { IsList: true } list ? Beside(list, value) : value)}";
        }
        if (change.StartedBy is { } wrapper)
            yield return $"# exec {wrapper} COMMAND";
    }

    private static IEnumerable<string> Systemd(PermanentChange change)
    {
        foreach (var line in Files(change))
            yield return line;
        yield return $"# {Step(change)}In the editor that 'systemctl edit YOUR.service' opens; then restart the service:";
        foreach (var line in Warnings(change).Concat(Needs(change)))
            yield return $"# {line}";
        foreach (var list in change.Environment.Keys.Select(StartSetting.Of).Where(setting => setting.IsList))
            yield return $"# (if the unit sets {list.Name} already, append its value behind a {Between(list)})";
        yield return "[Service]";
        foreach (var (name, value) in change.Environment)
        {
            foreach (var line in ReadBy(name))
                yield return line;
            yield return $"Environment={name}={value}";
        }
        if (change.StartedBy is { } wrapper)
            yield return $"# ExecStart={wrapper} COMMAND";
    }

    private static IEnumerable<string> Docker(PermanentChange change)
    {
        yield return "# In the Dockerfile, before USER and CMD:";
        foreach (var line in Warnings(change))
            yield return $"# {line}";
        if (change.Package is { } package)
            yield return $"RUN apt-get update && apt-get install -y --no-install-recommends {package}";
        foreach (var file in change.Files)
            yield return $"RUN mkdir -p {Path.GetDirectoryName(file.Path)} && printf '{ForPrintf(file.Content)}' > {file.Path} && {Readable(file)}";
        foreach (var (name, value) in change.Environment)
        {
            foreach (var line in ReadBy(name))
                yield return line;
            yield return $"ENV {name}={(StartSetting.Of(name) is { IsList: true } list ? Beside(list, value) : value)}";
        }
        if (change.StartedBy is { } wrapper)
            yield return $"ENTRYPOINT [\"{wrapper}\"]";
    }

    private static string ForPrintf(string content) =>
        content.Replace("\\", "\\\\").Replace("%", "%%").Replace("'", "'\\''").Replace("\n", "\\n");

    private static IReadOnlyList<string> Code(PermanentChange change, string server) => change.Code.FirstOrDefault(code => code.Server == server) is { } code
        ? [$"# {code.Where}; then stop and start it:", .. code.Lines, "# With no change of the code: --as env, systemd or docker"]
        : [];

    /// <summary>Whoever starts another server may leave it out.</summary>
    private static IReadOnlyList<string> ReadBy(string name) => name.StartsWith(UwsgiSetting, StringComparison.Ordinal) ? ["# for uWSGI alone:"] : [];

    private const string UwsgiSetting = "UWSGI_";

    /// <summary>In its ini file, where no line or two of the user's own do it.</summary>
    private static IEnumerable<string> Uwsgi(PermanentChange change)
    {
        foreach (var line in Files(change))
            yield return line;
        if (change.Environment.Count > 0)
            yield return $"; {Step(change)}In the [uwsgi] section of the server's ini file; then stop and start it:";
        foreach (var (name, value) in change.Environment)
        {
            var setting = StartSetting.Of(name);
            // uWSGI's own pythonpath option comes too late for what an interpreter reads when it starts.
            if (setting.IsList)
                yield return $"; (if the server is started with {name} set, append its value behind a {Between(setting)})";
            // Its own options are read before the env lines are.
            yield return name.StartsWith(UwsgiSetting, StringComparison.Ordinal)
                ? $"{name[UwsgiSetting.Length..].ToLowerInvariant().Replace('_', '-')} = {value}"
                : $"env = {name}={value}";
        }
        if (change.StartedBy is { } wrapper)
            yield return $"# {Step(change)}The ini file stays as it is; stop the server, and start it by: {wrapper} uwsgi --ini ...";
    }

    private static IEnumerable<string> Files(PermanentChange change)
    {
        if (change.Files.Count > 0 && change.Code.Count > 0)
            yield return $"# One or two lines of your own code do the same: --as {string.Join(", ", change.Code.Select(code => code.Server))}.";
        if (change.Files.Count > 0)
            yield return "# 1. Once, in a root shell:";
        foreach (var file in change.Files)
        {
            yield return $"mkdir -p {Path.GetDirectoryName(file.Path)} && cat > {file.Path} <<'END'";
            yield return file.Content.TrimEnd('\n');
            yield return "END";
            yield return Readable(file);
        }
    }

    /// <summary>Whatever the umask of the shell: the server may run as any user.</summary>
    private static string Readable(FileToKeep file) => file.IsProgram
        ? $"chmod a+rx {file.Path}"
        : $"chmod a+rx {Path.GetDirectoryName(file.Path)} && chmod a+r {file.Path}";

    /// <summary>Of a variable that ends a program which cannot do what it says (ruby(1), RUBYOPT).</summary>
    private static IReadOnlyList<string> Warnings(PermanentChange change) => !change.Environment.ContainsKey("RUBYOPT") ? [] :
    [
        "a Ruby that cannot read a file which RUBYOPT names does not start: each user that starts one with this variable",
        "must be able to read that file, in its container too. To check it, as that user and with the variable set: ruby -e 0",
    ];

    /// <summary>Of a library that the loader does not find it only writes a line, where nobody may look (ld.so(8)).</summary>
    private static IEnumerable<string> Needs(PermanentChange change) => change.Package is not { } package ? [] :
        [$"needs Debian's {package} there: without it the C library's malloc serves, which 'lowtide ps' shows"];

    private static string Step(PermanentChange change) => change.Files.Count > 0 ? "2. " : "";
}
