using Lowtide.Capture.CPython;
using Lowtide.Capture.CPython.Heap;
using Lowtide.Capture.Elf;
using Lowtide.Capture.Malloc;
using Lowtide.Capture.Sources;
using Lowtide.Tests.Pure.Capture.CPython;
using Lowtide.Tests.Pure.Capture.CRuby;
using Lowtide.Tests.Pure.Capture.Malloc;

namespace Lowtide.Tests.Pure.Mutations;

/// <summary>
/// Memory of Python, Ruby and malloc as none of them left it: what can be told of it is told, and every walk ends. (Of .NET's heap nothing is read in memory:
/// its own trace tells, and MutatedFilesTests has that.)
/// </summary>
public sealed class MutatedHeapsTests
{
    private const int Sample = 100;

    [Fact]
    public void Pythons_collector()
    {
        var all = Fixture.Versions.Select(Fixture.Read).ToList();
        Judged.All("memory of Python's collector", Sample, 10_000, random =>
        {
            var recorded = all[random.Next(all.Count)];
            var memory = new MutatedMemory(recorded.Pieces, random);
            CollectorReader.ReadWithYoung(memory, recorded.Runtime, recorded.Version, out _);
            CollectorReader.IsFreeThreaded(memory, recorded.Runtime);
            if (CollectorReader.LayoutOf(memory, recorded.Runtime, recorded.Version) is { } layout)
                CollectorReader.IsFinalizing(memory, recorded.Runtime, layout);
        });
    }

    [Fact]
    public void Pythons_objects()
    {
        var all = RecordedHeap.Versions.Select(RecordedHeap.Read).ToList();
        Judged.All("memory of Python's objects", Sample, 10_000, random =>
        {
            var recorded = all[random.Next(all.Count)];
            var memory = new MutatedMemory(recorded.Pieces, random);
            var types = new HeapTypes(memory, recorded.Metatype);
            var pool = new PymallocPool(recorded.Layout.PoolSize, new BlockReader(types));
            var text = new HeapText(memory, types, recorded.Layout);
            if (pool.Load(memory, RecordedHeap.Number(recorded.Said.GetProperty("pool"), "address")))
                foreach (var block in pool.Blocks)
                    for (var at = block.Start; at < block.Start + block.Size; at += 8)
                        WordTrace.Of(block, at, recorded.Layout);
            foreach (var (address, bytes) in recorded.Pieces)
                for (var at = 0; at + 8 <= Math.Min(bytes.Length, 256); at += 8)
                    LookAt(address + (ulong)at);

            void LookAt(ulong address)
            {
                types.Find(address);
                text.At(address);
                DictTable.IsAt(memory, address, 160);
                Judged.Walk(DictEntries.Of(memory, address));
            }
        });
    }

    [Fact]
    public void Pythons_pools()
    {
        const int PoolSize = 16 << 10;
        const ulong Start = 0x7f00_0010_0000;
        var pools = new byte[64 * PoolSize];
        for (var at = 0; at < pools.Length; at += PoolSize)
        {
            // A pool of blocks of 64 bytes, 200 handed out, 250 begun (struct pool_header).
            foreach (var (offset, value) in new[] { (0, 200), (36, 3), (40, 48 + (250 * 64)), (44, PoolSize - 64) })
                BitConverter.TryWriteBytes(pools.AsSpan(at + offset), value);
        }
        Mapping[] mappings = [new(Start, Start + (ulong)pools.Length, 0, true, true, false, true, 0, 0, "")];
        Judged.All("memory of Python's pools", Sample, 3_000, random =>
        {
            var memory = new MutatedMemory([(Start, pools)], random);
            var heap = PymallocHeap.Find(memory, mappings, mapping => [new(mapping.Start, mapping.Length)], PoolSize);
            Assert.InRange(heap.Facts.InUseBytes, 0, pools.Length);
        });
    }

    [Fact]
    public void Rubys_pages()
    {
        var made = new MadeRubyHeap(MadeRubyHeap.Layout);
        Judged.All("memory of Ruby's pages", Sample, 5_000, random => made.Read(new MutatedMemory(made.Pieces, random)));
    }

    [Fact]
    public void Mallocs_arenas()
    {
        var all = new[] { "2.36", "2.41", "2.43" }.Select(RecordedArenas.Read).ToList();
        Judged.All("memory of malloc's arenas", Sample, 3_000, random =>
        {
            var recorded = all[random.Next(all.Count)];
            var memory = new MutatedMemory(recorded.Pieces, random);
            var outline = MallocOutline.Read(memory, recorded.Mappings, mapping => [new MemoryRange(mapping.Start, mapping.Length)]);
            Judged.Walk(outline.On(recorded.Pieces[0].Address));
            foreach (var heap in recorded.Mappings.Where(mapping => mapping.Write))
                Judged.Walk(new ChunkWalk(memory).Over(heap.Start, heap.End));
            if (recorded.Find(memory) is not { } arenas)
                return;
            var read = new ArenaReader(memory, recorded.Pages, []).Walk(arenas, () => recorded.Find(memory));
            Judged.Walk(ArenaReader.CouldNotRead(read, walked: true));
        });
    }

    [Fact]
    public void Jemallocs_arenas()
    {
        var made = new MadeJemalloc();
        Judged.All("memory of jemalloc's arenas", Sample, 3_000, random =>
        {
            if (MadeJemalloc.Read(new MutatedMemory(made.Pieces, random)) is { } use)
                Assert.True(use is { Arenas: > 0, ActiveBytes: >= 0, DirtyBytes: >= 0, SlabFreeBytes: >= 0 } && use.SlabFreeBytes <= use.ActiveBytes);
        });
    }

    [Fact]
    public void Moved_environments()
    {
        const ulong List = 0x7f00_0000_0000, Texts = 0x7f00_0000_2000;
        var (list, texts) = (new byte[128], new byte[8192]);
        for (var number = 0; number < 12; number++)
        {
            System.Text.Encoding.ASCII.GetBytes($"PYTHONMALLOC=value {number}\0").CopyTo(texts, number * 600);
            BitConverter.TryWriteBytes(list.AsSpan(number * 8), Texts + (ulong)(number * 600));
        }
        Judged.All("memory of environments", Sample, 3_000, random =>
            MovedEnvironment.Read(new MutatedMemory([(List, list), (Texts, texts)], random), List));
    }
}
