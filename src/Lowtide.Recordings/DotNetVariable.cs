namespace Lowtide.Recordings;

/// <summary>
/// A setting of the .NET runtime in an environment: the runtime looks behind DOTNET_ first, then behind COMPlus_ (dotnet/runtime: clrconfignocache.h).
/// </summary>
/// <param name="Name">As it was found.</param>
public sealed record DotNetVariable(string Name, string Value)
{
    public const string Prefix = "DOTNET_", OldPrefix = "COMPlus_";

    /// <summary>Those that the runtime looks for, the one that wins first.</summary>
    public static IReadOnlyList<string> Names(string key) => [Prefix + key, OldPrefix + key];

    /// <summary>The one that the runtime obeys; null where none is set, which an empty one is not.</summary>
    public static DotNetVariable? Find(IReadOnlyDictionary<string, string>? environment, string key) => Names(key)
        .Select(name => new DotNetVariable(name, environment?.GetValueOrDefault(name) ?? ""))
        .FirstOrDefault(variable => variable.Value.Length > 0);

    /// <summary>"COMPlus_gcServer=0".</summary>
    public override string ToString() => $"{Name}={Value}";
}
