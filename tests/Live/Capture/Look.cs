using System.Globalization;
using Lowtide.Analysis.Findings;
using Lowtide.Capture.Families;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Live.Capture;

/// <summary>One look at a live family and what the rules make of it: explain without the program around it.</summary>
internal sealed record Look(Recording Recording, Examination Examination)
{
    /// <summary>What interpreter and target write in a worker beside the act: up to 1.1 MB were seen, with 3.11.</summary>
    public const long Slack = 3 << 19;

    public FamilySnapshot Family => Recording.Latest;

    public IEnumerable<string> FindingIds => Examination.Findings.Select(finding => finding.Id).Order();

    public static Look At(int pid, ForkPicture? before = null)
    {
        var family = FamilyLookup.Find(pid.ToString(CultureInfo.InvariantCulture));
        var capture = FamilyCapture.Take(
            family, new CaptureOptions(Census: true, Before: before), TimeProvider.System, TestContext.Current.CancellationToken);
        Assert.NotNull(capture);
        var recording = new Recording(HostFiles.Read("test"), [capture.Snapshot], [], capture.CouldNotRead);
        return new Look(recording, FindingRules.Examine(recording));
    }

    public Finding Finding(string id) => Assert.Single(Examination.Findings, finding => finding.Id == id);

    public long Evidence(string id, string name) =>
        (long)Assert.Single(Finding(id).Evidence, row => row.Name == name).Value!.Value;

    public PageCensus Census(int pid) => Assert.Single(Family.Workers, worker => worker.Process.Pid == pid).Census!;

    public PageTally Tally(int pid) => Census(pid).Tally;
}
