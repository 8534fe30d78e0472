using Lowtide.Analysis.DotNet;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies.DotNet;

/// <summary>Whether a process runs server or workstation collection: several settings mean nothing under the latter.</summary>
public static class CollectorKind
{
    public const string Key = "gcServer";

    /// <summary>In runtimeconfig.json.</summary>
    public const string Option = "System.GC.Server";

    /// <summary>Null where neither the runtime said so nor its environment decides it; then runtimeconfig.json does.</summary>
    public static bool? IsServer(Member member) =>
        member.Notes?.Settings.GetValueOrDefault("IsServerGC") is { } said ? said == bool.TrueString
        : member.DotNet?.Server is { } told ? told
        // One that asks for it may still not get it: on one processor the runtime takes the workstation's.
        : SwitchedOff(member.Settings) is not null ? false
        : null;

    /// <summary>The variable that asks for the workstation's; null where none does.</summary>
    public static DotNetVariable? SwitchedOff(IReadOnlyDictionary<string, string>? environment) =>
        DotNetVariable.Find(environment, Key) is { } asked && CollectorNumber.Of(asked.Value) == 0 ? asked : null;

    /// <summary>Whether a program starts with server collection; null where the variable is no number.</summary>
    /// <param name="asksForServer">Its own files, over which a variable wins.</param>
    public static bool? AtStart(IReadOnlyDictionary<string, string> environment, bool asksForServer) => DotNetVariable.Find(environment, Key) switch
    {
        null => asksForServer,
        var variable => CollectorNumber.Of(variable.Value) is { } number ? number != 0 : null,
    };

    public static bool? IsServer(FamilySnapshot family) =>
        family.Members.Where(member => member.Runtime is { Name: "dotnet" }).Select(IsServer).FirstOrDefault(known => known is not null);
}
