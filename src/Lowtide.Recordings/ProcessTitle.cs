namespace Lowtide.Recordings;

/// <summary>
/// Servers write what they are doing over their own name. setproctitle has "gunicorn: master [app]" and "[celeryd: celery@host] -active-"
/// (the kernel keeps 15 bytes of it), and each process of a family another one.
/// </summary>
public static class ProcessTitle
{
    /// <param name="name">As the kernel has it.</param>
    /// <returns>The program's part: "gunicorn", "celeryd".</returns>
    public static string Program(string name) =>
        name.IndexOf(": ", StringComparison.Ordinal) is > 0 and var end && name[..end].Trim('[') is { Length: > 0 } program ? program : name;
}
