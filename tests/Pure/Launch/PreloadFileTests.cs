using Lowtide.Analysis.Remedies;
using Lowtide.Launch;

namespace Lowtide.Tests.Pure.Launch;

/// <summary>A library that the loader would pass over is none: the server would start without it.</summary>
public sealed class PreloadFileTests
{
    private const string Library = "libjemalloc.so.2";

    private static readonly IRemedy Remedy = RemedyCatalogue.Find("malloc.jemalloc")!;

    [Fact]
    public void One_for_this_architecture_is_taken_from_whichever_folder_has_it()
    {
        using var folder = new TempFolder();
        var (small, large) = (Made(folder, "a", 1, 3), Made(folder, "b", 2, 62));
        Assert.Equal(Path.Combine(large, Library), PreloadFile.In([folder.Path, small, large], Remedy));
    }

    [Fact]
    public void One_for_another_is_refused_by_name()
    {
        using var folder = new TempFolder();
        var small = Made(folder, "a", 1, 3);
        var refused = Assert.Throws<Failure>(() => PreloadFile.In([small], Remedy));
        Assert.Equal($"malloc.jemalloc needs {Library} for x86-64, and {small}/{Library} is none: apt-get install libjemalloc2:amd64", refused.Message);
    }

    [Fact]
    public void A_missing_one_names_its_package()
    {
        using var folder = new TempFolder();
        var refused = Assert.Throws<Failure>(() => PreloadFile.In([folder.Path], Remedy));
        Assert.Equal($"malloc.jemalloc needs {Library}, which is not installed: apt-get install libjemalloc2", refused.Message);
    }

    private static string Made(TempFolder folder, string name, byte elfClass, byte machine)
    {
        var made = Directory.CreateDirectory(Path.Combine(folder.Path, name)).FullName;
        var head = new byte[64];
        (head[0], head[1], head[2], head[3], head[4], head[18]) = (0x7f, (byte)'E', (byte)'L', (byte)'F', elfClass, machine);
        File.WriteAllBytes(Path.Combine(made, Library), head);
        return made;
    }
}
