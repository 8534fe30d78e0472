using System.Runtime.InteropServices;
using Lowtide.Capture.Pages;
using Lowtide.Capture.Sources;
using Lowtide.Recordings;

namespace Lowtide.Capture.CPython.Heap;

/// <summary>Where the name of a code object or function stands, and its file's or module's; many objects may have one name.</summary>
/// <param name="Name">0 where that was not read.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct CodeName(CodeKind Kind, ulong Name, ulong Where);

/// <summary>Adds up the bytes of copied pages by the code objects and functions that tell of them. One a thread.</summary>
internal sealed class CodeTally(CPythonHeap heap, int members)
{
    /// <summary>More are added up without a name: a bound for a heap that makes them up.</summary>
    private const int MostNames = 1 << 17;

    private static readonly int Traces = Enum.GetValues<CopyTrace>().Length;

    private readonly Dictionary<CodeName, int>[] _onPage = [.. Enumerable.Range(0, Traces).Select(_ => new Dictionary<CodeName, int>())];
    private readonly Dictionary<(CopyTrace Trace, CodeName Code), double>[] _sums =
        [.. Enumerable.Range(0, members).Select(_ => new Dictionary<(CopyTrace, CodeName), double>())];

    private (ulong Start, CodeName Name) _last;

    public IReadOnlyDictionary<(CopyTrace Trace, CodeName Code), double> SumsOf(int member) => _sums[member];

    public void BeginPage()
    {
        foreach (var weights in _onPage)
            weights.Clear();
        _last = default;
    }

    /// <param name="words">Of the page, as far as they are at hand.</param>
    public void Weigh(CopyTrace trace, in HeapBlock block, IWords words, int weight)
    {
        if (block.Type.Kind is not (TypeKind.Code or TypeKind.Function))
            return;
        if (block.Start != _last.Start)
            _last = (block.Start, NameOf(block, words));
        CollectionsMarshal.GetValueRefOrAddDefault(_onPage[(int)trace], _last.Name, out _) += weight;
    }

    /// <summary>Ends a page that is told by one of its traces.</summary>
    /// <param name="bytesEach">Of the page, for each unit of weight.</param>
    public void Add(int member, CopyTrace trace, double bytesEach)
    {
        var sums = _sums[member];
        foreach (var (code, weight) in _onPage[(int)trace])
        {
            var key = (trace, code);
            if (sums.Count >= MostNames && !sums.ContainsKey(key))
                key = (trace, new CodeName(code.Kind, 0, 0));
            CollectionsMarshal.GetValueRefOrAddDefault(sums, key, out _) += weight * bytesEach;
        }
    }

    private CodeName NameOf(in HeapBlock block, IWords words)
    {
        var (kind, layout) = (block.Type.Kind == TypeKind.Code ? CodeKind.Code : CodeKind.Function, heap.Layout.Code);
        return new CodeName(
            kind,
            Word(words, block.Object + (ulong)(kind == CodeKind.Code ? layout.Name : layout.FunctionName)),
            Word(words, block.Object + (ulong)(kind == CodeKind.Code ? layout.File : layout.FunctionModule)));
    }

    private ulong Word(IWords words, ulong address) =>
        words.TryWord(address, out var word) || heap.Memory.TryRead(address, out word) ? word : 0;
}
