using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;
using System.Text;

namespace Lowtide.DotNetKit;

/// <summary>
/// A piece of memory that Lowtide finds by its size and its first line, and reads from outside; of the same form as that of Python's kit
/// (kits/python/lowtide_kit/notes.py). It is written once.
/// </summary>
internal static class NoteSheet
{
    private const int Size = 17 * 4096;

    // mmap(2), of Linux
    private const int ReadWrite = 0x3, SharedAnonymous = 0x21;
    private static readonly IntPtr Failed = new(-1);

    public static void Write(IEnumerable<string> lines)
    {
        var text = Encoding.UTF8.GetBytes("lowtide-notes 1\n" + string.Join("\n", lines) + "\n");
        var sheet = Map(IntPtr.Zero, new UIntPtr(Size), ReadWrite, SharedAnonymous, -1, IntPtr.Zero);
        if (sheet == Failed)
            throw new IOException("no memory for Lowtide's notes");
        // The kernel gave it full of zeros, the last of which ends the text.
        Marshal.Copy(text, 0, sheet, Math.Min(text.Length, Size - 1));
    }

    [DllImport("libc", EntryPoint = "mmap", SetLastError = true)]
    private static extern IntPtr Map(IntPtr address, UIntPtr length, int protection, int flags, int file, IntPtr offset);
}
