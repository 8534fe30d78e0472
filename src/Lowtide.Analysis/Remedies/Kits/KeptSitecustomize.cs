using System.Text;
using System.Text.RegularExpressions;

namespace Lowtide.Analysis.Remedies.Kits;

/// <summary>The file that a user keeps in place of Lowtide: what the kit does for one remedy, as a sitecustomize of its own.</summary>
internal static partial class KeptSitecustomize
{
    /// <summary>
    /// It stands in front of the site's own sitecustomize, which a monitoring agent may need: so it makes way for it, also where the
    /// remedy cannot be switched on. In words that any Python since 2.7 reads: whatever the server starts inherits PYTHONPATH.
    /// </summary>
    private const string MakeWay = """


        import os  # noqa: E402
        import sys  # noqa: E402

        try:
            apply()
        except Exception as error:
            sys.stderr.write("%s is not on: %s\n" % (__file__, error))

        here = os.path.dirname(os.path.abspath(__file__))
        sys.path[:] = [path for path in sys.path if os.path.abspath(path) != here]
        this = sys.modules.pop("sitecustomize")
        try:
            import sitecustomize
        except ImportError as missing:
            if getattr(missing, "name", "sitecustomize") != "sitecustomize":
                raise
            sys.modules["sitecustomize"] = this

        """;

    /// <param name="remedy">"gc-threshold-0": the remedy's id without "cpython.".</param>
    public static string Of(string remedy)
    {
        var kit = KitFile.Of(Kit.Python).ToDictionary(file => file.Path, file => Encoding.UTF8.GetString(file.Content));
        var taken = new HashSet<string>();
        return Source($"remedies/{remedy.Replace('-', '_')}").TrimEnd('\n') + MakeWay;

        // A module, with those of the kit's that it imports from in their first imports' places.
        string Source(string module) => KitImport().Replace(
            kit[$"lowtide_kit/{module}.py"], import => taken.Add(import.Groups["module"].Value) ? Source(import.Groups["module"].Value) : "");
    }

    [GeneratedRegex(
        @"^from lowtide_kit\.(?<module>\w+) import .*\n", RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex KitImport();
}
