using FsCheck;
using FsCheck.Fluent;

namespace Lowtide.Tests.Collections;

/// <summary>Random sequences of operations, carried out on a collection and on the framework's, and how often they led from where to where.</summary>
internal sealed class Model
{
    /// <summary>A hundred thousand in test-full; a fifth of that in what must end in 20 minutes.</summary>
    private static readonly int Sequences = Environment.GetEnvironmentVariable("LOWTIDE_TEST_EVERY") is { Length: > 0 } ? 100_000 : 20_000;

    private static readonly int SequencesOfOthers = Sequences / 5;
    private const int Longest = 40;
    private readonly int[,] _ways = new int[3, 3];

    /// <summary>Runs all sequences; a failing one is shortened. Fails if a state or a way between two was never reached.</summary>
    /// <param name="run">Carries out one sequence and says whether the two were alike all along.</param>
    internal void Check(Func<Operation[], bool> run)
    {
        Check(run, Sequences);
        foreach (var (from, to) in ((int, int)[])[(0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2)])
            Assert.True(_ways[from, to] > 0, $"no sequence led from state {from} to {to} (0: empty, 1: one chunk, 2: many)");
    }

    /// <summary>The same of elements that are too small for many chunks, and take other ways through the code.</summary>
    internal static void CheckOthers(Func<Operation[], bool> run) => Check(run, SequencesOfOthers);

    private static void Check(Func<Operation[], bool> run, int count)
    {
        var operations = Gen.Choose(0, int.MaxValue).Select(code => new Operation(code));
        var sequences = Gen.Choose(1, Longest).SelectMany(length => operations.ArrayOf(length));
        Prop.ForAll(Arb.From(sequences, Shorter), run).Check(Config.QuickThrowOnFailure.WithMaxTest(count));
    }

    internal void Count(int before, int after, int chunkLength) => _ways[State(before, chunkLength), State(after, chunkLength)]++;

    private static int State(int count, int chunkLength) => count == 0 ? 0 : count <= chunkLength ? 1 : 2;

    private static IEnumerable<Operation[]> Shorter(Operation[] sequence)
    {
        for (var cut = sequence.Length / 2; cut > 0; cut /= 2)
        {
            for (var at = 0; at + cut <= sequence.Length; at += cut)
                yield return [.. sequence[..at], .. sequence[(at + cut)..]];
        }
    }
}

/// <summary>What to do, and two small numbers to do it with.</summary>
internal readonly record struct Operation(int Code)
{
    internal int Kind(int kinds) => Code % kinds;

    internal int A => Code / 64 % 61;

    internal int B => Code / 4096 % 59;
}
