using Lowtide.Analysis.Findings.DotNet;
using static Lowtide.Tests.Pure.DotNet.CounterAlertTests;

namespace Lowtide.Tests.Pure.Findings.DotNet;

/// <summary>Counters above their median of fourteen days.</summary>
public sealed class FarAboveUsualTests
{
    [Theory]
    [InlineData(15, 11.2, false)]
    [InlineData(15, 11.3, true)]
    [InlineData(14, 1000, false)] // no fourteen days before the last
    public void What_is_raised_is_told_beside_its_median(int days, double last, bool told)
    {
        var finding = new FarAboveUsual().Examine(Days(days, last)).Findings.SingleOrDefault();
        Assert.Equal(told, finding is not null);
        if (finding is not null)
            Assert.Equal(
                "private bytes: 11 MiB, where the median of fourteen days is 7.5 MiB",
                finding.Evidence.Single(row => row.Name == "private_bytes").Text);
    }
}
