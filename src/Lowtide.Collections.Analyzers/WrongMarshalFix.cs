using System.Collections.Immutable;
using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Lowtide.Collections.Analyzers;

/// <summary>Calls the counterpart, where there is one.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp)]
[Shared]
public sealed class WrongMarshalFix : CodeFixProvider
{
    /// <inheritdoc/>
    public override ImmutableArray<string> FixableDiagnosticIds => ImmutableArray.Create(WrongMarshal.Rule.Id);

    /// <inheritdoc/>
    public override FixAllProvider GetFixAllProvider() => WellKnownFixAllProviders.BatchFixer;

    /// <inheritdoc/>
    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        var root = await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false);
        if (root?.FindNode(context.Span) is not MemberAccessExpressionSyntax access || !WrongMarshal.HasCounterpart(access.Name.Identifier.ValueText))
            return;
        context.RegisterCodeFix(
            CodeAction.Create($"Use {ChunkedTypes.ChunkedMarshal}", cancel => Renamed(context.Document, root, access, cancel), nameof(WrongMarshalFix)),
            context.Diagnostics[0]);
    }

    private static Task<Document> Renamed(Document document, SyntaxNode root, MemberAccessExpressionSyntax access, CancellationToken cancel)
    {
        var name = SyntaxFactory.IdentifierName(ChunkedTypes.ChunkedMarshal).WithTriviaFrom(access.Expression);
        return Usings.Added(document.WithSyntaxRoot(root.ReplaceNode(access, access.WithExpression(name))), cancel);
    }
}
