using System.Text;

namespace Lowtide.Tests.Live.Launch;

/// <summary>A variable that everything inherits which a command starts, by which whatever is left of it can be found.</summary>
internal sealed class Mark
{
    private readonly string _value = $"{Guid.NewGuid():N}";

    public (string Name, string Value) Variable => ("LOWTIDE_TEST_MARK", _value);

    public IEnumerable<int> Pids() =>
        Directory.GetDirectories("/proc").Where(each => char.IsDigit(Path.GetFileName(each)[0]) && Bears(each))
            .Select(each => int.Parse(Path.GetFileName(each)));

    /// <summary>Command lines of the processes that bear it.</summary>
    public IReadOnlyList<string> Left() => [.. Pids().Select(CommandLine)];

    public static string CommandLine(int pid) => Read($"/proc/{pid}/cmdline").Replace('\0', ' ').Trim();

    private bool Bears(string process) => Read($"{process}/environ").Split('\0').Contains($"{Variable.Name}={_value}");

    private static string Read(string file)
    {
        try
        {
            return Encoding.UTF8.GetString(File.ReadAllBytes(file));
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }
}
