using System.Collections.Immutable;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Lowtide.Collections.Analyzers;

/// <summary>Where a declaration names its type.</summary>
internal static class DeclaredTypes
{
    /// <summary>The names to change for another type; none where that is not all: several variables share one, or a name is an alias.</summary>
    internal static ImmutableArray<GenericNameSyntax> In(VariableDeclaratorSyntax declarator)
    {
        if (declarator.Parent is not VariableDeclarationSyntax { Variables.Count: 1 } declaration
            || declarator.Initializer?.Value is not (BaseObjectCreationExpressionSyntax or CollectionExpressionSyntax))
            return ImmutableArray<GenericNameSyntax>.Empty;
        var types = new[] { declaration.Type.IsVar ? null : declaration.Type, (declarator.Initializer.Value as ObjectCreationExpressionSyntax)?.Type };
        var names = types.OfType<TypeSyntax>().Select(Name).ToArray();
        return names.Length > 0 && !names.Contains(null) ? names.OfType<GenericNameSyntax>().ToImmutableArray() : ImmutableArray<GenericNameSyntax>.Empty;
    }

    private static GenericNameSyntax? Name(TypeSyntax type) => type switch
    {
        GenericNameSyntax name => name,
        QualifiedNameSyntax { Right: GenericNameSyntax name } => name,
        _ => null,
    };
}
