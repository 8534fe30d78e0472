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

    private static readonly Replacements Names = new(Renamed);

    /// <inheritdoc/>
    public override FixAllProvider GetFixAllProvider() => Names.InAll;

    /// <inheritdoc/>
    public override Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        context.RegisterCodeFix(
            CodeAction.Create(
                $"Use {ChunkedTypes.ChunkedMarshal}", cancel => Names.MadeAsync(context.Document, context.Diagnostics, cancel), nameof(WrongMarshalFix)),
            context.Diagnostics);
        return Task.CompletedTask;
    }

    private static IEnumerable<(SyntaxNode Old, SyntaxNode New)> Renamed(SyntaxNode root, Diagnostic diagnostic)
    {
        if (root.FindNode(diagnostic.Location.SourceSpan) is MemberAccessExpressionSyntax access)
            yield return (access.Expression, SyntaxFactory.IdentifierName(ChunkedTypes.ChunkedMarshal).WithTriviaFrom(access.Expression));
    }
}
