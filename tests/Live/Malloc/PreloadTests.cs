using Lowtide.Capture.Malloc;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Tests.Live.Malloc;

public sealed class PreloadTests
{
    private const string Jemalloc = "/usr/lib/x86_64-linux-gnu/libjemalloc.so.2";

    [Fact]
    public void A_library_that_is_loaded()
    {
        Assert.SkipUnless(File.Exists(Jemalloc), "libjemalloc.so.2 is not installed");
        Assert.Equal([new PreloadFacts(Jemalloc, true, null)], Read(Jemalloc));
        Assert.Equal([new PreloadFacts("libjemalloc.so.2", true, null)], Read("libjemalloc.so.2"));
    }

    [Fact]
    public void Libraries_that_are_not()
    {
        using var folder = new TempFolder();
        var (text, foreign, none) = (Path.Combine(folder.Path, "libtext.so"), Path.Combine(folder.Path, "libjemalloc32.so"), "/no/libjemalloc.so.2");
        File.WriteAllText(text, "this is a text that is long enough");
        var elf = File.ReadAllBytes(Environment.ProcessPath!)[..64];
        elf[4] = 1; // ELFCLASS32
        elf[18] = 3; // EM_386
        File.WriteAllBytes(foreign, elf);
        Assert.Equal(
            [
                new PreloadFacts(text, false, "it is no library"),
                new PreloadFacts(foreign, false, "it is for another architecture"),
                new PreloadFacts(none, false, "there is no such file"),
            ],
            Read($"{text}:{foreign} {none}"));
    }

    [Fact]
    public void None_where_the_variable_is_not_set() => Assert.Empty(Read(null));

    [Fact]
    public void Musl_has_its_version()
    {
        Assert.SkipUnless(File.Exists("/usr/bin/musl-gcc"), "musl-gcc is not installed (musl-tools)");
        using var target = Target.Start(CompiledTarget.Build("said", compiler: "musl-gcc"), []);
        var facts = AllocatorReader.Read(target.Space(), walk: true)?.Facts;
        Assert.Equal("musl", facts?.Name);
        Assert.Matches(@"^1\.\d\.\d+$", facts!.Version);
        Assert.Null(facts.Arenas);
    }

    private static IReadOnlyList<PreloadFacts> Read(string? preload)
    {
        (string, string)[] variables = preload is null ? [] : [("LD_PRELOAD", preload)];
        using var target = Target.Start(CompiledTarget.Build("said"), [], variables);
        return PreloadReader.Read(target.Space(), Procfs.Settings(target.Pid)!);
    }
}
