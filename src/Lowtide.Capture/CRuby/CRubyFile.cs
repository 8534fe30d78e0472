using System.Text;
using Lowtide.Capture.Elf;

namespace Lowtide.Capture.CRuby;

/// <summary>What a file says about the CRuby in it; the same for every process that maps it.</summary>
/// <param name="Version">"3.1.2", of ruby_version (version.c).</param>
internal sealed record CRubyFile(string Version)
{
    private const int LongestVersion = 16;

    /// <summary>Null where the file exports no CRuby. The file may be closed afterwards.</summary>
    public static CRubyFile? TryRead(ElfFile file)
    {
        // JRuby and TruffleRuby have no VM of this name.
        if (!file.TryFindSymbol("ruby_current_vm_ptr", out _) && !file.TryFindSymbol("ruby_init_stack", out _))
            return null;
        Span<byte> text = stackalloc byte[LongestVersion];
        if (!file.TryFindSymbol("ruby_version", out var symbol) || symbol.Size is 0 or > LongestVersion)
            return null;
        text = text[..(int)symbol.Size];
        if (!file.TryReadAddress(symbol.Value, text) || text.IndexOf((byte)0) is not (> 0 and var end))
            return null;
        var version = Encoding.ASCII.GetString(text[..end]);
        return System.Version.TryParse(version, out _) ? new CRubyFile(version) : null;
    }
}
