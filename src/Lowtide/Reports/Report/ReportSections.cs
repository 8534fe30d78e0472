using Lowtide.Reports.Report.Sections;

namespace Lowtide.Reports.Report;

internal static class ReportSections
{
    /// <summary>In the order of the page: what was decided, what it rests on, how to have it again.</summary>
    public static readonly IReadOnlyList<IReportSection> All =
    [
        new VerdictSection(),
        new BenefitsSection(),
        new BeforeAndAfterSection(),
        new RunsSection(),
        new FindingsSection(),
        new MemoryPartsSection(),
        new CollectionsSection(),
        new RubySection(),
        new KillsSection(),
        new GrowthSection(),
        new HeapsSection(),
        new CausesSection(),
        new FaultsSection(),
        new SharingSection(),
        new ReloadSection(),
        new PageMapSection(),
        new ProcessesSection(),
        new UnreadSection(),
        new ReproduceSection(),
    ];
}
