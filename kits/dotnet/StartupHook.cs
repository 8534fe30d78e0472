using System;
using System.Runtime.CompilerServices;
using Lowtide.DotNetKit;

/// <summary>
/// Found by this name, which has no namespace, and called before the program's Main (dotnet/runtime: docs/design/features/host-startup-hook.md).
/// What it throws would end the program.
/// </summary>
#pragma warning disable MA0047 // the runtime looks for it outside of any namespace
internal static class StartupHook
#pragma warning restore MA0047
{
    public static void Initialize()
    {
        try
        {
            Note();
        }
        catch (Exception)
        {
            // Without its note Lowtide says "requested" of a setting, and the program runs as it would.
        }
    }

    /// <summary>A method of its own: what it calls may be missing in a trimmed program, and that shows as this is compiled.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Note() => NoteSheet.Write(CollectorSettings.Lines());
}
