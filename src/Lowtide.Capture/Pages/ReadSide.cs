using System.Runtime.InteropServices;

namespace Lowtide.Capture.Pages;

/// <summary>One of two members that are compared, and what has been read of it in this chunk.</summary>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct ReadSide(int Member, PageReader Pages);
