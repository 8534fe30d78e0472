using Lowtide.Analysis.Findings;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>
/// Lets the kernel merge pages of the server that have the same bytes (KSM, Documentation/admin-guide/mm/ksm.rst): that is what the
/// copies of a collector or of reads are once it is done with them.
/// </summary>
public sealed class MergePages : IRemedy
{
    /// <summary>The end of a sentence that says that ksmd is off.</summary>
    public const string HowToStart = "as root: echo 1 > /sys/kernel/mm/ksm/run";

    public string Id => "kernel.merge-pages";

    public string Title => "the kernel merges equal pages (KSM)";

    public string Summary => "KSM for the server and all that it forks: the kernel merges equal pages again (Linux 6.4 and later)";

    public IReadOnlyList<string> Answers => [CollectorCopies.FindingId, ReferenceCountCopies.FindingId, CopiedUnchanged.FindingId];

    public IReadOnlyList<string> Risks =>
    [
        "nothing is merged until root starts ksmd: echo 1 > /sys/kernel/mm/ksm/run",
        "ksmd takes CPU time for as long as it runs, and a merged page that is written to is copied again",
        "processes that can write to equal pages can tell by time what others hold: keep secrets of different users apart",
    ];

    public LaunchChange Launch => new(new Dictionary<string, string>(), Kits: [], MergePages: true);

    /// <summary>No variable does it. systemd has a directive of its own, MemoryKSM=yes, from 254 on.</summary>
    public PermanentChange Permanent => new([new FileToKeep(Wrapper, File)], new Dictionary<string, string>()) { StartedBy = Wrapper };

    private const string Wrapper = "/usr/local/bin/merge-pages";

    private const string File = """
        #!/usr/bin/python3
        import ctypes
        import os
        import sys

        if ctypes.CDLL(None, use_errno=True).prctl(67, 1, 0, 0, 0) != 0:  # PR_SET_MEMORY_MERGE
            sys.exit("merge-pages: " + os.strerror(ctypes.get_errno()))
        os.execvp(sys.argv[1], sys.argv[1:])

        """;

    public string? Refusal(FamilySnapshot family) => null;

    /// <summary>Workers' copies may equal one another where none equals the master's, and ksmd scans at its own pace: only a trial can tell.</summary>
    public Saving? Predict(Finding finding, Recording recording) => null;

    public bool? TookEffect(Member member) => member.Memory.MergesPages;
}
