using Lowtide.Recordings;

namespace Lowtide.Tests.Pure.Findings;

/// <summary>A Ruby process made up of its heap: 400,000 slots of 40 bytes, a quarter of them free.</summary>
internal static class MadeRuby
{
    public static readonly RubyPool Pool = new(40, 1000, 0, 400_000, 100_000, 250_000, [10, 0, 90, 0, 0, 100, 0, 0, 0, 0, 800]);

    public static Member Member(RubyPool? pool = null) => MadeFamilies.Master() with
    {
        Runtime = new RuntimeFacts("cruby", "3.3.8", null),
        RubyHeap = new RubyHeap(1 << 14, [pool ?? Pool], [new RubyObjects("string", 300_000, 12_000_000)], 0),
    };

    /// <summary>With what its heap pages weigh.</summary>
    /// <param name="pid">1 for a master or a lone process; others are its workers.</param>
    /// <param name="mappedBy">So many processes have each of them.</param>
    public static Member Weighed(int pid, int mappedBy = 1)
    {
        var made = Member();
        var bytes = made.RubyHeap!.Bytes;
        return made with
        {
            Process = made.Process with { Pid = pid, ParentPid = pid == 1 ? 0 : 1 },
            Parts = [new(MemoryPurpose.RubyPages, bytes, mappedBy == 1 ? 0 : bytes)],
            Memory = new MemoryUse(bytes, bytes / mappedBy, null, null, null) { PssAnonymousBytes = bytes / mappedBy },
        };
    }

    /// <summary>One process of 25 threads, as studies/berkopec-sidekiq has it: most of its memory lies in malloc's thread arenas.</summary>
    public static Member Sidekiq(int arenas)
    {
        var inArenas = arenas * 24 * MadeFamilies.MiB;
        var made = Weighed(1);
        return made with
        {
            Process = made.Process with { Name = "sidekiq", CommandLine = "'sidekiq 7.2 shop [25 of 25 busy]'", Threads = 34 },
            Memory = new MemoryUse(inArenas + (100 * MadeFamilies.MiB), inArenas + (90 * MadeFamilies.MiB), null, null, null)
            {
                PssAnonymousBytes = inArenas + (80 * MadeFamilies.MiB),
            },
            Parts = [.. made.Parts!, new(MemoryPurpose.Malloc, inArenas + (64 * MadeFamilies.MiB), 0)],
            Allocator = new AllocatorFacts("glibc", "2.36", arenas, inArenas),
        };
    }
}
