using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Lowtide.Collections.Analyzers;

/// <summary>
/// A local List, HashSet or Dictionary that grows in a loop. Where a request makes it and drops it, its arrays may be large objects each time. Told only where
/// the chunked type would do: the local is not handed on as what it is. Off by default, for how large it grows cannot be seen here.
/// </summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class GrowingCollection : DiagnosticAnalyzer
{
    /// <summary>The property that holds the name of the type to use instead.</summary>
    internal const string Instead = nameof(Instead);

    internal static readonly DiagnosticDescriptor Rule = new(
        "LTC001",
        "A collection that grows in a loop may become a large object",
        "'{0}' grows in a loop: from 85,000 bytes on its arrays are large objects. {1} makes none.",
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
        if (instead is null || declarator.Syntax is not VariableDeclaratorSyntax syntax || DeclaredTypes.In(syntax).IsEmpty || !IsMade(declarator))
            return;
        var uses = Root(declarator).Descendants().OfType<ILocalReferenceOperation>()
            .Where(use => SymbolEqualityComparer.Default.Equals(use.Local, declarator.Symbol)).ToArray();
        if (!uses.All(WouldCompile) || !uses.Any(use => Grows(use) && IsInLoopAfter(use, declarator)))
            return;
        context.ReportDiagnostic(Diagnostic.Create(
            Rule, syntax.GetLocation(), ImmutableDictionary<string, string?>.Empty.Add(Instead, instead), declarator.Symbol.Name, instead));
    }

    /// <summary>Made here as what it is declared to be: not by a call, nor as a type derived from it.</summary>
    private static bool IsMade(IVariableDeclaratorOperation declarator)
    {
        var value = declarator.GetVariableInitializer()?.Value;
        while (value is IConversionOperation { IsImplicit: true } conversion)
            value = conversion.Operand;
        return value is not IObjectCreationOperation made || SymbolEqualityComparer.Default.Equals(made.Type, declarator.Symbol.Type);
    }

    private static IOperation Root(IOperation operation) => operation.Parent is { } parent ? Root(parent) : operation;

    /// <summary>
    /// Asked for a member, gone through, or handed on as an interface: ours has all members and all interfaces. What a member gives may be of a type of the
    /// framework's own again (a part of the list, the keys), of which the same is asked.
    /// </summary>
    private static bool WouldCompile(IOperation value) => value.Parent switch
    {
        IConversionOperation { Parent: IForEachLoopOperation } => true,
        IConversionOperation conversion => conversion.Type?.TypeKind == TypeKind.Interface,
        IInvocationOperation call when call.Instance == value =>
            !ChunkedTypes.IsFrameworks(call.Type) || call.Parent is IExpressionStatementOperation || WouldCompile(call),
        IPropertyReferenceOperation property when property.Instance == value => !ChunkedTypes.IsFrameworks(property.Type) || WouldCompile(property),
        _ => false,
    };

    private static bool Grows(ILocalReferenceOperation use) => use.Parent switch
    {
        IInvocationOperation { TargetMethod.Name: "Add" or "AddRange" or "TryAdd" or "Insert" or "InsertRange" or "UnionWith" } => true,
        IPropertyReferenceOperation { Property: { IsIndexer: true, ContainingType.Name: "Dictionary" }, Parent: IAssignmentOperation assignment } property =>
            assignment.Target == property,
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
