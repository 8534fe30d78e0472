using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Lowtide.Collections.Analyzers;

/// <summary>The using that our names need.</summary>
internal static class Usings
{
    internal static async Task<Document> Added(Document document, CancellationToken cancel)
    {
        var root = (CompilationUnitSyntax?)await document.GetSyntaxRootAsync(cancel).ConfigureAwait(false);
        if (root is null || root.Usings.Any(one => one.Alias is null && string.Equals(one.Name?.ToString(), ChunkedTypes.Namespace, StringComparison.Ordinal)))
            return document;
        var added = SyntaxFactory.UsingDirective(SyntaxFactory.ParseName(ChunkedTypes.Namespace)).NormalizeWhitespace();
        return document.WithSyntaxRoot(root.AddUsings(added.WithTrailingTrivia(SyntaxFactory.ElasticLineFeed)));
    }
}
