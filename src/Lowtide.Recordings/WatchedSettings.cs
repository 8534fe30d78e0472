namespace Lowtide.Recordings;

/// <summary>
/// The environment variables of a target that are read and recorded; every other one stays unread in its memory, secrets
/// among them. So this list is closed, and a remedy or a rule that needs one more has it added here.
/// </summary>
public static class WatchedSettings
{
    /// <summary>Ids of the remedies that 'lowtide run' was told, with commas between.</summary>
    public const string Remedies = "LOWTIDE_REMEDIES";

    /// <summary>Seconds until the next deploy, where cycles are counted.</summary>
    public const string CyclesTime = "LOWTIDE_WATCH_CYCLES";

    /// <summary>Where Ruby looks for what it requires; the kit's folder among it.</summary>
    public const string RubyFolders = "RUBYLIB";

    /// <summary>Of a .NET runtime, without the prefix: 0 leaves it without its diagnostic port, as the second does by itself.</summary>
    public const string Diagnostics = "EnableDiagnostics", DiagnosticsPort = "EnableDiagnostics_IPC";

    /// <summary>Settings of a .NET runtime, without the prefix.</summary>
    private static readonly string[] OfDotNet =
    [
        "gcServer", "gcConcurrent", "GCConserveMemory", "GCHeapCount", "GCDynamicAdaptationMode", "GCHighMemPercent", "GCgen0size", "GCRetainVM",
        "GCLOHThreshold", "GCHeapHardLimit", "GCHeapHardLimitPercent", "GCHeapHardLimitSOH", "GCHeapHardLimitLOH", "GCHeapHardLimitPOH",
        "GCHeapHardLimitSOHPercent", "GCHeapHardLimitLOHPercent", "GCHeapHardLimitPOHPercent", "UOHWaitBGCSizeIncPercent", Diagnostics, DiagnosticsPort,
    ];

    public static readonly IReadOnlyList<string> Names =
    [
        .. StartSetting.Known.Select(setting => setting.Name), Remedies,
        "UWSGI_PY_CALL_OSAFTERFORK", CyclesTime, "DOTNET_STARTUP_HOOKS", .. OfDotNet.SelectMany(DotNetVariable.Names),
    ];
}
