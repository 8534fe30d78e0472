using Lowtide.Analysis.Causes;
using Lowtide.Analysis.Remedies.Kits;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>A remedy that acts inside CPython (kits/python/lowtide_kit/remedies).</summary>
public abstract class PythonRemedy : KitRemedy
{
    protected override IReadOnlyList<KitLanguage> Languages => [KitLanguage.Python];

    /// <summary>What stays shared where no collection comes to inherited pages: the collector's share, less what reads would have copied.</summary>
    protected static Saving WithoutCollections(Recording recording)
    {
        var share = CollectorShare.Of(recording.Latest);
        return new Saving(share.LowBytes, share.HighBytes);
    }
}
