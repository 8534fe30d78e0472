using Lowtide.Recordings;

namespace Lowtide.Analysis.DotNet;

/// <summary>What a .NET runtime told of its settings belongs to the process, where remedies look whether they are on.</summary>
public static class RuntimeSettings
{
    public static Recording AttachTo(Recording recording)
    {
        if (recording.DotNet is not { Settings: { } settings, Pid: var pid })
            return recording;
        return recording with { Snapshots = [.. recording.Snapshots.SkipLast(1), recording.Latest with { Master = Told(recording.Latest.Master) }] };

        Member? Told(Member? member) => member?.Process.Pid == pid ? member with { DotNet = settings } : member;
    }
}
