using Lowtide.Analysis.Agreement;

namespace Lowtide.Reports.Words;

/// <summary>What stands at the top where what was read is not what the runtime, malloc or the kernel counts.</summary>
internal static class AgreementWords
{
    /// <returns>None where all agree.</returns>
    public static IEnumerable<string> Careful(IEnumerable<AgreedFigure> figures) =>
        figures.Where(figure => !figure.Holds).Select(figure => $"Careful: {figure.Said}");
}
