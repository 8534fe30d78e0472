using Lowtide.Analysis.Remedies;

namespace Lowtide.Reports;

/// <summary>Renders a remedy's permanent change for the place where a server's start is written down.</summary>
internal static class PermanentForms
{
    private static readonly IReadOnlyDictionary<string, Func<PermanentChange, IEnumerable<string>>> Forms =
        new Dictionary<string, Func<PermanentChange, IEnumerable<string>>>
        {
            ["env"] = Shell,
            ["systemd"] = Systemd,
            ["docker"] = Docker,
            ["uwsgi"] = Uwsgi,
        };

    public static IEnumerable<string> Names => Forms.Keys;

    public static IEnumerable<string> Lines(PermanentChange change, string form) => Forms[form](change);

    /// <summary>PYTHONPATH is a list: what the server has there already must stay behind ours.</summary>
    private static bool IsPath(string name) => name == "PYTHONPATH";

    private static IEnumerable<string> Shell(PermanentChange change) =>
        Files(change).Concat(change.Environment.Select(variable => IsPath(variable.Key)
            ? $"export {variable.Key}={variable.Value}${{{variable.Key}:+:${variable.Key}}}"
            : $"export {variable.Key}={variable.Value}"));

    private static IEnumerable<string> Systemd(PermanentChange change)
    {
        foreach (var line in Files(change))
            yield return line;
        yield return "# systemctl edit YOUR.service";
        yield return "[Service]";
        foreach (var (name, value) in change.Environment)
        {
            if (IsPath(name))
                yield return $"# append what {name} already holds in this unit, behind a colon";
            yield return $"Environment={name}={value}";
        }
    }

    private static IEnumerable<string> Docker(PermanentChange change)
    {
        foreach (var file in change.Files)
            yield return $"RUN mkdir -p {Path.GetDirectoryName(file.Path)} && printf '{file.Content.Replace("\n", "\\n")}' > {file.Path}";
        foreach (var (name, value) in change.Environment)
            yield return IsPath(name) ? $"ENV {name}={value}${{{name}:+:${name}}}" : $"ENV {name}={value}";
    }

    private static IEnumerable<string> Uwsgi(PermanentChange change)
    {
        foreach (var line in Files(change))
            yield return line;
        yield return "; in the [uwsgi] section";
        foreach (var (name, value) in change.Environment)
        {
            // uWSGI's own pythonpath option comes too late for what an interpreter reads when it starts.
            if (IsPath(name))
                yield return $"; append what {name} already holds, behind a colon";
            yield return $"env = {name}={value}";
        }
    }

    private static IEnumerable<string> Files(PermanentChange change)
    {
        foreach (var file in change.Files)
        {
            yield return $"mkdir -p {Path.GetDirectoryName(file.Path)} && cat > {file.Path} <<'END'";
            yield return file.Content.TrimEnd('\n');
            yield return "END";
        }
    }
}
