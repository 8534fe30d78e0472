using Lowtide.Analysis.Findings;
using Lowtide.Analysis.Servers;
using Lowtide.Recordings;

namespace Lowtide.Analysis.Remedies;

/// <summary>The master's objects are moved together right before the first worker is forked.</summary>
public sealed class CompactBeforeFork : RubyRemedy
{
    public override string Id => "ruby.compact-before-fork";

    public override string Title => "GC.compact in the master, right before its first fork";

    public override string Summary => "GC.compact in the master, right before its first fork";

    public override IReadOnlyList<string> Answers => [RubyHeapCopied.FindingId, RubyFreeSlots.FindingId];

    public override IReadOnlyList<string> Risks =>
    [
        "a C extension that keeps a pointer to an object which it has not marked as pinned crashes later: try it before production does",
        "the start takes longer by a collection with compaction, which 'lowtide explain' shows",
        "it does nothing for a server that loads the application in its workers (Puma without preload_app!)",
    ];

    public override string? Refusal(FamilySnapshot family) => base.Refusal(family)
        ?? (family.Workers.Count == 0 ? "it acts before the first fork, and this process has forked no worker" : null);

    public override string? RefusalAtLaunch(IReadOnlyDictionary<string, string> environment, IReadOnlyList<string> command) =>
        base.RefusalAtLaunch(environment, command)
        ?? (RubyCommandLine.Program(command) == "sidekiq" ? "it acts before the first fork, and sidekiq forks no workers (sidekiqswarm does)" : null);
}
