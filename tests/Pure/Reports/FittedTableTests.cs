using Lowtide.Writing;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>What a table leaves out on a narrow terminal, and what it never breaks.</summary>
public sealed class FittedTableTests
{
    [Theory]
    [InlineData(60, "ALLOCATOR, RSS", "PID NAME PSS REMEDIES ON")]
    [InlineData(80, "ALLOCATOR", "PID NAME RSS PSS REMEDIES ON")]
    [InlineData(100, "", "PID NAME ALLOCATOR RSS PSS REMEDIES ON")]
    [InlineData(120, "", "PID NAME ALLOCATOR RSS PSS REMEDIES ON")]
    public void The_columns_worth_least_make_way_and_are_named(int width, string leftOut, string kept)
    {
        var table = Screen.Table(">PID", "NAME", new("ALLOCATOR", 1), new(">RSS", 2), new(">PSS", 3), new("REMEDIES ON", 4));
        table.AddRow("4711", "uwsgi", "jemalloc 5.3.0-1", "1020 MiB", "668 MiB", Styled.Green("cpython.gc-threshold-0"));
        table.AddRow("4812", "a-name-of-some-length", "-", "-", "-", "");
        var lines = Shown(table, width);
        Assert.All(lines, line => Assert.InRange(line.Length, 1, width));
        Assert.Equal(kept, string.Join(' ', lines[0].Split(' ', StringSplitOptions.RemoveEmptyEntries)));
        Assert.StartsWith("4711  uwsgi  ", lines[1]);
        Assert.EndsWith("668 MiB  cpython.gc-threshold-0", lines[1]);
        Assert.StartsWith("4812  a-name-of-some-length  ", lines[2]);
        var note = string.Join(' ', lines[3..].Select(line => line.TrimEnd()));
        Assert.Equal(leftOut.Length == 0 ? "" : $"{width} columns are too few for {leftOut}: a wider terminal or a pipe (| cat) shows all.", note);
    }

    [Fact]
    public void Rather_a_long_line_than_a_broken_cell()
    {
        var table = Screen.Table(">PID", "NAME", new(">PSS", 1));
        table.AddRow("4711", "a name with blanks that is longer than the terminal is wide", "1020 MiB");
        Assert.Equal(" PID  NAME", Shown(table, 30)[0]);
        Assert.Equal("4711  a name with blanks that is longer than the terminal is wide", Shown(table, 30)[1]);
    }

    [Fact]
    public void Numbers_stand_under_each_other_also_behind_wide_characters_and_empty_cells()
    {
        var table = Screen.Table("NAME", ">A", ">B", "END");
        table.AddRow("日本", "1", "22", "x");
        table.AddRow("abcd", "", "333", "");
        Assert.Equal(["NAME  A    B  END", "日本  1   22  x", "abcd     333"], Shown(table, 80));
    }

    [Fact]
    public void A_last_column_of_words_goes_on_below_itself()
    {
        var table = Screen.Table("COPIED BY", ">A WORKER", new("WHAT STANDS THERE") { Folds = true });
        table.AddRow("collector", "167 MiB", "tuple 131 MiB, list 16 MiB, Product 8.2 MiB");
        table.AddRow("undecided", "117 KiB", "");
        string[] narrow =
        [
            "COPIED BY  A WORKER  WHAT STANDS THERE",
            "collector   167 MiB  tuple 131 MiB,",
            "                     list 16 MiB,",
            "                     Product 8.2 MiB",
            "undecided   117 KiB",
        ];
        Assert.Equal(narrow, Shown(table, 45));
        Assert.Equal(3, Shown(table, 80).Length);
        // In a pipe too: it is the one table that is read and not cut into fields.
        table.AddRow("cache fill", "851 KiB", "code 574 KiB, function 129 KiB, dict 90 KiB, type 30 KiB, tuple 20 KiB, str 10 KiB");
        Assert.All(Shown(table, PipedOutput.Columns), line => Assert.InRange(line.Length, 1, 80));
    }

    private static string[] Shown(FittedTable table, int width) =>
        ShownScreen.Whole(width, console => console.Write(table)).TrimEnd('\n').Split('\n');
}
