using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Filters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.NoEmit;
using Perfolizer.Horology;

namespace Lowtide.Collections.Bench;

/// <summary>Every row in the mode that this process runs in.</summary>
/// <remarks>
/// In one process, so that what is compared shares its compiled code's age, its heap and its collector; and without emitted code, which NativeAOT cannot run.
/// </remarks>
internal static class Measurement
{
    private const string Framework = "Framework_";
    private const string Chunked = "Chunked_";
    private const string Segmented = "Segmented_";

    // What the measurement itself allocates, and an iterator.
    private const int FewBytes = 1000;

    // By the runtime's defaults a method is compiled anew after 30 calls, once with and once without counting, and not before nothing new came for 100 ms
    // (clrconfignames.h: TC_CallCountThreshold, TC_CallCountingDelayMs).
    private const int Stages = 4, CallsOfStage = 35;
    private static readonly TimeSpan StageDelay = TimeSpan.FromMilliseconds(120), LongestStage = TimeSpan.FromMilliseconds(800);

    internal static readonly Type[] Types =
    [
        typeof(Lists), typeof(Sorts), typeof(Sets), typeof(Dictionaries), typeof(IntsInOrder), typeof(IntsAtRandom), typeof(MultiplesOf4096),
        typeof(StringsOf8), typeof(StringsOf100), typeof(NumberedStringsOf8), typeof(NumberedStringsOf100), typeof(Guids), typeof(Structs),
    ];

    /// <summary>The rows with <paramref name="part"/> in their name.</summary>
    [SuppressMessage("Trimming", "IL2026", Justification = "The project keeps its own types and the library's whole.")]
    [SuppressMessage("AOT", "IL3050", Justification = "Only benchmarks without a result run, which need no code made at run time.")]
    internal static IEnumerable<Row> Rows(string part)
    {
        var config = ManualConfig.CreateEmpty()
            .AddJob(Job.Default.WithToolchain(InProcessNoEmitToolchain.DontLogOutput)
                .WithWarmupCount(5).WithIterationCount(6).WithIterationTime(TimeInterval.FromMilliseconds(50)))
            .AddDiagnoser(MemoryDiagnoser.Default)
            .AddFilter(new SimpleFilter(one => Has(part, NameOf(one))))
            .AddLogger(NullLogger.Instance)
            .WithOptions(ConfigOptions.DisableLogFile);
        foreach (var type in Types)
        {
            Compiled(type, part);
            foreach (var row in Rows(BenchmarkRunner.Run(type, config)))
                yield return row;
        }
        const string pauses = "dictionary pauses";
        if (!pauses.Contains(part, StringComparison.OrdinalIgnoreCase))
            yield break;
        var (framework, chunked) = Pauses.Measure();
        yield return Pause(pauses, one => one.PauseMs * 1000) with
        {
            BytesRatio = chunked.PromotedMB / framework.PromotedMB,
            FullFramework = framework.Full * 1000 / Pauses.Made,
            FullChunked = chunked.Full * 1000 / Pauses.Made,
        };
        yield return Pause(pauses + ", a MB promoted", one => one.PauseMs * 1000 / one.PromotedMB);
        yield return Pause(pauses + ", longest", one => one.LongestMs * 1000);
        yield return Pause(pauses + ", processors", one => one.ProcessorMs * 1000);

        Row Pause(string name, Func<Pauses.Cost, double> figure) => new()
        {
            Name = name,
            Framework = figure(framework),
            Chunked = figure(chunked),
            Segmented = double.NaN,
            BytesRatio = double.NaN,
            FullFramework = 0,
            FullChunked = 0,
        };
    }

    /// <summary>
    /// Calls each benchmark until the compiler is done with it. The framework's code comes compiled, ours does not: what is slow at first is called too seldom
    /// in the library's own warm-up to be compiled again.
    /// </summary>
    private static void Compiled(Type type, string part)
    {
        SmallOnes.Use();
        object? target = null;
        foreach (var method in type.GetMethods().Where(one => one.IsDefined(typeof(BenchmarkAttribute)) && Has(part, NameOf(one))))
        {
            var call = method.CreateDelegate<Action>(target ??= Activator.CreateInstance(type)!);
            for (var stage = 0; stage < Stages; stage++)
            {
                var began = Stopwatch.GetTimestamp();
                for (var calls = 0; calls < CallsOfStage && Stopwatch.GetElapsedTime(began) < LongestStage; calls++)
                    call();
                Task.Delay(StageDelay, TimeProvider.System).Wait();
            }
        }
    }

    private static bool Has(string part, string name) => name.Contains(part, StringComparison.OrdinalIgnoreCase);

    private static IEnumerable<Row> Rows(Summary summary)
    {
        var reports = summary.Reports.Where(one => one.ResultStatistics is not null).ToDictionary(one => one.BenchmarkCase.Descriptor.WorkloadMethod.Name);
        foreach (var one in summary.BenchmarksCases.Where(one => !reports.ContainsKey(one.Descriptor.WorkloadMethod.Name)))
        {
            var why = string.Join("; ", summary.ValidationErrors.Select(error => error.Message));
            throw new InvalidOperationException($"{one.Descriptor.DisplayInfo} failed: {why}");
        }
        foreach (var (name, report) in reports)
        {
            if (!name.StartsWith(Chunked, StringComparison.Ordinal))
                continue;
            if (!reports.TryGetValue(Framework + name[Chunked.Length..], out var other))
                throw new InvalidOperationException($"{name} has no {Framework}{name[Chunked.Length..]} beside it");
            yield return new()
            {
                Name = NameOf(report.BenchmarkCase),
                Framework = Micro(other),
                Chunked = Micro(report),
                Segmented = reports.TryGetValue(Segmented + name[Chunked.Length..], out var third) ? Micro(third) : double.NaN,
                BytesRatio = Bytes(other) > FewBytes ? Bytes(report) / Bytes(other) : double.NaN,
                FullFramework = FullCollections(other),
                FullChunked = FullCollections(report),
            };
        }
    }

    /// <summary>Of the row to which a method with a type's own name before the first underscore belongs.</summary>
    internal static string NameOf(MethodInfo method)
    {
        var name = method.Name[(method.Name.IndexOf('_', StringComparison.Ordinal) + 1)..].Replace('_', ' ');
        return method.ReflectedType!.BaseType == typeof(object) ? name : $"{method.ReflectedType.Name} {name}";
    }

    private static string NameOf(BenchmarkCase one) => NameOf(one.Descriptor.Type.GetMethod(one.Descriptor.WorkloadMethod.Name)!);

    private static double Micro(BenchmarkReport report) => report.ResultStatistics!.Mean / 1000;

    private static double Bytes(BenchmarkReport report) => report.GcStats.GetBytesAllocatedPerOperation(report.BenchmarkCase) ?? 0;

    private static double FullCollections(BenchmarkReport report) => report.GcStats.Gen2Collections * 1000.0 / report.GcStats.TotalOperations;
}
