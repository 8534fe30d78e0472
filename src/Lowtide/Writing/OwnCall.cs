namespace Lowtide.Writing;

/// <summary>A call of Lowtide for a reader to type: by sudo where this one came so, for it sees less without.</summary>
internal static class OwnCall
{
    /// <summary>That sudo(8) sets.</summary>
    public const string SudoSets = "SUDO_UID";

    /// <param name="words">Behind the program's name.</param>
    public static string Of(string words) => $"{(Environment.GetEnvironmentVariable(SudoSets) is null ? "" : "sudo ")}lowtide {words}";
}
