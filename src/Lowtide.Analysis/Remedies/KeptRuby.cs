using System.Text;

namespace Lowtide.Analysis.Remedies;

/// <summary>The file that a user keeps in place of Lowtide: what Ruby's kit does for one remedy, without its notes.</summary>
internal static class KeptRuby
{
    /// <param name="remedy">Its id.</param>
    public static string Of(string remedy)
    {
        var kit = KitFile.Of(Kit.Ruby).ToDictionary(file => file.Path, file => Encoding.UTF8.GetString(file.Content));
        var name = remedy[(remedy.IndexOf('.') + 1)..].Replace('-', '_');
        // RUBYOPT reaches every Ruby that the server starts, older ones too, and an error in a file that it names would end them.
        return $"""
            {Part("saying")}
            {Part("forks")}
            LowtideKit.guarded("{remedy} is not on") do
            {Part($"remedies/{name}")}end

            """;

        string Part(string file) => string.Concat(kit[$"lib/lowtide_kit/{file}.rb"].Split('\n')
            .Where(line => line.Length > 0 && !line.Contains("Notes.note", StringComparison.Ordinal))
            .Select(line => line + "\n"));
    }
}
