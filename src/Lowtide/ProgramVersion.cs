using System.Reflection;

namespace Lowtide;

internal static class ProgramVersion
{
    public static readonly string Text =
        typeof(ProgramVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0]
        ?? "unknown";
}
