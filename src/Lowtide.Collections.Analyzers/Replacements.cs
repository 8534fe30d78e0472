using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;

namespace Lowtide.Collections.Analyzers;

/// <summary>Writes names of ours in the place of others. All of a document's at once: fixes made apart would each add the using, and most be dropped.</summary>
/// <param name="of">What of the root is to stand instead of what, for one diagnostic.</param>
internal sealed class Replacements(Func<SyntaxNode, Diagnostic, IEnumerable<(SyntaxNode Old, SyntaxNode New)>> of)
{
    internal FixAllProvider InAll => FixAllProvider.Create(
        async (context, document, diagnostics) => await MadeAsync(document, diagnostics, context.CancellationToken).ConfigureAwait(false));

    internal async Task<Document> MadeAsync(Document document, ImmutableArray<Diagnostic> diagnostics, CancellationToken cancel)
    {
        var root = await document.GetSyntaxRootAsync(cancel).ConfigureAwait(false);
        if (root is null)
            return document;
        var all = diagnostics.SelectMany(one => of(root, one)).GroupBy(one => one.Old).ToDictionary(one => one.Key, one => one.First().New);
        return await Usings.Added(document.WithSyntaxRoot(root.ReplaceNodes(all.Keys, (old, _) => all[old])), cancel).ConfigureAwait(false);
    }
}
