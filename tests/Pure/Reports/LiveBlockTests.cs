using Lowtide.Writing;

namespace Lowtide.Tests.Pure.Reports;

/// <summary>What a terminal shows of it, by a small model of one: lines, a cursor, and the sequences that are used.</summary>
public sealed class LiveBlockTests : IDisposable
{
    private readonly Screenful _screen = new(columns: 20);
    private readonly LiveBlock _block;

    public LiveBlockTests() => _block = new LiveBlock(_screen, () => (_screen.Columns, 24));

    public void Dispose() => _screen.Dispose();

    [Fact]
    public void It_is_drawn_in_its_own_place()
    {
        _block.Draw([new("one"), new("a longer line")]);
        _block.Draw([new("two")]);
        Assert.Equal(["two", ""], _screen.Lines);
    }

    [Fact]
    public void Lines_above_it_stay()
    {
        _block.Draw([new("block"), new("")]);
        _block.WriteAbove("first", [new("block"), new("")]);
        _block.WriteAbove("second", [new("other block")]);
        Assert.Equal(["first", "second", "other block", ""], _screen.Lines);
        _block.Erase();
        Assert.Equal(["first", "second", ""], _screen.Lines);
    }

    [Fact]
    public void Lines_that_are_too_long_are_cut()
    {
        _block.Draw([new(new string('x', 50)), new("漢字漢字漢字漢字漢字漢字漢字")]);
        Assert.Equal([new string('x', 19), "漢字漢字漢字漢字漢", ""], _screen.Lines);
    }

    /// <summary>Terminals fold what stands there when they become narrower; what was drawn takes more rows then.</summary>
    [Fact]
    public void On_a_narrowed_terminal_nothing_of_it_is_left()
    {
        _block.WriteAbove("above", [new("0123456789abcdef"), new("head", Bold: true)]);
        _screen.Narrow(10);
        _block.Draw([new("new")]);
        Assert.Equal(["above", "new", ""], _screen.Lines);
    }

    [Fact]
    public void No_more_lines_than_can_be_drawn_again()
    {
        _block.Draw([.. Enumerable.Range(0, 100).Select(number => new LiveLine($"{number}"))]);
        Assert.Equal(24, _screen.Lines.Length);
    }

    /// <summary>Whatever it is not taught is a failure: no test may pass because a sequence was overlooked.</summary>
    private sealed class Screenful(int columns) : StringWriter
    {
        private readonly List<string> _lines = [""];
        private int _row, _column;

        public int Columns { get; private set; } = columns;

        public string[] Lines => [.. _lines];

        public void Narrow(int to)
        {
            var above = _lines[.._row];
            var folded = _lines.SelectMany(line => line.Chunk(to).Select(part => new string(part)).DefaultIfEmpty("")).ToList();
            _row = above.Sum(line => Math.Max(1, (line.Length + to - 1) / to));
            _lines.Clear();
            _lines.AddRange(folded);
            Columns = to;
        }

        public override void Write(string? value)
        {
            for (var at = 0; at < value!.Length;)
            {
                var rest = value.AsSpan(at);
                if (rest is ['\u001b', '[', ..])
                {
                    var end = rest[2..].IndexOfAnyExceptInRange('0', '9') + 2;
                    Sequence(rest[end], end > 2 ? int.Parse(rest[2..end]) : 0);
                    at += end + 1;
                    continue;
                }
                Letter(rest[0]);
                at++;
            }
        }

        private void Sequence(char kind, int number)
        {
            switch (kind)
            {
                case 'A':
                    Assert.InRange(_row -= number, 0, _lines.Count);
                    break;
                case 'K':
                    _lines[_row] = _lines[_row][.._column];
                    break;
                case 'J':
                    _lines.RemoveRange(_row + 1, _lines.Count - _row - 1);
                    _lines[_row] = _lines[_row][.._column];
                    break;
                default:
                    Assert.Equal('m', kind);
                    break;
            }
        }

        private void Letter(char letter)
        {
            if (letter == '\r')
                _column = 0;
            else if (letter == '\n')
            {
                if (++_row == _lines.Count)
                    _lines.Add("");
            }
            else
                _lines[_row] = _lines[_row][.._column++] + letter + (_lines[_row].Length >= _column ? _lines[_row][_column..] : "");
        }
    }
}
