using Lowtide.Capture.CPython;
using Lowtide.Capture.CRuby;
using Lowtide.Capture.DotNet;
using Lowtide.Capture.Elf;
using Lowtide.Capture.Elf.Frames;
using Lowtide.Capture.Malloc;
using Lowtide.Tests.Pure.Capture.Elf;

namespace Lowtide.Tests.Pure.Mutations;

/// <summary>Libraries and programs that a target maps, as no linker wrote them: whatever can be asked of one is told, or is not found.</summary>
public sealed class MutatedElfTests
{
    private const int Sample = 150;

    private static readonly (string, ulong)[] Symbols =
        [("malloc", 0x40_0040), ("_PyRuntime", 0x40_2000), ("Py_Version", 0x40_0008), ("ruby_version", 0x40_0010), ("undefined", 0), ("environ", 0x40_3000)];

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void Made_ones(int hash)
    {
        var whole = ElfBuilder.Build((Hash)hash, Symbols);
        Judged.All($"ELF files, made ({(Hash)hash})", Sample, 3_000, random =>
        {
            var bytes = Mutated.Bytes(whole, random);
            for (var more = random.Next(4); more > 0 && bytes.Length > 16; more--)
                bytes = Mutated.Bytes(bytes, random);
            LookAtAll(bytes, random);
        });
    }

    /// <summary>One that a linker wrote, with frames of its functions: the runner's own.</summary>
    [Fact]
    public void A_real_one()
    {
        var whole = File.ReadAllBytes(Environment.ProcessPath!);
        Judged.All("ELF files, a real program", Sample, 3_000, random =>
        {
            // Half of them near the beginning or the end, where it is said what there is.
            var (from, to) = random.Next(4) switch
            {
                0 => (0, Math.Min(4096, whole.Length)),
                1 => (Math.Max(0, whole.Length - 4096), whole.Length),
                _ => (0, whole.Length),
            };
            LookAtAll([.. whole[..from], .. Mutated.Bytes(whole[from..to], random), .. whole[to..]], random);
        });
    }

    private static void LookAtAll(byte[] bytes, Random random)
    {
        using var handle = ElfBuilder.Open(bytes);
        if (ElfFile.TryOpen(handle) is not { } file)
            return;
        foreach (var name in (string[])["_PyRuntime", "nowhere", "", "environ"])
            file.TryFindSymbol(name, out _);
        file.FindSlots("malloc");
        file.LoadBias(0x7f00_0000_0000, 0);
        file.ZeroFilled();
        ElfText.TryFind(file, "1.2.3"u8, 8, new byte[16]);
        ElfProbes.Find(file, "python", "gc__start", "gc__done");
        var functions = ElfFunctions.Read(file);
        Judged.Walk(functions.Places("main"));
        CPythonFile.TryRead(file);
        CRubyFile.TryRead(file);
        CoreClrFile.TryRead(file);
        MallocFile.TryRead(file);
        if (FrameTable.TryRead(file) is not { } frames)
            return;
        var registers = new ulong[CallFrame.Registers];
        for (var look = 0; look < 20; look++)
        {
            var address = (ulong)random.Next(bytes.Length);
            functions.NameOf(address);
            if (frames.Find(address) is { } entry && CallFrame.At(entry, address) is { } frame)
                frame.TryStep(registers, new StackBytes(0x7000, new byte[256]));
        }
    }
}
