namespace Lowtide.Analysis.Remedies.Kits;

/// <summary>What runs inside a target; it learns from LOWTIDE_REMEDIES which remedies to apply.</summary>
/// <param name="Name">Of its folder under kits/.</param>
/// <param name="Variable">A list of folders or files, with colons, in which its language looks, or which it runs, as it starts.</param>
/// <param name="Start">What of it is put first there; empty for its own folder.</param>
public sealed record Kit(string Name, string Variable, string Start)
{
    public static readonly Kit Python = new("python", "PYTHONPATH", "");

    public static readonly Kit Ruby = new("ruby", "RUBYLIB", "start");

    /// <summary>A startup hook. It switches nothing on: it notes what the collector is set to.</summary>
    public static readonly Kit DotNet = new("dotnet", "DOTNET_STARTUP_HOOKS", "Lowtide.StartupHook.dll");
}
