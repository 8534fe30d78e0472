using System.Collections.Immutable;
using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Lowtide.Collections.Analyzers;

/// <summary>Renames the type where the local is declared and made, and adds the using.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp)]
[Shared]
public sealed class GrowingCollectionFix : CodeFixProvider
{
    /// <inheritdoc/>
    public override ImmutableArray<string> FixableDiagnosticIds => ImmutableArray.Create(GrowingCollection.Rule.Id);

    private static readonly Replacements Types = new(Renamed);

    /// <inheritdoc/>
    public override FixAllProvider GetFixAllProvider() => Types.InAll;

    /// <inheritdoc/>
    public override Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        var instead = context.Diagnostics[0].Properties[GrowingCollection.Instead]!;
        context.RegisterCodeFix(
            CodeAction.Create($"Use {instead}", cancel => Types.MadeAsync(context.Document, context.Diagnostics, cancel), nameof(GrowingCollectionFix)),
            context.Diagnostics);
        return Task.CompletedTask;
    }

    private static IEnumerable<(SyntaxNode Old, SyntaxNode New)> Renamed(SyntaxNode root, Diagnostic diagnostic)
    {
        var instead = SyntaxFactory.Identifier(diagnostic.Properties[GrowingCollection.Instead]!);
        foreach (var name in DeclaredTypes.In((VariableDeclaratorSyntax)root.FindNode(diagnostic.Location.SourceSpan)))
        {
            // The whole of a qualified name: its namespace is another.
            SyntaxNode replaced = name.Parent is QualifiedNameSyntax qualified ? qualified : name;
            yield return (replaced, name.WithIdentifier(instead).WithTriviaFrom(replaced));
        }
    }
}
