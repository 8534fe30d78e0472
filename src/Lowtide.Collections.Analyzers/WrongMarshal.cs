using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Lowtide.Collections.Analyzers;

/// <summary>A call of CollectionsMarshal with a chunked collection. It does not compile; this says what does.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class WrongMarshal : DiagnosticAnalyzer
{
    internal static readonly DiagnosticDescriptor Rule = new(
        "LTC002",
        "CollectionsMarshal takes the framework's collections only",
        "CollectionsMarshal does not take a chunked collection: use {0}",
        "Usage",
        DiagnosticSeverity.Warning,
        isEnabledByDefault: true);

    /// <summary>An id of its own: no fix answers it, and who fixes all of one id expects one for each.</summary>
    internal static readonly DiagnosticDescriptor WithoutCounterpart = new(
        "LTC003",
        "CollectionsMarshal takes the framework's collections only, and nothing stands in for this call",
        "CollectionsMarshal does not take a chunked collection, and {0} has no counterpart: use GetChunks(), which gives a span of each chunk",
        "Usage",
        DiagnosticSeverity.Warning,
        isEnabledByDefault: true);

    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => ImmutableArray.Create(Rule, WithoutCounterpart);

    /// <summary>Whether ChunkedCollectionsMarshal has a method of that name.</summary>
    internal static bool HasCounterpart(string method) => method is "GetValueRefOrAddDefault" or "GetValueRefOrNullRef" or "SetCount";

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterSyntaxNodeAction(Look, SyntaxKind.InvocationExpression);
    }

    private static void Look(SyntaxNodeAnalysisContext context)
    {
        var call = (InvocationExpressionSyntax)context.Node;
        if (call.Expression is not MemberAccessExpressionSyntax { Name: var method } access || call.ArgumentList.Arguments.Count == 0
            || !ChunkedTypes.IsMarshal(context.SemanticModel.GetSymbolInfo(access.Expression, context.CancellationToken).Symbol)
            || !ChunkedTypes.IsChunked(context.SemanticModel.GetTypeInfo(call.ArgumentList.Arguments[0].Expression, context.CancellationToken).Type))
            return;
        var name = method.Identifier.ValueText;
        context.ReportDiagnostic(HasCounterpart(name)
            ? Diagnostic.Create(Rule, access.GetLocation(), $"{ChunkedTypes.ChunkedMarshal}.{name}")
            : Diagnostic.Create(WithoutCounterpart, access.GetLocation(), name));
    }
}
