using System.Text;

namespace Lowtide.Tests.Pure.Mutations;

/// <summary>Texts of lines and fields, as the kernel and kits write them: fields out of bounds, missing, doubled or moved, or cut off.</summary>
internal static class MutatedText
{
    private static readonly char[] Separators = [' ', '\t', ':', '=', ',', '-', '\n', '\0', '/', '.', '(', ')'];

    private static readonly string[] Fields =
    [
        "", "0", "-1", "-", "18446744073709551615", "18446744073709551616", "9223372036854775807", "-9223372036854775808", "2147483648", "4294967296",
        "ffffffffffffffff", "00000000", "1e999", "NaN", "∞", "0x10", "+5", " 5", "5 ", "٣", "max", "\u001b[2J", "\r", "\u0085", ")", "(", "../..", "/",
        new string('9', 400), new string('x', 20_000), new string(' ', 300), "\0", "=", ":", " - ",
    ];

    public static string Of(string text, Random random)
    {
        if (random.Next(6) == 0)
            return Encoding.UTF8.GetString(Mutated.Bytes(Encoding.UTF8.GetBytes(text + "        "), random));
        for (var change = random.Next(1, 5); change > 0; change--)
            text = random.Next(3) == 0 ? Lines(text, random) : Field(text, random);
        return text;
    }

    /// <summary>One of the stretches between separators, or a separator.</summary>
    private static string Field(string text, Random random)
    {
        if (text.Length == 0)
            return Fields[random.Next(Fields.Length)];
        var at = random.Next(text.Length);
        var start = at == 0 ? 0 : text.LastIndexOfAny(Separators, at - 1) + 1;
        var end = text.IndexOfAny(Separators, at) is >= 0 and var found ? Math.Max(found, start) : text.Length;
        return random.Next(6) switch
        {
            0 => text[..start] + text[Math.Min(text.Length, end + 1)..],
            1 => text[..at] + Separators[random.Next(Separators.Length)] + text[(at + 1)..],
            2 => text.Insert(end, text[start..end]),
            _ => text[..start] + Fields[random.Next(Fields.Length)] + text[end..],
        };
    }

    private static string Lines(string text, Random random)
    {
        var lines = text.Split('\n').ToList();
        var at = random.Next(lines.Count);
        switch (random.Next(4))
        {
            case 0:
                lines.RemoveAt(at);
                break;
            case 1:
                lines.InsertRange(at, Enumerable.Repeat(lines[at], random.Next(1, 200)));
                break;
            case 2:
                lines[at] = lines[at][..random.Next(lines[at].Length + 1)];
                break;
            default:
                lines.Insert(random.Next(lines.Count), lines[at]);
                break;
        }
        return string.Join('\n', lines);
    }
}
