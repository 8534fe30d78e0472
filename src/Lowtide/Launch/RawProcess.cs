namespace Lowtide.Launch;

/// <summary>
/// This process's own arguments and environment as the kernel keeps them. A name on Linux is any bytes but NUL;
/// .NET's strings would replace what is not UTF-8, and the target is to get what its caller wrote.
/// </summary>
internal static class RawProcess
{
    public static IReadOnlyList<byte[]> Arguments() => Split(File.ReadAllBytes("/proc/self/cmdline"));

    public static EnvironmentBlock Environment() => new(Split(File.ReadAllBytes("/proc/self/environ")));

    /// <summary>Every string ends with NUL, so an empty one in between counts.</summary>
    internal static IReadOnlyList<byte[]> Split(ReadOnlySpan<byte> strings)
    {
        var result = new List<byte[]>();
        while (strings.IndexOf((byte)0) is >= 0 and var end)
        {
            result.Add(strings[..end].ToArray());
            strings = strings[(end + 1)..];
        }
        return result;
    }
}
