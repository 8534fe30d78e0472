using System.Text;

namespace Lowtide.Writing;

/// <summary>
/// What System.Console is to all code but this folder's: lines of text, out of which <see cref="Screen.Plain"/> takes all that would drive a terminal. Who
/// forgets where a text is from forgets nothing.
/// </summary>
internal sealed class PlainWriter(TextWriter console) : TextWriter
{
    public override Encoding Encoding => console.Encoding;

    public override void Write(char value) => Write(value.ToString());

    public override void Write(char[] buffer, int index, int count) => Write(new string(buffer, index, count));

    public override void Write(ReadOnlySpan<char> buffer) => Write(buffer.ToString());

    public override void Write(string? value) =>
        console.Write(value is null || !value.Contains('\n') ? Screen.Plain(value ?? "") : string.Join('\n', value.Split('\n').Select(Screen.Plain)));

    public override void WriteLine(string? value) => Write($"{value}\n");

    public override void Flush() => console.Flush();
}
