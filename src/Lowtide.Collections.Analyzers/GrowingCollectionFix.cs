using System.Collections.Immutable;
using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Editing;

namespace Lowtide.Collections.Analyzers;

/// <summary>Renames the type where the local is declared and made, and adds the using.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp)]
[Shared]
public sealed class GrowingCollectionFix : CodeFixProvider
{
    /// <inheritdoc/>
    public override ImmutableArray<string> FixableDiagnosticIds => ImmutableArray.Create(GrowingCollection.Rule.Id);

    /// <inheritdoc/>
    public override FixAllProvider GetFixAllProvider() => WellKnownFixAllProviders.BatchFixer;

    /// <inheritdoc/>
    public override Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        var diagnostic = context.Diagnostics[0];
        var instead = diagnostic.Properties[GrowingCollection.Instead]!;
        context.RegisterCodeFix(
            CodeAction.Create($"Use {instead}", cancel => Renamed(context.Document, diagnostic, instead, cancel), nameof(GrowingCollectionFix)), diagnostic);
        return Task.CompletedTask;
    }

    private static async Task<Document> Renamed(Document document, Diagnostic diagnostic, string instead, CancellationToken cancel)
    {
        var editor = await DocumentEditor.CreateAsync(document, cancel).ConfigureAwait(false);
        var declarator = (VariableDeclaratorSyntax)editor.OriginalRoot.FindNode(diagnostic.Location.SourceSpan);
        foreach (var name in DeclaredTypes.In(declarator))
        {
            // The whole of a qualified name: its namespace is another.
            SyntaxNode replaced = name.Parent is QualifiedNameSyntax qualified ? qualified : name;
            editor.ReplaceNode(replaced, name.WithIdentifier(SyntaxFactory.Identifier(instead)).WithTriviaFrom(replaced));
        }
        return await Usings.Added(editor.GetChangedDocument(), cancel).ConfigureAwait(false);
    }
}
