namespace Lowtide.Analysis.Servers;

/// <summary>The command of a server that loads its application before it forks, made of one that does not; for a trial of the two.</summary>
public static class PreloadingCommand
{
    /// <summary>Stands for what starts a server whose process does not show it.</summary>
    public const string Hidden = "COMMAND";

    /// <param name="server">A name of <see cref="ServerProgram"/>.</param>
    /// <param name="line">As it was started; null where that does not show.</param>
    /// <returns>Null where no option of the command's decides it, or none can be seen to.</returns>
    public static string? Of(string server, string? line)
    {
        if (line is null)
            return server is ServerProgram.Gunicorn or ServerProgram.Puma ? $"{Hidden} --preload" : null;
        var words = line.Split(' ').ToList();
        switch (server)
        {
            case ServerProgram.Uwsgi:
                return words.RemoveAll(word => word is "--lazy-apps" or "--lazy") > 0 ? string.Join(' ', words) : null;
            case ServerProgram.Gunicorn or ServerProgram.Puma:
                // "/usr/bin/python3 -m gunicorn app", "ruby /usr/bin/puma -w 4"
                var program = words.FindIndex(word => Path.GetFileName(word) == server);
                if (program < 0 || words.Contains("--preload"))
                    return null;
                words.Insert(program + 1, "--preload");
                return string.Join(' ', words);
            default:
                return null;
        }
    }
}
