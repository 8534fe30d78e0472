using System.Text;
using Lowtide.Launch;

namespace Lowtide.Tests.Pure.Launch;

public sealed class EnvironmentBlockTests
{
    [Fact]
    public void A_changed_variable_stays_in_its_place_and_stands_once()
    {
        var changed = EnvironmentBlock.Of("Z=1", "A=2", "AB=3", "A=4").With("A", "9");
        Assert.Equal(["Z=1", "A=9", "AB=3"], Texts(changed));
    }

    [Fact]
    public void A_new_one_goes_to_the_end() => Assert.Equal(["Z=1", "A="], Texts(EnvironmentBlock.Of("Z=1").With("A", "")));

    [Fact]
    public void The_first_of_a_name_counts()
    {
        var block = EnvironmentBlock.Of("AB=0", "A=1=x", "A=2");
        Assert.Equal("1=x", Encoding.UTF8.GetString(block.Get("A")!));
        Assert.Null(block.Get("B"));
        Assert.Equal("1=x", block.ToText()["A"]);
    }

    [Fact]
    public void Other_bytes_are_kept()
    {
        byte[] odd = [(byte)'B', (byte)'=', 0xff, 0xfe];
        var block = new EnvironmentBlock([odd]).With("A", "1");
        Assert.Equal(odd, block.Entries[0]);
        Assert.Equal("\ufffd\ufffd", block.ToText()["B"]);
    }

    [Fact]
    public void Strings_of_the_kernel_may_be_empty() =>
        Assert.Equal([[1], [], [2, 3], []], RawProcess.Split([1, 0, 0, 2, 3, 0, 0]));

    private static IEnumerable<string> Texts(EnvironmentBlock block) => block.Entries.Select(Encoding.UTF8.GetString);
}
