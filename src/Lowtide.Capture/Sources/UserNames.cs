using System.Globalization;

namespace Lowtide.Capture.Sources;

/// <summary>What this machine calls its users, for "sudo -u NAME": passwd(5). One that only a directory service knows keeps its number.</summary>
public static class UserNames
{
    /// <summary>Thousands of users fit in that.</summary>
    private const int MostBytes = 1 << 20;

    private static readonly Lazy<Dictionary<uint, string>> Names = new(() => Read("/etc/passwd"));

    /// <returns>Its name, or its number in digits.</returns>
    public static string Of(uint user) => Names.Value.GetValueOrDefault(user) ?? user.ToString(CultureInfo.InvariantCulture);

    /// <summary>To whom something belongs, in a sentence: "user radicale"; of one that is not known "another user".</summary>
    public static string Owner(uint? user) => user is { } known ? $"user {Of(known)}" : "another user";

    /// <summary>The first of several names; lines of another form are none.</summary>
    internal static Dictionary<uint, string> Read(string file)
    {
        var names = new Dictionary<uint, string>();
        try
        {
            if (new FileInfo(file).Length > MostBytes)
                return names;
            foreach (var line in File.ReadLines(file))
                if (line.Split(':') is [{ Length: > 0 } name, _, var number, ..] && uint.TryParse(number, CultureInfo.InvariantCulture, out var user))
                    names.TryAdd(user, name);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            // Without it, numbers will do.
        }
        return names;
    }
}
