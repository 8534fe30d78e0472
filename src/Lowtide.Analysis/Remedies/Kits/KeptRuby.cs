using System.Text;
using System.Text.RegularExpressions;

namespace Lowtide.Analysis.Remedies.Kits;

/// <summary>The file that a user keeps in place of Lowtide: what Ruby's kit does for one remedy, without its notes.</summary>
internal static partial class KeptRuby
{
    /// <param name="remedy">Its id.</param>
    public static string Of(string remedy)
    {
        var kit = KitFile.Of(Kit.Ruby).ToDictionary(file => file.Path, file => Encoding.UTF8.GetString(file.Content));
        var act = kit[$"lib/lowtide_kit/remedies/{remedy[(remedy.IndexOf('.') + 1)..].Replace('-', '_')}.rb"];
        var needed = KitRequire().Matches(act).Select(require => require.Groups["file"].Value);
        // RUBYOPT reaches every Ruby that the server starts, older ones too, and an error in a file that it names would end them.
        return $"""
            {string.Join('\n', needed.Prepend("forks").Prepend("saying").Select(file => Written(kit[$"lib/lowtide_kit/{file}.rb"])))}
            LowtideKit.guarded("{remedy} is not on") do
            {Written(KitRequire().Replace(act, ""))}end

            """;

        static string Written(string source) => string.Concat(source.Split('\n')
            .Where(line => line.Length > 0 && !line.Contains("Notes.note", StringComparison.Ordinal))
            .Select(line => line + "\n"));
    }

    [GeneratedRegex(@"^require_relative ""\.\./(?<file>\w+)""\n", RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex KitRequire();
}
