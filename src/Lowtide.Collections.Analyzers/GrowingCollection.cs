using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Lowtide.Collections.Analyzers;

/// <summary>
/// A local List, HashSet or Dictionary that grows in a loop: made and dropped with each request, its arrays may be large objects. Only where the chunked type
/// would do: the local is not handed on as what it is. Off by default, for how large it grows cannot be seen here.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class GrowingCollection : DiagnosticAnalyzer
{
    /// <summary>The property that holds the name of the type to use instead.</summary>
    internal const string Instead = nameof(Instead);

    internal static readonly DiagnosticDescriptor Rule = new(
        "LTC001",
        "A collection that grows in a loop may become a large object",
        "'{0}' grows in a loop: from 85,000 bytes on its arrays are large objects. {1} has none.",
        "Performance",
        DiagnosticSeverity.Info,
        isEnabledByDefault: false,
        "Large objects are freed by full collections only, and cause them. Of a collection that stays small nothing is gained.");

    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => ImmutableArray.Create(Rule);

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterOperationAction(Look, OperationKind.VariableDeclarator);
    }

    private static void Look(OperationAnalysisContext context)
    {
        var declarator = (IVariableDeclaratorOperation)context.Operation;
        var instead = ChunkedTypes.InsteadOf(declarator.Symbol.Type);
        if (instead is null || !IsMade(declarator.GetVariableInitializer()?.Value))
            return;
        var uses = Root(declarator).Descendants().OfType<ILocalReferenceOperation>()
            .Where(use => SymbolEqualityComparer.Default.Equals(use.Local, declarator.Symbol)).ToArray();
        if (!uses.All(WouldCompile) || !uses.Any(use => Grows(use) && IsInLoopAfter(use, declarator)))
            return;
        context.ReportDiagnostic(Diagnostic.Create(
            Rule, declarator.Syntax.GetLocation(), ImmutableDictionary<string, string?>.Empty.Add(Instead, instead), declarator.Symbol.Name, instead));
    }

    /// <summary>Made here, and not by a call.</summary>
    private static bool IsMade(IOperation? value) => value switch
    {
        IConversionOperation conversion => IsMade(conversion.Operand),
        null => false,
        _ => value is IObjectCreationOperation || value.Syntax.ToString().StartsWith("[", System.StringComparison.Ordinal),
    };

    private static IOperation Root(IOperation operation) => operation.Parent is { } parent ? Root(parent) : operation;

    /// <summary>Asked for one of its members, or handed on as an interface: ours has all members, and all interfaces.</summary>
    private static bool WouldCompile(ILocalReferenceOperation use) => use.Parent switch
    {
        IInvocationOperation call => call.Instance == use,
        IPropertyReferenceOperation property => property.Instance == use,
        IConversionOperation conversion => conversion.Type?.TypeKind == TypeKind.Interface,
        _ => false,
    };

    private static bool Grows(ILocalReferenceOperation use) => use.Parent switch
    {
        IInvocationOperation { TargetMethod.Name: "Add" or "AddRange" or "TryAdd" or "Insert" or "InsertRange" or "UnionWith" } => true,
        IPropertyReferenceOperation { Property.IsIndexer: true, Parent: IAssignmentOperation } => true,
        _ => false,
    };

    /// <summary>Within a loop that the declaration is not within.</summary>
    private static bool IsInLoopAfter(IOperation use, IOperation declarator)
    {
        for (var around = use.Parent; around is not null; around = around.Parent)
        {
            if (around is ILoopOperation)
                return !around.Syntax.Span.Contains(declarator.Syntax.Span);
        }
        return false;
    }
}
