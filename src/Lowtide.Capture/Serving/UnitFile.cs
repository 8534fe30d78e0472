using System.Text;

namespace Lowtide.Capture.Serving;

/// <summary>What systemd was told of a service, by its files (systemd.unit(5)); systemd itself is not asked.</summary>
public static class UnitFile
{
    private const long MostBytes = 256 << 10;

    private const string Service = ".service";

    /// <summary>Of the system's units, the first counts most ("Unit File Load Path").</summary>
    private static readonly string[] Folders =
    [
        "/etc/systemd/system.control", "/run/systemd/system.control", "/run/systemd/transient", "/run/systemd/generator.early", "/etc/systemd/system",
        "/etc/systemd/system.attached", "/run/systemd/system", "/run/systemd/system.attached", "/run/systemd/generator",
        "/usr/local/lib/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system", "/run/systemd/generator.late",
    ];

    /// <param name="unit">"shop.service", "shop@1.service".</param>
    /// <param name="folders">Null: this machine's.</param>
    /// <returns>Whether systemd starts it anew after an end without an error; null where no file of it is found, or some cannot be read.</returns>
    public static bool? StartsAnew(string unit, IReadOnlyList<string>? folders = null)
    {
        folders ??= Folders;
        var template = unit.IndexOf('@') is >= 0 and var at ? $"{unit[..(at + 1)]}{Service}" : unit;
        var file = new[] { unit, template }.SelectMany(name => folders.Select(folder => $"{folder}/{name}")).FirstOrDefault(File.Exists);
        if (file is null)
            return null;
        var (restart, prevented) = ("no", false);
        if (DropIns([unit, template, .. Prefixes(unit)], folders) is not { } dropIns)
            return null;
        foreach (var line in dropIns.Prepend(file).SelectMany(ServiceLines))
            if (line.Split('=', 2, StringSplitOptions.TrimEntries) is [var key, var value])
                (restart, prevented) = key switch
                {
                    "Restart" => (value.Length == 0 ? "no" : value, prevented),
                    // It may name the end that is asked for.
                    "RestartPreventExitStatus" => (restart, value.Length > 0),
                    _ => (restart, prevented),
                };
        // SIGTERM and status 0 are clean ends ("Restart=" in systemd.service(5)); "on-failure" passes over those.
        return restart is "always" or "on-success" && !prevented;
    }

    /// <summary>"a-b-c.service" has drop-ins in "a-b-.service.d" and "a-.service.d" too, and every service in "service.d".</summary>
    private static IEnumerable<string> Prefixes(string unit)
    {
        for (var dash = unit.LastIndexOf('-'); dash > 0; dash = unit.LastIndexOf('-', dash - 1))
            yield return $"{unit[..(dash + 1)]}{Service}";
        yield return Service[1..];
    }

    /// <summary>By the names of the files, wherever they lie; of two of one name the first folder's.</summary>
    /// <returns>Null where one of the folders cannot be read.</returns>
    private static IReadOnlyCollection<string>? DropIns(IReadOnlyList<string> names, IReadOnlyList<string> folders)
    {
        var files = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var name in names)
            foreach (var folder in folders.Select(folder => $"{folder}/{name}.d").Where(Directory.Exists))
                if (Files(folder) is { } found)
                    foreach (var file in found)
                        files.TryAdd(Path.GetFileName(file), file);
                else
                    return null;
        return [.. files.Values];
    }

    private static string[]? Files(string folder)
    {
        try
        {
            return Directory.GetFiles(folder, "*.conf");
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static IEnumerable<string> ServiceLines(string file)
    {
        var section = "";
        foreach (var line in Text(file).Split('\n', StringSplitOptions.TrimEntries))
            if (line.StartsWith('['))
                section = line;
            else if (section == "[Service]" && !line.StartsWith('#') && !line.StartsWith(';'))
                yield return line;
    }

    private static string Text(string file)
    {
        try
        {
            return new FileInfo(file).Length > MostBytes ? "" : File.ReadAllText(file, Encoding.UTF8);
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }
}
