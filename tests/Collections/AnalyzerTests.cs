using System.Collections.Immutable;
using System.Runtime.InteropServices;
using Lowtide.Collections;
using Lowtide.Collections.Analyzers;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Lowtide.Tests.Collections;

/// <summary>What the analyzers say of a program, and what their fixes make of it: that compiles.</summary>
public sealed class AnalyzerTests
{
    private const string Usings = """
        using System.Collections.Generic;
        using System.Linq;
        using System.Runtime.InteropServices;
        using Ints = System.Collections.Generic.List<int>;

        """;

    [Theory]
    [InlineData("var it = new List<int>();", "for (var i = 0; i < 9; i++) it.Add(i); return it;", "var it = new ChunkedList<int>();")]
    [InlineData("List<int> it = [];", "foreach (var one in given) it.Add(one); return it;", "ChunkedList<int> it = [];")]
    [InlineData("List<int> it = new();", "while (it.Count < 9) it.Insert(0, 1); return it;", "ChunkedList<int> it = new();")]
    [InlineData(
        "List<int> it = new List<int>(4);", "foreach (var one in given) it.AddRange(new[] { one }); return it;",
        "ChunkedList<int> it = new ChunkedList<int>(4);")]
    [InlineData(
        "var it = new List<int>();", "foreach (var one in given) it.Add(one); foreach (var two in it) System.Console.Write(two); return given;",
        "var it = new ChunkedList<int>();")]
    [InlineData("var it = new List<int>();", "foreach (var one in given) it.Add(one); return it.GetRange(0, 2);", "var it = new ChunkedList<int>();")]
    [InlineData("var it = new List<int>();", "foreach (var one in given) it.Add(one); return it.Where(one => one > 1);", "var it = new ChunkedList<int>();")]
    [InlineData("var it = new HashSet<int>();", "foreach (var one in given) it.Add(one); return it;", "var it = new ChunkedHashSet<int>();")]
    [InlineData(
        "var it = new System.Collections.Generic.Dictionary<int, int>();", "foreach (var one in given) it[one] = 1; return it.Keys;",
        "var it = new ChunkedDictionary<int, int>();")]
    public async Task A_local_that_grows_in_a_loop_is_told_and_renamed(string made, string then, string after)
    {
        var (said, changed) = await Fixed(new GrowingCollection(), new GrowingCollectionFix(), Method($"{made} {then}"));
        Assert.Equal("LTC001", Assert.Single(said).Id);
        Assert.Contains($"{after} {then}", changed, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("var found = new List<int>(); found.Add(1); return found;")] // no loop
    [InlineData("foreach (var one in given) { var found = new List<int>(); found.Add(one); } return given;")] // one for each step
    [InlineData("var found = new List<int>(); foreach (var one in given) found.Remove(one); return found;")]
    [InlineData("var found = new List<int>(); foreach (var one in given) found.Add(one); Takes(found); return given;")] // handed on as a List
    [InlineData("var found = new List<int>(); foreach (var one in given) found.Add(one); List<int> part = found.GetRange(0, 2); return part;")]
    [InlineData("var found = new List<int>(); foreach (var one in given) found.Add(one); found = new(); return found;")]
    [InlineData("List<int> found = new Derived(); foreach (var one in given) found.Add(one); return found;")]
    [InlineData("List<int> found = (new List<int>()); foreach (var one in given) found.Add(one); return found;")]
    [InlineData("List<int> found = new(), other = Makes(); foreach (var one in given) found.Add(one); return other;")]
    [InlineData("Ints found = new List<int>(); foreach (var one in given) found.Add(one); return found;")]
    [InlineData("var found = new List<int>(); var sum = 0; foreach (var one in given) sum += found[one]; return given;")] // read
    [InlineData("var found = new List<int> { 1 }; foreach (var one in given) found[0] = one; return found;")] // grows no list
    [InlineData("var found = Makes(); foreach (var one in given) found.Add(one); return found;")] // made elsewhere
    [InlineData("var found = new Stack<int>(); foreach (var one in given) found.Push(one); return found;")]
    public async Task Others_are_not(string body) => Assert.Empty((await Fixed(new GrowingCollection(), new GrowingCollectionFix(), Method(body))).Said);

    [Fact]
    public void It_is_off_unless_asked_for() => Assert.False(new GrowingCollection().SupportedDiagnostics.Single().IsEnabledByDefault);

    [Theory]
    [InlineData("CollectionsMarshal.SetCount(new ChunkedList<int>(), 3); return given;", "ChunkedCollectionsMarshal.SetCount(new ")]
    [InlineData(
        "CollectionsMarshal.GetValueRefOrAddDefault(new ChunkedDictionary<int, int>(), 3, out _)++; return given;",
        "ChunkedCollectionsMarshal.GetValueRefOrAddDefault(new ")]
    public async Task A_marshal_of_the_framework_is_told_and_replaced(string body, string after)
    {
        var (said, changed) = await Fixed(new WrongMarshal(), new WrongMarshalFix(), "using Lowtide.Collections;\n" + Method(body));
        Assert.Equal("LTC002", Assert.Single(said).Id);
        Assert.Contains(after, changed, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("CollectionsMarshal.SetCount(new List<int>(), 3); return given;", 0)]
    [InlineData("CollectionsMarshal.AsSpan(new ChunkedList<int>()).Clear(); return given;", 1)] // told, and nothing stands in for it
    public async Task Nothing_is_replaced_where_nothing_stands_in_for_it(string body, int told)
    {
        var source = "using Lowtide.Collections;\n" + Method(body);
        var (said, changed) = await Fixed(new WrongMarshal(), new WrongMarshalFix(), source, compiles: told == 0);
        Assert.Equal(Enumerable.Repeat("LTC003", told), said.Select(one => one.Id));
        Assert.Equal(source, changed);
    }

    /// <summary>As 'dotnet format' does, and an editor's "fix all": the using is added once, and no change is dropped for another.</summary>
    [Fact]
    public async Task All_of_a_file_are_replaced_at_once()
    {
        var source = Method(
            "var one = new List<int>(); var two = new HashSet<int>(); foreach (var it in given) { one.Add(it); two.Add(it); } return one.Concat(two);");
        using var workspace = new AdhocWorkspace();
        var document = Told(workspace, new GrowingCollection()).AddDocument("Told.cs", source);
        var said = await (await document.Project.GetCompilationAsync())!.WithAnalyzers([new GrowingCollection()]).GetAnalyzerDiagnosticsAsync();
        Assert.Equal(2, said.Length);
        var fix = new GrowingCollectionFix();
        var action = await fix.GetFixAllProvider().GetFixAsync(new(
            document, fix, FixAllScope.Document, nameof(GrowingCollectionFix), fix.FixableDiagnosticIds, new Given(said), CancellationToken.None));
        var applied = (await action!.GetOperationsAsync(CancellationToken.None)).OfType<ApplyChangesOperation>().Single();
        var changed = applied.ChangedSolution.GetDocument(document.Id)!;
        Assert.Empty((await changed.Project.GetCompilationAsync())!.GetDiagnostics().Where(one => one.Severity == DiagnosticSeverity.Error));
        var text = (await changed.GetTextAsync()).ToString();
        Assert.Contains("new ChunkedList<int>(); var two = new ChunkedHashSet<int>();", text, StringComparison.Ordinal);
        Assert.Equal(2, text.Split("using Lowtide.Collections;").Length);
    }

    private sealed class Given(ImmutableArray<Diagnostic> said) : FixAllContext.DiagnosticProvider
    {
        public override Task<IEnumerable<Diagnostic>> GetDocumentDiagnosticsAsync(Document document, CancellationToken cancellationToken) =>
            Task.FromResult<IEnumerable<Diagnostic>>(said);

        public override Task<IEnumerable<Diagnostic>> GetProjectDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
            Task.FromResult<IEnumerable<Diagnostic>>([]);

        public override Task<IEnumerable<Diagnostic>> GetAllDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
            Task.FromResult<IEnumerable<Diagnostic>>(said);
    }

    /// <summary>Each method of the framework's that the fix calls ours for is there.</summary>
    [Fact]
    public void A_counterpart_is_there() => Assert.All(
        typeof(CollectionsMarshal).GetMethods().Where(method => method.DeclaringType != typeof(object) && method.Name != "AsBytes"),
        method => Assert.Equal(
            WrongMarshal.HasCounterpart(method.Name), Array.Exists(typeof(ChunkedCollectionsMarshal).GetMethods(), ours => ours.Name == method.Name)));

    private static string Method(string body) => Usings + $$"""
        class Request
        {
            static void Takes(List<int> list) { }
            static List<int> Makes() => new();
            class Derived : List<int> { }
            static IEnumerable<int> Answer(int[] given) { {{body}} }
        }
        """;

    private static async Task<(ImmutableArray<Diagnostic> Said, string Changed)> Fixed(
        DiagnosticAnalyzer analyzer, CodeFixProvider fix, string source, bool compiles = true)
    {
        using var workspace = new AdhocWorkspace();
        var document = Told(workspace, analyzer).AddDocument("Told.cs", source);
        var compilation = (await document.Project.GetCompilationAsync())!.WithAnalyzers([analyzer]);
        var said = await compilation.GetAnalyzerDiagnosticsAsync();
        foreach (var one in said.Where(one => fix.FixableDiagnosticIds.Contains(one.Id)))
        {
            List<CodeAction> actions = [];
            await fix.RegisterCodeFixesAsync(new(document, one, (action, _) => actions.Add(action), CancellationToken.None));
            foreach (var action in actions)
            {
                var operation = (await action.GetOperationsAsync(CancellationToken.None)).OfType<ApplyChangesOperation>().Single();
                document = operation.ChangedSolution.GetDocument(document.Id)!;
            }
        }
        if (compiles)
            Assert.Empty((await document.Project.GetCompilationAsync())!.GetDiagnostics().Where(one => one.Severity == DiagnosticSeverity.Error));
        return (said, (await document.GetTextAsync()).ToString());
    }

    private static Project Told(AdhocWorkspace workspace, DiagnosticAnalyzer analyzer) => workspace.AddProject("Told", LanguageNames.CSharp)
        .WithCompilationOptions(new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary)
            .WithSpecificDiagnosticOptions(analyzer.SupportedDiagnostics.Select(one => KeyValuePair.Create(one.Id, ReportDiagnostic.Warn))))
        .AddMetadataReferences(((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(':')
            .Select(path => MetadataReference.CreateFromFile(path)));
}
