using System.Text;
using Lowtide.Launch;

namespace Lowtide.Writing;

/// <summary>A line on standard error before this process becomes another: System.Console would change the terminal's settings for that.</summary>
internal static class PlainError
{
    public static unsafe void Say(string text)
    {
        var line = Encoding.UTF8.GetBytes($"lowtide: {Screen.Plain(text)}\n");
        fixed (byte* bytes = line)
            Libc.Write(2, bytes, line.Length);
    }
}
