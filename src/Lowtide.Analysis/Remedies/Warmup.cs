using Lowtide.Analysis.Findings;

namespace Lowtide.Analysis.Remedies;

/// <summary>Process.warmup at the end of the start: collect, compact, make what lives old, free empty pages, trim malloc's heap.</summary>
public sealed class Warmup : RubyRemedy
{
    public override string Id => "ruby.warmup";

    public override string Title => "Process.warmup at the end of the start (Ruby 3.3)";

    public override string Summary => "Process.warmup before the first fork, or 30 s after the start of a server that does not fork (Ruby 3.3)";

    public override IReadOnlyList<string> Answers => [RubyHeapCopied.FindingId, RubyFreeSlots.FindingId];

    public override IReadOnlyList<string> Risks =>
    [
        "it compacts: a C extension that keeps a pointer to an object which it has not marked as pinned crashes later",
        "a server that does not fork stands still meanwhile, once, LOWTIDE_WARMUP_SECONDS (30) after its start",
        "before the first fork it does nothing for a server that loads the application in its workers (Puma without preload_app!)",
        "what was about to die is made old, and stays until the next major collection",
    ];

    protected override Version Since => new(3, 3);
}
