namespace Lowtide.Tests.Pure.Commands.Packaging;

/// <summary>What the shells themselves make of the scripts.</summary>
public sealed class ShellCompletionTests : IDisposable
{
    /// <summary>Instead of what runs on this machine: a server, a kernel thread, and one whose name would be run.</summary>
    private const string Running = """
        printf '%s\n' '  1234 uwsgi' '     0 kswapd0' '  99 $(touch ran)' ' 12 `touch ran`' '7 two words' '5 -all'
        """;

    private readonly TempFolder _folder = new();

    public ShellCompletionTests()
    {
        _folder.File("x.lowtide", "");
        _folder.File("bash", PrintedCall.Output("--completions", "bash"));
        _folder.File("fish", PrintedCall.Output("--completions", "fish"));
    }

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("explain", "ex")]
    [InlineData("ps", "p")]
    [InlineData("trial trials", "tri")]
    [InlineData("--details", "explain", "--de")]
    [InlineData("systemd", "remedies", "--as", "sy")]
    [InlineData("systemd", "remedies", "malloc.jemalloc", "--as", "=", "sy")]
    [InlineData("python ruby", "remedies", "--language", "=")]
    [InlineData("html", "report", "x.lowtide", "--format", "h")]
    [InlineData("malloc.jemalloc", "run", "--remedy", "malloc.je")]
    [InlineData("malloc.jemalloc", "remedies", "malloc.je")]
    [InlineData("QUIT", "trial", "--stop-signal", "Q")]
    [InlineData("bash fish zsh", "--completions", "")]
    [InlineData("x.lowtide", "explain", "--before", "x")]
    [InlineData("x.lowtide", "explain", "x")]
    [InlineData("x.lowtide", "report", "x")]
    [InlineData("x.lowtide", "run", "--remedy", "malloc.jemalloc", "--", "cat", "x")]
    [InlineData("uwsgi", "ps", "")]
    [InlineData("", "explain", "--listen", "")]
    [InlineData("", "ps", "x")]
    public void Bash_offers(string offered, params string[] words)
    {
        var typed = string.Join(' ', words.Prepend("lowtide").Select(word => $"'{word}'"));
        _folder.File("try", $$"""
            source ./bash
            ps() { {{Running}}; }
            COMP_WORDS=({{typed}})
            COMP_CWORD={{words.Length}}
            $(complete -p lowtide | sed 's/.*-F \([^ ]*\).*/\1/')
            echo ${COMPREPLY[*]}
            """);
        Assert.Equal(offered + "\n", Shell.Says(_folder.Path, "bash", "--norc", "--noprofile", "try"));
        Assert.False(File.Exists(Path.Combine(_folder.Path, "ran")));
    }

    [Theory]
    [InlineData("explain", "ex")]
    [InlineData("--details", "explain --det")]
    [InlineData("systemd", "remedies --as sy")]
    [InlineData("bash fish zsh", "--completions ")]
    [InlineData("malloc.jemalloc", "run --remedy malloc.je")]
    [InlineData("x.lowtide", "explain --before x")]
    [InlineData("x.lowtide", "explain x.l")]
    [InlineData("uwsgi", "ps ")]
    [InlineData("x.lowtide", "run -- cat x.l")]
    public void Fish_offers(string offered, string typed)
    {
        _folder.File("try", $"""
            source ./fish
            function ps
            {Running}
            end
            complete -C 'lowtide {typed}'
            """);
        var said = Shell.Says(_folder.Path, "fish", "--no-config", "try").Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(offered, string.Join(' ', said.Select(line => line.Split('\t')[0])));
    }
}
