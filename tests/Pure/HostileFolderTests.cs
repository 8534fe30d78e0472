namespace Lowtide.Tests.Pure;

/// <summary>A hostile program that no test names is never run.</summary>
public sealed class HostileFolderTests
{
    [Fact]
    public void Every_hostile_program_is_run_by_a_test()
    {
        var live = Path.Combine(SourceTree.Root(), "tests", "Live");
        var tests = Directory.EnumerateFiles(live, "*Tests.cs", SearchOption.AllDirectories).Select(File.ReadAllText).ToList();
        // Built ones are named without their ending.
        var programs = Directory.GetFiles(Path.Combine(live, "targets", "hostile"), "*.*").Select(file => Path.GetFileName(file).Replace(".c", "")).ToList();
        Assert.NotEmpty(programs);
        Assert.DoesNotContain(programs, program => !tests.Exists(test => test.Contains($"hostile/{program}\"", StringComparison.Ordinal)));
    }
}
